import type { DocumentRow } from "@mcc/contract/documents/documents.schema.ts";
import { expect, type Page, test } from "@playwright/test";
import { enterAs } from "./people.ts";

const LIST = /\/api\/documents\/(\?|$)/;
const DOWNLOAD_FAILED = "There was an error downloading your document, try again later";
const headers = (page: Page) => page.getByRole("columnheader");
const headerTexts = async (page: Page) => (await headers(page).allInnerTexts()).map((text) => text.trim());
const rows = (page: Page) => page.locator("tbody:not([data-placeholder]) tr");
const column = async (page: Page, label: string): Promise<string[]> => {
  const at = (await headerTexts(page)).indexOf(label);
  return page.locator(`tbody tr > :nth-child(${at + 1})`).allInnerTexts();
};
const checkbox = (page: Page, at: number) => rows(page).nth(at).getByRole("checkbox");
const everything = (page: Page) => page.getByRole("checkbox", { name: "Select all" });
const downloadButton = (page: Page, count: number) =>
  page.getByRole("button", { name: `Download ${count} Document(s)`, exact: true });

/** The real list with some of its rows changed. */
const withRows = (page: Page, changes: Readonly<Record<number, Partial<DocumentRow>>>) =>
  page.route(LIST, async (route) => {
    const answer = await (await route.fetch()).json();
    for (const [at, change] of Object.entries(changes)) Object.assign(answer.results[Number(at)], change);
    await route.fulfill({ json: answer });
  });

/** Holds whatever is asked of an address until it is let go. */
const hold = async (page: Page, address: RegExp) => {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(address, async (route) => {
    await held;
    await route.continue().catch(() => {}); // what was cancelled meanwhile has nowhere to go
  });
  return release;
};

