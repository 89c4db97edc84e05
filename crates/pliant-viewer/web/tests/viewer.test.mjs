// The viewer in a real browser. PLIANT names the program.
import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { openBrowser, openPage, startServer } from "./browser.mjs";

/** Generous: without a GPU a picture takes long. */
const PATIENCE = { timeout: 120_000 };
const SMALL = { width: 800, height: 520 };

let browser;
let server;
before(async () => {
  [browser, server] = await Promise.all([openBrowser(), startServer("--port", "0")]);
});
after(async () => {
  await browser?.close();
  await server?.stop();
});

/** Runs a test on a page of its own, and fails it if the page had trouble. */
function onPage(name, path, body) {
  test(name, { timeout: 300_000 }, async () => {
    const { page, context, trouble } = await openPage(browser, server.url + path, SMALL);
    try {
      await body(page);
      assert.deepEqual(trouble, []);
    } finally {
      await context.close();
    }
  });
}

const steps = (page) => page.evaluate(() => Number(document.querySelector("#time")?.dataset.steps));
const reach = (page, count) =>
  page.waitForFunction((count) => Number(document.querySelector("#time")?.dataset.steps) >= count, count, PATIENCE);
/** The newest frame's head. There is no frame for a moment when bodies come or the scene starts again. */
const head = (page) => page.evaluate(() => window.pliant.newer?.head);
const until = (page, condition, argument) => page.waitForFunction(condition, argument, PATIENCE);

/** Waits until the newest frame has been drawn. */
const drawn = async (page) => {
  const before = await page.evaluate(() => window.pliant.view.drawn);
  await until(page, (count) => window.pliant.view.drawn > count + 1, before);
};

/** The picture, as a list of colours on a coarse grid. */
const picture = (page) => page.evaluate(() => {
  const canvas = document.querySelector(".stage canvas");
  const small = Object.assign(document.createElement("canvas"), { width: 96, height: 60 });
  const context = small.getContext("2d");
  context.drawImage(canvas, 0, 0, 96, 60);
  return Array.from(context.getImageData(0, 0, 96, 60).data);
});
const difference = (a, b) => a.filter((value, i) => Math.abs(value - b[i]) > 12).length;

/** Where a point of the world is on the screen. */
const onScreen = (page, point) => page.evaluate(([x, y, z]) => {
  const { view } = window.pliant;
  view.camera.updateMatrixWorld();
  const at = view.camera.position.clone().set(x, y, z).project(view.camera);
  const box = view.renderer.domElement.getBoundingClientRect();
  return [box.left + (0.5 + 0.5 * at.x) * box.width, box.top + (0.5 - 0.5 * at.y) * box.height];
}, point);

onPage("the gallery shows every scene with a picture", "", async (page) => {
  await page.waitForSelector(".scene", PATIENCE);
  assert.ok((await page.locator(".scene").count()) >= 10);
  await until(page, () => document.querySelectorAll(".scene img.there").length >= 2);
  await page.locator('.scene[href="#/bounce"]').click();
  await reach(page, 1);
});

onPage("a scene runs and its pixels change", "#/bounce", async (page) => {
  await reach(page, 3);
  await drawn(page);
  const first = await picture(page);
  assert.ok(first.some((value) => value > 0), "something is drawn");
  const start = await steps(page);
  await reach(page, start + 25);
  await drawn(page);
  assert.ok(difference(first, await picture(page)) > 5);
});

onPage("pause stops, a step steps, back goes back, reset resets", "#/pendulum", async (page) => {
  await reach(page, 20);
  await page.click("#play");
  await until(page, () => window.pliant.newer?.head.playing === false);
  const stopped = await steps(page);
  await page.waitForTimeout(600);
  assert.equal(await steps(page), stopped);
  await page.click("#step");
  await until(page, (count) => window.pliant.newer?.head.steps === count, stopped + 1);
  await page.click("#back");
  await until(page, (count) => window.pliant.newer?.head.steps === count, stopped);
  await page.click("#reset");
  await until(page, () => window.pliant.newer?.head.steps === 0);
  await page.click("#play");
  await reach(page, 3);
});

onPage("a drag lifts a body, and letting go throws it", "#/stack", async (page) => {
  await reach(page, 5);
  const top = [0, 0.9, 0];
  const [x, y] = await onScreen(page, top);
  const [, higher] = await onScreen(page, [0, 1.4, 0]);
  await page.mouse.move(x, y);
  await page.mouse.down();
  await until(page, () => window.pliant.newer?.head.hands.length === 1);
  await page.mouse.move(x, 0.5 * (y + higher));
  await page.mouse.move(x, higher);
  await until(page, () => window.pliant.newer?.head.probes[0] > 1.2);
  await page.mouse.up();
  await until(page, () => window.pliant.newer?.head.hands.length === 0);
  await until(page, () => window.pliant.newer?.head.probes[0] < 1.1);
});

