import { readFileSync } from "node:fs";
import { expect, test } from "@playwright/test";
import { readXlsx } from "hucre";
import { signIn } from "./people.ts";

const EXPORTED = [
  "site",
  "location_name",
  "business_unit",
  "region",
  "ordered_by",
  "requested_by",
  "order",
  "po",
  "afe",
  "tracking_numbers",
  "status",
  "lines",
  "total",
  "date",
];

test("a buyer filters, sorts, arranges, reloads, opens, returns and exports (ORD-011, ORD-027, ORD-028, ORD-029, TABLE-015, TABLE-016, TABLE-030, TABLE-031, TABLE-033, TABLE-036, TABLE-039)", async ({
  page,
}) => {
  test.slow();
  await signIn(page, "acme-company.admin", "/orders");
  await page.getByRole("button", { name: "Filter Site" }).click();
  await page.keyboard.type("permian");
  await page.getByRole("option", { name: "Permian Yard 4" }).click();
  await page.getByRole("button", { name: "Filter Order Date" }).click();
  await page.getByPlaceholder("Start").fill("01/01/24");
  await page.getByPlaceholder("Start").press("Enter");
  await page.getByPlaceholder("End").fill("12/31/25");
  await page.getByPlaceholder("End").press("Enter");
  await page.keyboard.press("Escape");
  await page
    .getByRole("columnheader", { name: /^Total/ })
    .getByRole("button", { name: "Total" })
    .click();
  await expect(page).toHaveURL(/ordering=total/);

  await page.getByRole("button", { name: "Reorganize Columns" }).click();
  const dialog = page.getByRole("dialog");
  for (const name of ["Add", "Remove", "Move up", "Move down", "Remove all"]) {
    await expect(dialog.getByRole("button", { name, exact: true })).toBeVisible();
  }
  await expect(dialog.getByRole("listbox")).toHaveCount(2);
  await dialog.getByRole("option", { name: "Region" }).click();
  await dialog.getByRole("button", { name: "Remove", exact: true }).click();
  await dialog.getByRole("option", { name: "Total" }).click();
  for (let n = 0; n < 3; n++) await dialog.getByRole("button", { name: "Move up" }).click();
  const kept = page.waitForResponse(
    (answer) => /preferences\/columns(:|%3A)orders/.test(answer.url()) && answer.request().method() === "PUT",
  );
  await dialog.getByRole("button", { name: "Move up" }).click();
  await kept;
  await dialog.getByRole("button", { name: "Close" }).last().click();
  const arranged = (await page.getByRole("columnheader").allInnerTexts()).map((name) => name.trim());
  expect(arranged).not.toContain("Region");
  expect(arranged.indexOf("Total")).toBeLessThan(arranged.indexOf("Status"));

  await page.reload();
  await expect(page.getByText(/^Showing 1 - 20 of /).first()).toBeVisible();
  expect((await page.getByRole("columnheader").allInnerTexts()).map((name) => name.trim())).toEqual(arranged);
  await expect(page.getByRole("list", { name: "Active filters" })).toContainText("Permian Yard 4");
  const address = page.url();

  await page.locator("tbody tr").first().getByRole("link").first().click();
  await expect(page.getByRole("link", { name: "Return to orders" })).toBeVisible();
  await page.getByRole("link", { name: "Return to orders" }).click();
  await expect(page).toHaveURL(address);

  const listed = page.waitForResponse((answer) => answer.url().includes("limit=100000000000"));
  const saving = page.waitForEvent("download");
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.context().route(/limit=100000000000/, async (route) => {
    await held;
    await route.continue();
  });
  await page.getByRole("button", { name: "Export" }).click();
  await expect(page.getByText("The export has started")).toBeVisible();
  release();
  const file = await saving;
  expect(file.suggestedFilename()).toMatch(/^orders_report_\d{4}-\d{2}-\d{2}\.xlsx$/);
  const query = new URL((await listed).url()).searchParams;
  expect([query.get("untrimmed"), query.get("site")]).toEqual(["true", "Permian Yard 4"]);

  const token = await page.evaluate(() => localStorage.getItem("am-token"));
  const answer = await page.request.get((await listed).url(), { headers: { authorization: `JWT ${token}` } });
  const orders: { identifier: string; taxful_total_price_value: string; tracking_numbers: string[] }[] = (
    await answer.json()
  ).results;
  const workbook = await readXlsx(readFileSync(await file.path()));
  const sheet = workbook.sheets[0];
  const [header = [], ...rows] = sheet?.rows ?? [];
  expect(header).toHaveLength(EXPORTED.length);
  expect(header.map(String)).not.toContain("Actions");
  expect(rows).toHaveLength(orders.length + 1);
  const at = (name: string) => EXPORTED.indexOf(name);
  for (const [n, order] of orders.entries()) {
    expect(rows[n]?.[at("order")]).toBe(order.identifier);
    expect(rows[n]?.[at("total")]).toBe(Number(order.taxful_total_price_value));
    expect(rows[n]?.[at("tracking_numbers")] ?? "").toBe(order.tracking_numbers.join(","));
  }
  const cents = orders.reduce(
    (sum, order) => sum + Math.round(Number(order.taxful_total_price_value) * 100),
    0,
  );
  expect(Math.round(Number(rows.at(-1)?.[at("total")]) * 100)).toBe(cents);
});
