import { expect, type Page, test } from "@playwright/test";
import {
  checkbox,
  column,
  downloadButton,
  everything,
  headerTexts,
  holdRequests,
  LIST,
  nameIn,
  panel,
  rows,
  withRows,
} from "./documents-page.ts";
import { openSignedIn, withAllColumns } from "./people.ts";

test.beforeEach(({ page }) => withAllColumns(page));

const activeFilters = (page: Page) => page.getByRole("list", { name: "Active filters" });

test("the documents page has its path, columns and pagers, newest first, View and Download, and filters with suggestions; a new request cancels the pending one (DOC-001, DOC-002, DOC-003, DOC-004, DOC-007, DOC-008, DOC-009, DOC-010, DOC-016, DOC-017, DOC-019, DOC-030, TABLE-022 partly)", async ({
  page,
  context,
}) => {
  const told: string[] = [];
  page.on("console", (message) => message.type() === "error" && told.push(message.text()));
  const asked = page.waitForRequest(LIST);
  await openSignedIn(page, "acme-company.admin", "/documents");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Document Repository");
  await expect(page.getByRole("main").getByText("Company", { exact: true })).toBeVisible();
  await expect(rows(page)).toHaveCount(20);
  expect(await headerTexts(page)).toEqual([
    "Select",
    "Name",
    "Document Type",
    "Order",
    "PO Number",
    "AFE",
    "Document Date",
    "Actions",
  ]);
  expect(new URL((await asked).url()).searchParams.get("ordering")).toBe("-order_date");
  const dated = page.getByRole("columnheader").filter({ hasText: "Document Date" });
  await expect(dated).toHaveAttribute("aria-sort", "descending");
  const days = (await column(page, "Document Date")).map((text) => Date.parse(text));
  expect(days).toEqual(days.toSorted((a, b) => b - a));
  const table = await page.getByRole("table").boundingBox();
  const pagers = page.getByRole("navigation", { name: /^Documents, pages/ });
  await expect(pagers).toHaveCount(2);
  expect((await pagers.first().boundingBox())?.y).toBeLessThan(table?.y ?? 0);
  expect((await pagers.last().boundingBox())?.y).toBeGreaterThan(table?.y ?? 0);

  await test.step("View opens the link of the row in a new tab; Download is beside it", async () => {
    const pdf = rows(page).filter({ has: page.getByRole("link", { name: /^View .*\.pdf$/ }) });
    const actions = pdf.first().getByRole("cell").last();
    await expect(actions.getByRole("link")).toHaveCount(1);
    await expect(actions.getByRole("button", { name: /^Download / })).toHaveCount(1);
    const view = actions.getByRole("link", { name: /^View / });
    await view.hover();
    await expect(page.getByRole("tooltip")).toHaveText("View");
    const link = await view.getAttribute("href");
    const opening = context.waitForEvent("page");
    await view.click();
    const tab = await opening;
    await expect(tab).toHaveURL(String(link));
    // Nobody may frame it, which the browser's own viewer is not: it is shown.
    const shown = () => tab.frames().filter((frame) => frame.url() === link).length;
    await expect.poll(shown, "the page, and the file inside the viewer").toBe(2);
    const file = await (await fetch(String(link))).arrayBuffer(); // as the tab asks: without a header
    expect(Buffer.from(file).subarray(0, 5).toString()).toBe("%PDF-");
    await tab.close();
    await expect(page).toHaveURL(/\/documents$/);
  });

  await test.step("a new request cancels the pending one, without a toast", async () => {
    const release = await holdRequests(page, /\/api\/documents\/\?.*document_name=quote/);
    const held = page.waitForRequest(/\/api\/documents\/\?.*document_name=quote/);
    await page.getByRole("button", { name: "Filter Name", exact: true }).click();
    await expect(page.getByRole("combobox", { name: "Name" })).toBeFocused();
    await page.keyboard.type("quote");
    const pending = await held;
    const cancelled = page.waitForEvent("requestfailed", (request) => request === pending);
    await page.getByRole("combobox", { name: "Name" }).fill("invoice");
    expect((await cancelled).failure()?.errorText).toContain("ERR_ABORTED");
    await expect
      .poll(async () => (await column(page, "Name")).every((name) => name.startsWith("Invoice")))
      .toBe(true);
    release();
    await expect(page.getByRole("alert")).toHaveCount(0);
    expect(told).toEqual([]);
    await page.goto("/documents");
  });

  for (const [label, field] of [
    ["Name", "document_name"],
    ["Order", "order_identifier"],
    ["PO Number", "po_number"],
    ["AFE", "afe_number"],
  ] as const) {
    const suggested = page.waitForResponse((answer) =>
      answer.url().includes(`/documents/suggestions/?field=${field}`),
    );
    await page.getByRole("button", { name: `Filter ${label}`, exact: true }).click();
    await expect(page.getByRole("combobox", { name: label })).toBeFocused();
    expect((await (await suggested).json()).results.length).toBeGreaterThan(1);
    await expect(page.getByRole("option").first()).toBeVisible();
    await page.keyboard.press("Escape");
  }
  await page.getByRole("button", { name: "Filter Document Type" }).click();
  await expect(page.getByRole("textbox", { name: "Document Type" })).toBeFocused();
  await page.keyboard.type("pack");
  await page.getByRole("checkbox", { name: "Packing Slip", exact: true }).check();
  await page.keyboard.press("Escape");
  await expect
    .poll(async () => new Set(await column(page, "Document Type")))
    .toEqual(new Set(["Packing Slip"]));
  await page.getByRole("button", { name: "Filter Document Date" }).click();
  await page.getByPlaceholder("Start").fill("01/01/25");
  await page.getByPlaceholder("Start").press("Enter");
  await expect(page).toHaveURL(/orderDate_after=/);
  await expect(activeFilters(page)).toContainText("Document Date: from 01/01/25");
  await page.reload();
  await expect(activeFilters(page)).toContainText("Packing Slip");
});

