import { readFileSync } from "node:fs";
import { expect, test } from "@playwright/test";
import { readXlsx } from "hucre";
import { signIn } from "./people.ts";
import { requestAs } from "./placed-orders.ts";

const ADMIN = "acme-company.admin";

/** The columns of the file, in order, and what each says about an order. */
const EXPORTED: readonly (readonly [label: string, value: (order: ExportedOrder) => unknown])[] = [
  ["Site", ({ site }) => site.name],
  ["Location Name", ({ site }) => site.location_name],
  ["Business Unit", ({ site }) => site.business_unit],
  ["Region", ({ site }) => site.region],
  ["Ordered By", ({ ordered_by }) => ordered_by],
  ["Requested By", ({ requested_by }) => requested_by],
  ["Order", ({ identifier }) => identifier],
  ["PO", ({ po_number }) => po_number || "N.A."],
  ["AFE", ({ afe_number }) => afe_number || "N.A."],
  ["Tracking Numbers", ({ tracking_numbers }) => tracking_numbers.join(",")],
  ["Status", ({ status }) => status],
  ["Lines", ({ lines }) => lines],
  ["Total", ({ taxful_total_price_value }) => Number(taxful_total_price_value)],
  ["Date", ({ order_date }) => order_date],
];
const columnOf = (label: string) => EXPORTED.findIndex(([name]) => name === label);
const MONEY = '"$"#,##0.00';
const MOMENT = "mmm dd yyyy h:mm AM/PM";

interface ExportedOrder {
  readonly identifier: string;
  readonly site: Readonly<Record<"name" | "location_name" | "business_unit" | "region", string | null>>;
  readonly ordered_by: string | null;
  readonly requested_by: string | null;
  readonly po_number: string | null;
  readonly afe_number: string | null;
  readonly tracking_numbers: readonly string[];
  readonly status: string;
  readonly lines: number;
  readonly taxful_total_price_value: string;
  readonly order_date: string;
}

const centsOf = (amount: unknown): number => Math.round(Number(amount) * 100);
/** A spreadsheet knows no time zones: its moments are those of the clock here. */
const wallClock = (iso: string): number => {
  const moment = new Date(iso);
  return Math.round(moment.getTime() / 1000) - moment.getTimezoneOffset() * 60;
};

