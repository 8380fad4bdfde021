import { migrate } from "@mcc/server/src/platform/db/migrate.ts";
import { chromium, type Page } from "@playwright/test";
import { findChromium } from "../scripts/chromium.ts";
import { openBench, withClient } from "./database.ts";
import { fillHierarchy, NODES, signIn } from "./fill-hierarchy.ts";
import { startOurs } from "./processes.ts";

/**
 * The diagram of a hierarchy of 5,000 nodes and 50,000 sites, in a browser, on a database of its own: how long until the
 * first picture, how long expanding everything takes, and how evenly it pans.
 */
/** The bench's databases are told apart by their number of orders. */
const OWN_DATABASE = NODES;
const ROUNDS = 5;
const PAN_STEPS = 120;

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;
const percentile = (values: readonly number[], part: number): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * part)] ?? 0;

/** Milliseconds from opening the page until the first node is drawn, and what the response took of them. */
const firstPicture = async (page: Page, address: string) => {
  await page.goto("about:blank");
  await page.goto(`${address}/hierarchy/tree`);
  await page.locator("[data-node]").first().waitFor();
  return page.evaluate(async () => {
    await new Promise(requestAnimationFrame);
    const response = performance
      .getEntriesByType("resource")
      .find(({ name }) => name.includes("/company-hierarchy/tree/"));
    return { drawn: performance.now(), response: response?.duration ?? 0 };
  });
};

const expandAll = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    const button = [...document.querySelectorAll("button")].find(
      ({ textContent }) => textContent === "Expand all",
    );
    const began = performance.now();
    button?.click();
    await new Promise(requestAnimationFrame);
    await new Promise(requestAnimationFrame);
    return performance.now() - began;
  });

/** The milliseconds between the frames of a pan by pointer. */
const pan = async (page: Page, steps: number): Promise<number[]> => {
  const box = await page.locator("[role=group]").boundingBox();
  if (!box) throw new Error("There is no diagram.");
  const [x, y] = [box.x + 20, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.evaluate(() => {
    const frames: number[] = [];
    Object.assign(window, { frames });
    const next = (at: number) => {
      frames.push(at);
      requestAnimationFrame(next);
    };
    requestAnimationFrame(next);
  });
  for (let step = 0; step < steps; step++)
    await page.mouse.move(x + (step % 40), y + 200 * Math.sin(step / 10));
  await page.mouse.up();
  const frames = await page.evaluate(() => (window as unknown as { frames: number[] }).frames);
  return frames.slice(1).map((at, n) => at - (frames[n] ?? at));
};

const panLine = (where: string, frames: readonly number[]): string =>
  `Panning ${where}: ${frames.length} frames, median ${median(frames).toFixed(1)} ms, p95 ${percentile(frames, 0.95).toFixed(1)} ms.`;

const database = await openBench(OWN_DATABASE);
try {
  await migrate(database.url);
  const token = await withClient(database.url, async (client) => {
    await fillHierarchy(client);
    return signIn(client);
  });
  const ours = await startOurs(database.url, OWN_DATABASE, "web");
  const browser = await chromium.launch({ executablePath: findChromium() });
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    await page.addInitScript((value) => localStorage.setItem("am-token", value), token);
    const pictures = [];
    for (let round = 0; round < ROUNDS; round++) pictures.push(await firstPicture(page, ours.address));
    console.log(
      `First picture of ${NODES} nodes: ${median(pictures.map(({ drawn }) => drawn)).toFixed(0)} ms, of which the response took ${median(pictures.map(({ response }) => response)).toFixed(0)} ms (median of ${ROUNDS}).`,
    );
    console.log(`Expanding all ${NODES} nodes: ${(await expandAll(page)).toFixed(0)} ms.`);
    console.log(panLine("at full size", await pan(page, PAN_STEPS)));
    for (let times = 0; times < 8; times++) await page.getByRole("button", { name: "Zoom Out" }).click();
    console.log(panLine("zoomed out to 0.25", await pan(page, PAN_STEPS)));
  } finally {
    await browser.close();
    await ours.stop();
  }
} finally {
  await database.stop();
}