test.describe("documents", () => {
  test("the repository: its place, its columns in order, newest first, 20 rows, a pager above and below (DOC-001, DOC-002, DOC-003, DOC-007, DOC-008, TABLE-022)", async ({
    page,
  }) => {
    const asked = page.waitForRequest(LIST);
    await enterAs(page, "acme-company.admin", "/documents");
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
    await expect(headers(page).filter({ hasText: "Document Date" })).toHaveAttribute(
      "aria-sort",
      "descending",
    );
    const days = (await column(page, "Document Date")).map((text) => Date.parse(text));
    expect(days).toEqual(days.toSorted((a, b) => b - a));
    const table = await page.getByRole("table").boundingBox();
    const pagers = page.getByRole("navigation", { name: /^Documents, pages/ });
    await expect(pagers).toHaveCount(2);
    expect((await pagers.first().boundingBox())?.y).toBeLessThan(table?.y ?? 0);
    expect((await pagers.last().boundingBox())?.y).toBeGreaterThan(table?.y ?? 0);
  });

  test("name, type, order, PO and AFE have a text filter with suggestions, the date a range (DOC-004, DOC-017, DOC-019)", async ({
    page,
  }) => {
    await enterAs(page, "acme-company.admin", "/documents");
    await expect(rows(page)).toHaveCount(20);
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
    await page.keyboard.type("pack");
    await page.getByRole("option", { name: "Packing Slip" }).click();
    await expect
      .poll(async () => new Set(await column(page, "Document Type")))
      .toEqual(new Set(["Packing Slip"]));
    await page.getByRole("button", { name: "Filter Document Date" }).click();
    await page.getByPlaceholder("Start").fill("01/01/25");
    await page.getByPlaceholder("Start").press("Enter");
    await expect(page).toHaveURL(/orderDate_after=/);
    await expect(page.getByRole("list", { name: "Active filters" })).toContainText(
      "Document Date: from 01/01/25",
    );
    await page.reload();
    await expect(page.getByRole("list", { name: "Active filters" })).toContainText("Packing Slip");
  });

  test("in a company with a hierarchy each group is a select filter after the second column (DOC-005, DOC-006)", async ({
    page,
  }) => {
    await enterAs(page, "borealis-company.admin", "/documents");
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
    await page.getByRole("option", { name: "Kivalliq Division" }).click();
    await expect
      .poll(async () => new Set(await column(page, "Division")))
      .toEqual(new Set(["Kivalliq Division"]));
  });

  test("each row has View, which opens its link in a new tab, and Download (DOC-009, DOC-010)", async ({
    page,
    context,
  }) => {
    await enterAs(page, "acme-company.admin", "/documents");
    const actions = rows(page).first().getByRole("cell").last();
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
    const file = await (await fetch(String(link))).arrayBuffer(); // as the tab asks: without a header
    expect(Buffer.from(file).subarray(0, 5).toString()).toBe("%PDF-");
    await expect(page).toHaveURL(/\/documents$/);
  });

  test("checkboxes count in the button, the header's is on exactly when every listed row is (DOC-011, DOC-012, DOC-013, DOC-014)", async ({
    page,
  }) => {
    await enterAs(page, "acme-company.admin", "/documents");
    await expect(rows(page)).toHaveCount(20);
    await expect(downloadButton(page, 0)).toBeDisabled();
    await checkbox(page, 0).check();
    await expect(downloadButton(page, 1)).toBeEnabled();
    await expect(everything(page)).not.toBeChecked();
    await checkbox(page, 0).uncheck();
    await expect(downloadButton(page, 0)).toBeDisabled();
    await everything(page).check();
    await expect(downloadButton(page, 20)).toBeEnabled();
    for (let at = 0; at < 20; at++) await expect(checkbox(page, at)).toBeChecked();
    await checkbox(page, 7).uncheck();
    await expect(everything(page)).not.toBeChecked();
    await checkbox(page, 7).check();
    await expect(everything(page)).toBeChecked();
    await everything(page).uncheck();
    await expect(downloadButton(page, 0)).toBeDisabled();
  });

  test("Shift selects what lies between, Space the row that has the focus", async ({ page }) => {
    await enterAs(page, "acme-company.admin", "/documents");
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

  test("a selection stays while one pages and filters, says what is not listed, and can be let go of", async ({
    page,
  }) => {
    await enterAs(page, "acme-company.admin", "/documents");
    await checkbox(page, 0).check();
    await checkbox(page, 1).check();
    await page.getByRole("button", { name: "Next" }).first().click();
    await expect(page.getByText("Showing 21 - 40 of 600").first()).toBeVisible();
    await expect(page.getByText("2 selected, none of them listed here.")).toBeVisible();
    await checkbox(page, 0).check();
    await expect(page.getByText("3 selected, 2 of them not listed here.")).toBeVisible();
    await expect(everything(page)).not.toBeChecked();
    await expect(downloadButton(page, 3)).toBeEnabled();
    await page.goBack();
    await expect(page.getByText("Showing 1 - 20 of 600").first()).toBeVisible();
    await expect(checkbox(page, 1)).toBeChecked();
    await page.getByRole("button", { name: "Clear selection" }).click();
    await expect(downloadButton(page, 0)).toBeDisabled();
    await expect(checkbox(page, 1)).not.toBeChecked();
  });

  test("a new fetch cancels the one still pending, and nobody is told (DOC-016, DOC-030)", async ({
    page,
  }) => {
    const release = await hold(page, /\/api\/documents\/\?.*document_name=quote/);
    const told: string[] = [];
    page.on("console", (message) => message.type() === "error" && told.push(message.text()));
    await enterAs(page, "acme-company.admin", "/documents");
    await expect(rows(page)).toHaveCount(20);
    const asked = page.waitForRequest(/\/api\/documents\/\?.*document_name=quote/);
    await page.getByRole("button", { name: "Filter Name", exact: true }).click();
    await page.keyboard.type("quote");
    const pending = await asked;
    const cancelled = page.waitForEvent("requestfailed", (request) => request === pending);
    await page.getByRole("combobox", { name: "Name" }).fill("invoice");
    expect((await cancelled).failure()?.errorText).toContain("ERR_ABORTED");
    await expect
      .poll(async () => (await column(page, "Name")).every((name) => name.startsWith("Invoice")))
      .toBe(true);
    release();
    await expect(page.getByRole("alert")).toHaveCount(0);
    expect(told).toEqual([]);
  });

  test("a list that cannot be had is told (DOC-029)", async ({ page }) => {
    await page.route(LIST, (route) => route.fulfill({ status: 400, json: {} }));
    await enterAs(page, "acme-company.admin", "/documents");
    await expect(
      page.getByRole("alert").filter({ hasText: "There has been an error fetching documents" }),
    ).toBeVisible();
    await page.unroute(LIST);
    await page.getByRole("button", { name: "Try again" }).click();
    await expect(rows(page)).toHaveCount(20);
  });

  test("empty numbers read N.A., dates are short and local (DOC-032, DOC-033)", async ({ browser }) => {
    const context = await browser.newContext({ timezoneId: "America/Chicago" });
    const page = await context.newPage();
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
    await enterAs(page, "acme-company.admin", "/documents");
    await expect.poll(async () => (await column(page, "Document Date"))[0]).toBe("Mar 07 2026");
    for (const label of ["PO Number", "AFE"]) expect((await column(page, label))[0]).toBe("N.A.");
    await rows(page).first().locator("[data-preview-of]").click();
    const facts = page.getByRole("region", { name: "Preview" });
    for (const [label, value] of [
      ["Invoice Number", "N.A."],
      ["Tracking Number", "N.A."],
      ["Document Date", "Mar 07 2026"],
      ["Created", "Mar 08"],
      ["Modified", "Mar 09"],
    ] as const) {
      await expect(facts.locator("dl > div").filter({ hasText: label }).locator("dd")).toHaveText(value);
    }
    await context.close();
  });

  test("an order's documents: found from the list and from the order, with the way back (DOC-001, DOC-018, ORD-013)", async ({
    page,
  }) => {
    await enterAs(page, "acme-company.admin", "/orders?status=Delivered");
    await page
      .getByRole("link", { name: /^See documents/ })
      .first()
      .click();
    const identifier = new URL(page.url()).pathname.split("/")[2] as string;
    await expect(page).toHaveURL(`/orders/${identifier}/documents`);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(`Order ${identifier} Documents`);
    await expect(page.getByRole("main").getByText("Company", { exact: true })).toBeVisible();
    await expect.poll(async () => new Set(await column(page, "Order"))).toEqual(new Set([identifier]));
    await page.getByRole("button", { name: "Filter Document Type" }).click();
    await page.getByRole("option", { name: "Invoice" }).click();
    await expect.poll(async () => new Set(await column(page, "Document Type"))).toEqual(new Set(["Invoice"]));
    const crumbs = page.getByRole("navigation", { name: "Breadcrumbs" });
    await crumbs.getByRole("link", { name: `Order ${identifier}` }).click();
    await expect(page).toHaveURL(`/orders/${identifier}`);
    await page.getByRole("link", { name: "See documents" }).click();
    await expect(page).toHaveURL(`/orders/${identifier}/documents`);
    await crumbs.getByRole("link", { name: "Orders", exact: true }).click();
    await expect(page).toHaveURL("/orders?status=Delivered");
  });
});

test.describe("downloads", () => {
  test("one document: its link with the time of asking, kept under its own name (DOC-015, DOC-026, DOC-027)", async ({
    page,
  }) => {
    const file_name = 'Prüfzeugnis Ø 3″ "A".pdf';
    await withRows(page, { 1: { document_name: 'Prüfzeugnis Ø 3″ "A"', file_name } });
    const calls: string[] = [];
    page.on("request", (request) => calls.push(request.url()));
    await enterAs(page, "acme-company.admin", "/documents");
    await checkbox(page, 1).check();
    const before = Date.now();
    const saving = page.waitForEvent("download");
    await downloadButton(page, 1).click();
    // What no file may be called is the browser's to replace.
    expect((await saving).suggestedFilename().replace(/["_]/g, "")).toBe(file_name.replaceAll('"', ""));
    const asked = calls.filter((url) => url.includes("/files"));
    expect(asked).toHaveLength(1);
    expect(Number(new URL(asked[0] as string).searchParams.get("timestamp"))).toBeGreaterThanOrEqual(before);
    expect(calls.some((url) => url.includes("/documents/download"))).toBe(false);

    const again = page.waitForEvent("download");
    const name = (await column(page, "Name"))[0] as string;
    await rows(page)
      .first()
      .getByRole("button", { name: /^Download / })
      .click();
    expect((await again).suggestedFilename()).toBe(name);
  });

  test("a link that has expired is asked for anew, once", async ({ page }) => {
    await page.route(LIST, async (route) => {
      const answer = await (await route.fetch()).json();
      if (!route.request().url().includes("document_name="))
        answer.results[0].download_url = "/files/expired";
      await route.fulfill({ json: answer });
    });
    await enterAs(page, "acme-company.admin", "/documents");
    const saving = page.waitForEvent("download");
    await rows(page)
      .first()
      .getByRole("button", { name: /^Download / })
      .click();
    await saving;
  });

  test("several go through one call, named by local time; what failed is listed, the rest arrives (DOC-015, DOC-020, DOC-021, DOC-024, DOC-025)", async ({
    browser,
  }) => {
    const context = await browser.newContext({ timezoneId: "America/Chicago" });
    const page = await context.newPage();
    await page.clock.setFixedTime(new Date("2026-03-08T07:05:09Z"));
    let ids = "";
    await page.route("**/api/documents/download/*", async (route) => {
      const url = new URL(route.request().url());
      ids = url.searchParams.get("document_ids") ?? "";
      url.searchParams.set("document_ids", `${ids},999999998,999999999`);
      await route.continue({ url: url.href });
    });
    await enterAs(page, "acme-company.admin", "/documents");
    for (const at of [0, 1, 2]) await checkbox(page, at).check();
    const saving = page.waitForEvent("download");
    await downloadButton(page, 3).click();
    const modal = page.getByRole("dialog", { name: "the following documents failed to download" });
    await expect(modal.getByRole("listitem")).toHaveText([
      "Document 999999998 was not found.",
      "Document 999999999 was not found.",
    ]);
    expect((await saving).suggestedFilename()).toBe("2026-03-08_01-05-09.zip");
    expect(ids).toMatch(/^\d+,\d+,\d+$/);
    await modal.getByRole("button", { name: "Close" }).last().click();
    await expect(modal).toBeHidden();
    await context.close();
  });

  test("a zip too large for a page is saved by the browser itself (DOC-021)", async ({ page }) => {
    await withRows(page, { 0: { size: 200_000_000 }, 1: { size: 200_000_000 } });
    const fetched: string[] = [];
    page.on("request", (request) => {
      if (request.resourceType() === "fetch" && request.url().includes("/files")) fetched.push(request.url());
    });
    await enterAs(page, "acme-company.admin", "/documents");
    await checkbox(page, 0).check();
    await checkbox(page, 1).check();
    const saving = page.waitForEvent("download");
    await downloadButton(page, 2).click();
    expect((await saving).suggestedFilename()).toMatch(/^\d{4}-\d{2}-\d{2}_\d{2}-\d{2}-\d{2}\.zip$/);
    await expect(page.getByText("Your browser has taken over the download.")).toBeVisible();
    expect(fetched).toEqual([]);
  });

  test("a failed download is told, of one document as of several (DOC-028)", async ({ page }) => {
    await page.route(/\/files\//, (route) => route.fulfill({ status: 500, json: {} }));
    await page.route("**/api/documents/download/*", (route) => route.fulfill({ status: 404, json: {} }));
    let saved = false;
    page.on("download", () => {
      saved = true;
    });
    await enterAs(page, "acme-company.admin", "/documents");
    const told = page.getByRole("alert").filter({ hasText: DOWNLOAD_FAILED });
    await checkbox(page, 0).check();
    await downloadButton(page, 1).click();
    await expect(told).toBeVisible();
    await expect(told).toBeHidden();
    await checkbox(page, 1).check();
    await downloadButton(page, 2).click();
    await expect(told).toBeVisible();
    expect(saved).toBe(false);
    await expect(downloadButton(page, 2)).toBeEnabled();
  });

  test("a download that takes a while shows so and can be canceled", async ({ page }) => {
    const release = await hold(page, /\/files(\/|\?)/);
    let saved = false;
    page.on("download", () => {
      saved = true;
    });
    await enterAs(page, "acme-company.admin", "/documents");
    await checkbox(page, 0).check();
    await checkbox(page, 1).check();
    const asked = page.waitForRequest(/\/files(\/|\?)/);
    await downloadButton(page, 2).click();
    const notice = page.getByRole("status").filter({ hasText: "Downloading 2 documents" });
    await expect(notice.getByRole("progressbar")).toBeVisible();
    const pending = await asked;
    const cancelled = page.waitForEvent("requestfailed", (request) => request === pending);
    await notice.getByRole("button", { name: "Cancel" }).click();
    await cancelled;
    await expect(page.getByText("The download was canceled.")).toBeVisible();
    await expect(notice).toBeHidden();
    await expect(page.getByRole("alert")).toHaveCount(0);
    release();
    await expect(downloadButton(page, 2)).toBeEnabled();
    expect(saved).toBe(false);
  });
});