onPage("a soft body is taken by a node, and a pin holds it", "#/jelly-cube", async (page) => {
  await reach(page, 3);
  await page.click("#tool-pin");
  const middle = await page.evaluate(() => window.pliant.bodies.nodePosition(0, 0).toArray());
  const [x, y] = await onScreen(page, [0, middle[1] + 0.15, 0.15]);
  await page.mouse.click(x, y);
  await until(page, () => window.pliant.newer?.bonds.length === 10 && window.pliant.newer.bonds[9] === 1);
  await page.click("#tool-hand");
  await page.mouse.move(x, y + 8);
  await page.mouse.down();
  await until(page, () => window.pliant.newer?.head.hands.length === 1);
  await page.mouse.up();
});

onPage("a ball can be thrown", "#/stack", async (page) => {
  await reach(page, 3);
  const bodies = await page.evaluate(() => window.pliant.newer?.states.length);
  await page.click("#tool-ball");
  const [x, y] = await onScreen(page, [0, 0.8, 0]);
  await page.mouse.click(x, y);
  await until(page, (count) => window.pliant.newer?.states.length === count, bodies + 1);
  await until(page, () => window.pliant.newer?.head.probes[2] > 0.05);
});

onPage("a slider changes the result", "#/bounce", async (page) => {
  await reach(page, 3);
  await page.click("#tab-values");
  await page.locator("#set-gravity").fill("10");
  await until(page, () => window.pliant.scene.head.changed.includes("gravity"));
  // It fell from 1.1 m, and now falls up.
  await until(page, () => window.pliant.newer?.head.probes[0] > 1.5);
  // A material starts the scene again.
  await page.fill("#set-rigid-ball-restitution + input", "0");
  await page.locator("#set-rigid-ball-restitution + input").blur();
  await page.waitForSelector(".toast", PATIENCE);
  await page.click("#unset");
  await until(page, () => window.pliant.scene.head.changed.length === 0);
});

onPage("plots are drawn, with what is expected", "#/bounce", async (page) => {
  await reach(page, 10);
  await until(page, () => window.pliant.numbers.samples > 5);
  await until(page, () => {
    const plots = Array.from(document.querySelectorAll("canvas.plot"));
    const inked = (canvas) => canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height)
      .data.filter((value, i) => i % 4 === 3 && value > 0).length;
    return plots.length >= 6 && inked(plots[0]) > 100;
  });
  await reach(page, 200);
  await page.waitForSelector(".mark.good", PATIENCE);
});

onPage("overlays are shown with a legend", "#/jelly-cube", async (page) => {
  await reach(page, 12);
  await page.click("#tab-look");
  for (const name of ["wires", "nodes", "contacts", "bonds", "strain"]) await page.check(`#show-${name}`);
  await page.waitForSelector("#legend:not([hidden]) .scale:not([hidden])", PATIENCE);
  assert.match(await page.locator("#legend").innerText(), /%[^]*N at a contact/);
  assert.ok(await page.isDisabled("#show-sleeping"));
});

onPage("bodies that sleep are shown", "#/sleepers", async (page) => {
  await reach(page, 1);
  await page.click("#tab-look");
  assert.ok(await page.isEnabled("#show-sleeping"));
  await until(page, () => Array.from(window.pliant.newer?.states ?? []).some((state) => state & 2));
  await page.check("#show-sleeping");
  await drawn(page);
});

test("a bad scene shows its mistake, and runs once it is mended", { timeout: 300_000 }, async () => {
  const folder = await mkdtemp(join(tmpdir(), "pliant-"));
  const file = join(folder, "bad.toml");
  const ball = '[[rigid]]\nname = "ball"\nshape = { ball = { radius = 0.2 } }\n';
  await writeFile(file, `steps = 3\n${ball}`);
  const own = await startServer("--port", "0", file);
  const { page, context } = await openPage(browser, own.url, SMALL);
  try {
    await page.waitForSelector("#error", PATIENCE);
    assert.match(await page.locator("#error").innerText(), /bad\.toml:1:1: .*steps/);
    await writeFile(file, ball);
    await page.click("text=Try again");
    await reach(page, 2);
    assert.ok(await page.locator(".failure").isHidden());
  } finally {
    await context.close();
    await own.stop();
    await rm(folder, { recursive: true });
  }
});

test("the page comes back when the server does", { timeout: 300_000 }, async () => {
  const first = await startServer("--port", "0", "bounce");
  const { page, context } = await openPage(browser, first.url, SMALL);
  try {
    await reach(page, 5);
    await first.stop();
    await page.waitForSelector("body.lost", PATIENCE);
    const second = await startServer("--port", new URL(first.url).port, "bounce");
    try {
      await page.waitForSelector("body:not(.lost)", PATIENCE);
      await until(page, () => window.pliant.newer?.head.playing);
      await reach(page, 3);
    } finally {
      await second.stop();
    }
  } finally {
    await context.close();
    await first.stop();
  }
});

test("a short break of the line goes on where it was", { timeout: 300_000 }, async () => {
  const { page, context } = await openPage(browser, `${server.url}#/pendulum`, SMALL);
  try {
    await reach(page, 10);
    await page.click("#play");
    await until(page, () => window.pliant.newer?.head.playing === false);
    const stopped = await steps(page);
    await page.evaluate(() => window.pliant.line.socket.close());
    await page.waitForSelector("body.lost", PATIENCE);
    await page.waitForSelector("body:not(.lost)", PATIENCE);
    assert.equal((await head(page)).steps, stopped);
  } finally {
    await context.close();
  }
});