test("in a company with a hierarchy, each group is a column with a select filter after the second column (DOC-005, DOC-006)", async ({
  page,
}) => {
  await openSignedIn(page, "borealis-company.admin", "/documents");
  await expect(rows(page)).toHaveCount(20);
  expect((await headerTexts(page)).slice(0, 7)).toEqual([
    "Select",
    "Name",
    "Corporate",
    "Region",
    "Division",
    "Area",
    "Document Type",
  ]);
  await page.getByRole("button", { name: "Filter Division" }).click();
  await page.getByRole("checkbox", { name: "Kivalliq Division" }).check();
  await expect
    .poll(async () => new Set(await column(page, "Division")))
    .toEqual(new Set(["Kivalliq Division"]));
});

test("the button shows the number of selected documents, the header checkbox is checked exactly if all listed rows are, and the selection is kept on other pages (DOC-011, DOC-012, DOC-013, DOC-014)", async ({
  page,
}) => {
  await openSignedIn(page, "acme-company.admin", "/documents");
  await expect(rows(page)).toHaveCount(20);
  await expect(downloadButton(page, 0)).toBeDisabled();
  await checkbox(page, 0).check();
  await expect(downloadButton(page, 1)).toBeEnabled();
  await expect(everything(page)).not.toBeChecked();
  await checkbox(page, 0).uncheck();
  await expect(downloadButton(page, 0)).toBeDisabled();
  await everything(page).check();
  await expect(downloadButton(page, 20)).toBeEnabled();
  await expect(rows(page).getByRole("checkbox", { checked: true })).toHaveCount(20);
  await checkbox(page, 7).uncheck();
  await expect(everything(page)).not.toBeChecked();
  await checkbox(page, 7).check();
  await expect(everything(page)).toBeChecked();
  await everything(page).uncheck();
  await expect(downloadButton(page, 0)).toBeDisabled();

  await test.step("Shift selects the rows in between, Space the focused row", async () => {
    await checkbox(page, 2).click();
    await checkbox(page, 6).click({ modifiers: ["Shift"] });
    await expect(downloadButton(page, 5)).toBeVisible();
    await rows(page).first().focus();
    await page.keyboard.press("Space");
    await expect(downloadButton(page, 6)).toBeVisible();
    await expect(checkbox(page, 0)).toBeChecked();
    await page.keyboard.press("ArrowDown");
    await expect(rows(page).nth(1)).toBeFocused();
  });

  await page.getByRole("button", { name: "Next" }).first().click();
  await expect(page.getByText("Showing 21 - 40 of 600").first()).toBeVisible();
  await expect(page.getByText("6 selected, 6 selected on other pages")).toBeVisible();
  await checkbox(page, 0).check();
  await expect(page.getByText("7 selected, 6 selected on other pages")).toBeVisible();
  await expect(everything(page)).not.toBeChecked();
  await expect(downloadButton(page, 7)).toBeEnabled();
  await page.goBack();
  await expect(page.getByText("Showing 1 - 20 of 600").first()).toBeVisible();
  await expect(checkbox(page, 2)).toBeChecked();
  await page.getByRole("button", { name: "Clear selection" }).click();
  await expect(downloadButton(page, 0)).toBeDisabled();
  await expect(checkbox(page, 2)).not.toBeChecked();
});

test.describe("in Chicago", () => {
  test.use({ timezoneId: "America/Chicago" });

  test("a list that cannot be loaded shows a toast; empty numbers read N.A., dates are short and local (DOC-029, DOC-032, DOC-033)", async ({
    page,
  }) => {
    await page.route(LIST, (route) => route.fulfill({ status: 400, json: {} }));
    await openSignedIn(page, "acme-company.admin", "/documents");
    const told = page.getByRole("alert").filter({ hasText: "There has been an error fetching documents" });
    await expect(told).toBeVisible();
    await page.unroute(LIST);
    await withRows(page, {
      0: {
        po_number: null,
        afe_number: "",
        invoice_number: null,
        tracking_number: "",
        order_date: "2026-03-08T03:05:00.000Z",
        created_date: "2026-03-09T03:05:00.000Z",
        modified_date: "2026-03-10T03:05:00.000Z",
      },
    });
    await page.getByRole("button", { name: "Try again" }).click();
    await expect(rows(page)).toHaveCount(20);
    await expect.poll(async () => (await column(page, "Document Date"))[0]).toBe("Mar 07 2026");
    for (const label of ["PO Number", "AFE"]) expect((await column(page, label))[0]).toBe("N.A.");
    await nameIn(page, 0).click();
    for (const [label, value] of [
      ["Invoice Number", "N.A."],
      ["Tracking Number", "N.A."],
      ["Document Date", "Mar 07 2026"],
      ["Created", "Mar 08"],
      ["Modified", "Mar 09"],
    ] as const) {
      const fact = panel(page).locator("dl > div").filter({ hasText: label });
      await expect(fact.locator("dd")).toHaveText(value);
    }
  });
});
