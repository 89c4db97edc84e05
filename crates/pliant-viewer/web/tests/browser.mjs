// A browser and a server for tests. The browser is the system's: nothing is downloaded.
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { chromium } from "playwright-core";

const BROWSERS = [process.env.CHROMIUM, "/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

export async function openBrowser() {
  const executablePath = BROWSERS.find((path) => path && existsSync(path));
  if (!executablePath) throw new Error("no Chromium: install it, or name it in CHROMIUM");
  // Without a GPU the picture is drawn by the CPU.
  const args = ["--no-sandbox", "--use-angle=swiftshader", "--use-gl=angle", "--enable-unsafe-swiftshader", "--ignore-gpu-blocklist"];
  return chromium.launch({ executablePath, args });
}

/** Starts `pliant view` and waits for its address. */
export async function startServer(...args) {
  const program = process.env.PLIANT;
  if (!program) throw new Error("PLIANT should name the program `pliant`");
  const server = spawn(program, ["view", "--no-open", ...args], { stdio: ["ignore", "pipe", "inherit"] });
  const url = await new Promise((resolve, reject) => {
    let text = "";
    server.stdout.on("data", (data) => {
      text += data;
      const found = /http:\/\/\S+/.exec(text);
      if (found) resolve(found[0]);
    });
    server.on("exit", (code) => reject(new Error(`pliant ended with ${code}`)));
  });
  const stop = () => new Promise((resolve) => {
    if (server.exitCode !== null || server.signalCode !== null) return resolve();
    server.on("exit", resolve);
    server.kill("SIGKILL");
  });
  return { url, stop };
}

/** A page that fails the test if anything goes wrong in it or is asked for elsewhere. */
export async function openPage(browser, url, { width = 1000, height = 640, colorScheme = "light" } = {}) {
  const context = await browser.newContext({ viewport: { width, height }, colorScheme });
  const page = await context.newPage();
  const trouble = [];
  page.on("pageerror", (error) => trouble.push(String(error)));
  page.on("console", (message) => {
    if (message.type() === "error" && !/WebSocket connection|ERR_CONNECTION|Failed to load resource/.test(message.text())) trouble.push(message.text());
  });
  page.on("request", (request) => {
    const address = new URL(request.url());
    if (!["127.0.0.1", "localhost"].includes(address.hostname) && !["data:", "blob:"].includes(address.protocol)) trouble.push(`asked for ${address}`);
  });
  await page.goto(url);
  return { page, context, trouble };
}
