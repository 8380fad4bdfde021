import { makeTokens } from "@mcc/server/src/platform/access/tokens.ts";
import { migrate } from "@mcc/server/src/platform/db/migrate.ts";
import { chromium, type Page } from "@playwright/test";
import type pg from "pg";
import { findChromium } from "../scripts/chromium.ts";
import { openBench, withClient } from "./database.ts";
import { SECRET, startOurs } from "./processes.ts";

/**
 * The diagram of a hierarchy of 5,000 nodes and 50,000 sites, in a browser, on a database of its own: how long until the
 * first picture, how long expanding everything takes, and how evenly it pans.
 */
const SLUG = "bench-tree";
const NODES = 5_000;
const SITES = 50_000;
/** The bench's databases are told apart by their number of orders. */
const OWN_DATABASE = NODES;
const ROUNDS = 5;
const PAN_STEPS = 120;

/** Each node has four nodes below it, as far as they go. */
const fill = async (client: pg.Client): Promise<void> => {
  const { rows } = await client.query("select from mcc.companies where slug_name = $1", [SLUG]);
  if (rows.length > 0) return;
  const added = await client.query(
    `insert into mcc.companies (name, slug_name, short_name, label) values ($1, $1, $1, $1) returning id::integer`,
    [SLUG],
  );
  const company: number = added.rows[0].id;
  await client.query(
    `insert into mcc.company_configurations
       (company_id, tenant_group, customer_erp_identifier, username_prefix, has_company_hierarchy)
     values ($1, 'T', 'E', 'bench', true)`,
    [company],
  );
  await client.query(
    `with grouped as (insert into mcc.organization_groups (company_id, name) values ($1, 'Region') returning id)
     insert into mcc.organization_nodes (id, company_id, group_id, name, parent_id) overriding system value
     select n, $1, grouped.id, 'Node number ' || n, case when n = 1 then null else (n + 2) / 4 end
     from grouped, generate_series(1, $2::integer) as n order by n`,
    [company, NODES],
  );
  await client.query(
    `insert into mcc.sites (company_id, name, ecommerce_username, node_id)
     select $1, 'Site ' || n, 'tree-' || n, 1 + n % $3 from generate_series(1, $2::integer) as n`,
    [company, SITES, NODES],
  );
  await client.query(
    `insert into mcc.users (company_id, username, email, is_company_admin) values ($1, $2, 'tree@example.com', true)`,
    [company, SLUG],
  );
};

const signIn = async (client: pg.Client): Promise<string> => {
  const { rows } = await client.query(
    `insert into mcc.sessions (user_id, expires_at)
     select id, now() + interval '1 day' from mcc.users where username = $1 returning id, user_id::integer`,
    [SLUG],
  );
  return makeTokens(SECRET).sign(rows[0].id, rows[0].user_id);
};

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
    await fill(client);
    await client.query("vacuum analyze");
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
