import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { type Browser, chromium } from "@playwright/test";
import { buildWebIfStale } from "../../scripts/build-web.ts";
import { findChromium, findHeadlessShell } from "../../scripts/chromium.ts";
import { launch, START } from "../processes.ts";
import { companyTasks } from "./company-tasks.ts";
import { demoAt, PASSWORD } from "./demo.ts";
import { orderTasks, placeOrders } from "./order-tasks.ts";
import { type Counts, expect, PATIENCE, personAt, type Task, WIDTHS, type Width } from "./person.ts";

/** Ten tasks as a new user does them, on the demo, counted in presses and typed texts at two widths. */

const { values: options } = parseArgs({
  options: { only: { type: "string" }, address: { type: "string" }, pictures: { type: "string" } },
});

const doTask = async (browser: Browser, address: string, task: Task, width: Width): Promise<Counts> => {
  const context = await browser.newContext({
    baseURL: address,
    viewport: WIDTHS[width],
    hasTouch: width === 390,
    reducedMotion: "reduce",
  });
  context.setDefaultTimeout(PATIENCE);
  const page = await context.newPage();
  try {
    if (task.as) {
      await page.goto("/");
      await page
        .getByLabel("Username or email address")
        .fill(typeof task.as === "string" ? task.as : task.as(width));
      await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
      await page.getByRole("button", { name: "Log in" }).click();
      await expect(page.getByRole("heading", { level: 1 })).toHaveText(/^(Home|MCC Admin)$/);
    }
    const person = personAt(page, width);
    await task.run(person);
    return person.counts();
  } catch (error) {
    if (options.pictures)
      await page.screenshot({ path: join(options.pictures, `${task.name}-${width}.png`) });
    throw error;
  } finally {
    await context.close();
  }
};

const wordsOf = ({ presses, texts }: Counts): string =>
  texts === 0 ? `${presses}` : `${presses} + ${texts} ${texts === 1 ? "text" : "texts"}`;

const doTasks = async (address: string): Promise<void> => {
  const demo = demoAt(address);
  await placeOrders(demo);
  const { approveBelow, seeWhy, approveFromMail, exportAndShare } = orderTasks(demo);
  const { createSite, importSites, alertByMail, moveNode, createCompany, nameDeputy } = companyTasks;
  const tasks = [
    ...[approveBelow, createSite, importSites, alertByMail, moveNode],
    ...[createCompany, nameDeputy, seeWhy, approveFromMail, exportAndShare],
  ];
  const chosen = tasks.filter(({ name }) => !options.only || name.includes(options.only));
  const browser = await chromium.launch({ executablePath: findHeadlessShell() ?? findChromium() });
  console.log("| task | before | at 1440 px | at 390 px |\n| --- | --- | --- | --- |");
  for (const task of chosen) {
    const counts: string[] = [];
    for (const width of [1440, 390] as const) {
      const words = await doTask(browser, address, task, width).then(wordsOf, (error: Error) => {
        process.exitCode = 1;
        console.error(error.message);
        return "✗";
      });
      counts.push(words);
    }
    console.log(`| ${[task.name, task.before, ...counts].join(" | ")} |`);
  }
  await browser.close();
};

if (options.address) await doTasks(options.address);
else {
  await buildWebIfStale();
  const dataDir = mkdtempSync(join(tmpdir(), "mcc-tasks-"));
  const product = await launch(START, { MCC_DATA_DIR: dataDir });
  try {
    await doTasks(product.address);
  } finally {
    await product.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}