test("a buyer filters and sorts orders, arranges columns, reloads, opens an order, removes a line, returns and exports (ORD-011, ORD-026, ORD-027, ORD-028, ORD-029, ORD-079, TABLE-015, TABLE-016, TABLE-030, TABLE-031, TABLE-033, TABLE-034, TABLE-039)", async ({
  page,
}) => {
  // As somebody who has arranged nothing yet, also when it is walked once more.
  await requestAs(page, ADMIN, "PUT", "/accounts/preferences/columns:orders/", { value: [] });
  await signIn(page, ADMIN, "/orders");
  await page.getByRole("button", { name: "Show all columns" }).click();
  await expect(page.getByRole("button", { name: "View: All columns" })).toBeVisible();
  await page.getByRole("button", { name: "Filter Site" }).click();
  await expect(page.getByRole("textbox", { name: "Site" })).toBeFocused();
  await page.keyboard.type("permian");
  await page.getByRole("checkbox", { name: "Permian Yard 4" }).check();
  await page.getByRole("button", { name: "Filter Order Date" }).click();
  await page.getByPlaceholder("Start").fill("01/01/24");
  await page.getByPlaceholder("Start").press("Enter");
  await page.getByPlaceholder("End").fill("12/31/30");
  await page.getByPlaceholder("End").press("Enter");
  await page.keyboard.press("Escape");
  await page
    .getByRole("columnheader", { name: /^Total/ })
    .getByRole("button", { name: "Total", exact: true })
    .click();
  await expect(page).toHaveURL(/ordering=-total/);

  await page.getByRole("button", { name: "Reorganize Columns" }).click();
  const dialog = page.getByRole("dialog");
  for (const name of ["Add", "Remove", "Move up", "Move down", "Remove all"]) {
    await expect(dialog.getByRole("button", { name, exact: true })).toBeVisible();
  }
  await expect(dialog.getByRole("list")).toHaveCount(2);
  await dialog.getByRole("checkbox", { name: "Region" }).focus();
  await dialog.getByRole("button", { name: "Remove", exact: true }).click();
  await dialog.getByRole("checkbox", { name: "Total" }).focus();
  for (let n = 0; n < 3; n++) await dialog.getByRole("button", { name: "Move up" }).click();
  await dialog.getByRole("button", { name: "Move up" }).click();
  await dialog.getByRole("button", { name: "Close" }).last().click();
  const arranged = (await page.getByRole("columnheader").allInnerTexts()).map((name) => name.trim());
  expect(arranged).not.toContain("Region");
  expect(arranged.indexOf("Total")).toBeLessThan(arranged.indexOf("Status"));

  const token = await page.evaluate(() => localStorage.getItem("am-token"));
  const ask = async (path: string) =>
    (await page.request.get(path, { headers: { authorization: `JWT ${token}` } })).json();
  // Each step is saved after the one before: the last of them is what stays.
  const isKept = async () => {
    const { value } = await ask("/api/accounts/preferences/columns:orders/");
    return value?.includes("-region") && value.indexOf("total") < value.indexOf("status");
  };
  await expect.poll(isKept).toBe(true);
  await page.reload();
  await expect(page.getByText(/^Showing 1 - 20 of /).first()).toBeVisible();
  expect((await page.getByRole("columnheader").allInnerTexts()).map((name) => name.trim())).toEqual(arranged);
  await expect(page.getByRole("list", { name: "Active filters" })).toContainText("Permian Yard 4");

  const everything: ExportedOrder[] = (
    await ask(`/api/orders/${new URL(page.url()).search}&limit=100000000000`)
  ).results;
  const at = everything.findIndex(({ status, lines }) => status === "Pending Approval" && lines > 1);
  const identifier = everything[at]?.identifier ?? "";
  const next = page
    .getByRole("navigation", { name: "Orders, pages", exact: true })
    .getByRole("button", { name: "Next" });
  for (let n = 0; n < Math.floor(at / 20); n++) await next.click();
  const link = page.getByRole("link", { name: identifier, exact: true });
  await expect(link).toBeVisible();
  const address = page.url();
  await link.click();

  const before = await ask(`/api/orders/${identifier}/`);
  const lines = page.getByRole("region", { name: "Lines" }).locator("tbody tr");
  await expect(lines.first()).toBeVisible();
  const shown = await lines.count();
  await page
    .getByRole("button", { name: /^Remove item/ })
    .first()
    .click();
  await dialog.getByRole("button", { name: "Remove", exact: true }).click();
  await expect(dialog).toContainText("Your item has been removed from the order.");
  await dialog.getByRole("button", { name: "Close" }).last().click();
  await expect(lines).toHaveCount(shown - 1);
  const after = await ask(`/api/orders/${identifier}/`);
  expect(centsOf(after.taxful_total_price_value)).toBeLessThan(centsOf(before.taxful_total_price_value));
  const total = Number(after.taxful_total_price_value).toLocaleString("en-US", { minimumFractionDigits: 2 });
  await expect(page.getByRole("region", { name: "Order items" }).locator("dd").last()).toHaveText(
    `$${total}`,
  );

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
  expect([query.get("limit"), query.get("untrimmed"), query.get("site")]).toEqual([
    "100000000000",
    "true",
    '"Permian Yard 4"', // chosen from the suggestions: the whole name
  ]);

  const { results: orders, count }: { results: ExportedOrder[]; count: number } = await ask(
    (await listed).url(),
  );
  expect(orders).toHaveLength(count);
  const workbook = await readXlsx(readFileSync(await file.path()), { readStyles: true });
  const sheet = workbook.sheets[0];
  const [header = [], ...rows] = sheet?.rows ?? [];
  expect(header).toEqual(EXPORTED.map(([label]) => label));
  expect(rows).toHaveLength(orders.length + 1);
  const formatAt = (row: number, label: string) =>
    sheet?.cells?.get(`${row},${columnOf(label)}`)?.style?.numFmt;
  for (const [n, order] of orders.entries()) {
    const written = rows[n]?.map((value) =>
      value instanceof Date ? Math.round(value.getTime() / 1000) : (value ?? ""),
    );
    const said = EXPORTED.map(([label, value]) =>
      label === "Date" ? wallClock(order.order_date) : (value(order) ?? ""),
    );
    expect(written).toEqual(said);
    expect([formatAt(n + 1, "Total"), formatAt(n + 1, "Date")]).toEqual([MONEY, MOMENT]);
  }
  const cents = orders.reduce((sum, order) => sum + centsOf(order.taxful_total_price_value), 0);
  expect(centsOf(rows.at(-1)?.[columnOf("Total")])).toBe(cents);
  expect(formatAt(orders.length + 1, "Total")).toBe(MONEY);
  expect(orders.find((order) => order.identifier === identifier)?.taxful_total_price_value).toBe(
    after.taxful_total_price_value,
  );
});
