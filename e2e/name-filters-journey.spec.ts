import { readFileSync } from "node:fs";
import { expect, type Page, test } from "@playwright/test";
import { readXlsx } from "hucre";
import { column } from "./documents-page.ts";
import { signIn } from "./people.ts";

const ADMIN = "acme-company.admin";
const YARDS = ["Permian Yard 4", "Rig 93 Cotulla"] as const;

const chips = (page: Page) => page.getByRole("list", { name: "Active filters" });
const panel = (page: Page) => page.getByRole("dialog", { name: "Filter Site" });
/** The sites of the rows that are shown. */
const sites = async (page: Page) => new Set(await column(page, "Site"));
const names = (page: Page) => new URL(page.url()).searchParams.getAll("site");
const QUOTED = YARDS.map((name) => `"${name}"`);

test("a buyer finds the orders of two sites, reloads, exports exactly those, goes on to documents and pending orders, and does the same on a phone (WORK-003)", async ({
  page,
}) => {
  await signIn(page, ADMIN, "/orders");
  await page.getByRole("button", { name: "Filter Site" }).click();
  await expect(page.getByRole("textbox", { name: "Site" })).toBeFocused();
  await page.keyboard.type("permian");
  await panel(page).getByRole("checkbox", { name: YARDS[0] }).check();
  await page.getByRole("textbox", { name: "Site" }).fill("cotulla");
  await panel(page).getByRole("checkbox", { name: YARDS[1] }).check();
  await expect.poll(() => names(page).toSorted()).toEqual(QUOTED);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: "Filter Site (on)" })).toBeFocused();
  await expect(chips(page)).toContainText(`${YARDS[0]}, ${YARDS[1]}`);
  await expect.poll(() => sites(page)).toEqual(new Set(YARDS));

  await page.reload();
  await expect(chips(page)).toContainText(`${YARDS[0]}, ${YARDS[1]}`);
  await expect.poll(() => sites(page)).toEqual(new Set(YARDS));
  await page.getByRole("button", { name: "Filter Site (on)" }).click();
  for (const name of YARDS) await expect(panel(page).getByRole("checkbox", { name })).toBeChecked();
  await page.keyboard.press("Escape");

  const saving = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export" }).click();
  const { sheets } = await readXlsx(readFileSync(await (await saving).path()));
  const [head = [], ...rows] = sheets[0]?.rows ?? [];
  const exported = rows.map((row) => row[head.indexOf("Site")]).filter((site) => site && site !== "Total");
  expect(new Set(exported)).toEqual(new Set(YARDS));

  // The same addresses work for the other lists.
  const search = new URL(page.url()).search;
  for (const path of ["/pending-approvals", "/documents", "/alerts"]) {
    const listed = page.waitForResponse((answer) => /\/api\/[a-z/]+\/\?.*site=/.test(answer.url()));
    await page.goto(`${path}${search}`);
    const { results } = await (await listed).json();
    const found = results.map(({ site }: { site: string | { name: string } }) =>
      typeof site === "string" ? site : site.name,
    );
    expect(YARDS).toEqual(expect.arrayContaining([...new Set(found)]));
    await expect(chips(page)).toContainText(`${YARDS[0]}, ${YARDS[1]}`);
  }

  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`/orders?site=${encodeURIComponent(QUOTED[0] ?? "")}`);
  await page.getByRole("button", { name: "Filter and sort" }).click();
  await page.getByRole("button", { name: `Site ${YARDS[0]}` }).click();
  await page.getByRole("textbox", { name: "Site" }).fill("cotulla");
  await page.getByRole("checkbox", { name: YARDS[1] }).check();
  await expect.poll(() => names(page).toSorted()).toEqual(QUOTED);
  await page.getByRole("button", { name: /^Show .* orders$/ }).click();
  await expect(chips(page)).toContainText(`${YARDS[0]}, ${YARDS[1]}`);
  await page.goBack();
  await expect.poll(() => names(page)).toEqual(QUOTED.slice(0, 1));
});
