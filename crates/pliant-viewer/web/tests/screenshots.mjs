// Makes the pictures of the docs: assets/viewer-*.png. PLIANT names the program.
import { fileURLToPath } from "node:url";
import { openBrowser, openPage, startServer } from "./browser.mjs";

const assets = fileURLToPath(new URL("../../../../assets/", import.meta.url));
const SIZE = { width: 1280, height: 800 };
const PATIENCE = { timeout: 300_000 };
const server = await startServer("--port", "0");
const browser = await openBrowser();

async function shoot(name, path, scheme, body) {
  const { page, context } = await openPage(browser, server.url + path, { ...SIZE, colorScheme: scheme });
  await body(page);
  await page.screenshot({ path: `${assets}${name}.png` });
  await context.close();
  console.log(`assets/${name}.png`);
}

const reach = (page, steps) =>
  page.waitForFunction((count) => Number(document.querySelector("#time")?.dataset.steps) >= count, steps, PATIENCE);
/** Full quality, however long a picture takes. */
const settle = async (page) => {
  await page.evaluate(() => {
    const { view } = window.pliant;
    view.quality = 0;
    view.slowFor = -1e9;
    view.resize();
  });
  const drawn = await page.evaluate(() => window.pliant.view.drawn);
  await page.waitForFunction((n) => window.pliant.view.drawn > n + 2, drawn, PATIENCE);
};
const pause = async (page) => {
  await page.click("#play");
  await page.waitForFunction(() => window.pliant.newer?.head.playing === false, null, PATIENCE);
};

await shoot("viewer-gallery", "", "light", async (page) => {
  await page.waitForFunction(() => {
    const seen = [...document.querySelectorAll(".scene img")].filter((img) => img.getBoundingClientRect().top < innerHeight);
    return seen.length > 0 && seen.every((img) => img.classList.contains("there"));
  }, null, PATIENCE);
  await page.waitForTimeout(800);
});

await shoot("viewer-light", "#/cloth-ball", "light", async (page) => {
  await reach(page, 70);
  await pause(page);
  await settle(page);
});

await shoot("viewer-dark", "#/cloth-ball", "dark", async (page) => {
  await reach(page, 45);
  await page.click("#tab-values");
  await page.mouse.move(470, 420);
  await page.mouse.down();
  for (let i = 1; i <= 8; i++) {
    const steps = await page.evaluate(() => window.pliant.newer?.head.steps);
    await page.mouse.move(470 - 10 * i, 420 - 28 * i);
    await reach(page, steps + 5);
  }
  const steps = await page.evaluate(() => window.pliant.newer?.head.steps);
  await reach(page, steps + 6);
  await page.keyboard.press(" ");
  await page.waitForFunction(() => window.pliant.newer?.head.playing === false, null, PATIENCE);
  await settle(page);
});

await shoot("viewer-overlays", "#/jelly-cube", "light", async (page) => {
  await reach(page, 12);
  await page.click("#tab-look");
  for (const name of ["wires", "contacts", "strain"]) await page.check(`#show-${name}`);
  await page.waitForFunction(() => window.pliant.newer?.strains?.length > 0 && window.pliant.newer.contacts.length > 0, null, PATIENCE);
  await page.keyboard.press(" ");
  await settle(page);
});

await browser.close();
await server.stop();
