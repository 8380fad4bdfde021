import { readFileSync } from "node:fs";
import { errors } from "@mcc/contract/kit/error-codes.ts";
import { expect, type Page, test } from "@playwright/test";
import { readXlsx } from "hucre";
import {
  fillSignInForm,
  navigateInPage,
  newToken,
  openSignedIn,
  sidebarOf,
  withAllColumns,
} from "./people.ts";
import { holdRequests, rewriteResponses } from "./responses.ts";
import { textsIn } from "./zip.ts";

const headers = (page: Page) => page.getByRole("columnheader");
const rows = (page: Page) => page.locator("tbody tr");
const column = async (page: Page, label: string): Promise<string[]> => {
  const names = (await headers(page).allInnerTexts()).map((name) => name.trim());
  const at = names.indexOf(label);
  return page.locator(`tbody tr > :nth-child(${at + 1})`).allInnerTexts();
};
const pagerAbove = (page: Page) => page.getByRole("navigation", { name: /pages|pager/i }).first();
const showing = (page: Page, words: RegExp) => expect(page.getByText(words).first()).toBeVisible();

// The journey arranges the columns of the same person.
test.beforeEach(({ page }) => withAllColumns(page));

test("the URL sets filters, sorting and page; Back, Forward and a reload restore them, and Back from a search or a typed filter leads to the list before typing (TABLE-001 partly, TABLE-007, TABLE-023, TABLE-024)", async ({
  page,
}) => {
  const openedList = "/orders?status=Delivered&ordering=total&offset=40&nonsense=1";
  await openSignedIn(page, "acme-company.admin", openedList);
  await showing(page, /^Showing 41 - 60 of /);
  expect(new Set(await column(page, "Status"))).toEqual(new Set(["Delivered"]));
  const amounts = (await column(page, "Total")).map((text) => Number(text.replace(/[$,]/g, "")));
  expect(amounts).toEqual(amounts.toSorted((a, b) => a - b));
  const numbers = pagerAbove(page).getByRole("button", { name: /^Page / });
  const border = (at: number) => numbers.nth(at).evaluate((button) => getComputedStyle(button).borderColor);
  expect(await border(-1), "the last page, which is far").not.toBe(await border(1));
  const asked = page.waitForRequest(/\/api\/orders\/\?.*offset=60/);
  await pagerAbove(page).getByRole("button", { name: "Next" }).click();
  await asked;
  await showing(page, /^Showing 61 - 80 of /);
  await page.goBack();
  await showing(page, /^Showing 41 - 60 of /);
  await page.reload();
  await showing(page, /^Showing 41 - 60 of /);

  await sidebarOf(page).getByRole("link", { name: "Orders" }).click();
  await showing(page, /^Showing 1 - 20 of 2,400/);
  const box = page.getByRole("searchbox");
  for (const text of ["AC-1", "AC-10"]) {
    await box.fill(text);
    await expect(page).toHaveURL(`/orders?search=${text}`);
  }
  await page.goBack();
  await expect(page).toHaveURL("/orders");
  await expect(box).toHaveValue("");
  await page.goForward();
  await expect(page).toHaveURL("/orders?search=AC-10");
  await page.goBack();
  await page.getByRole("button", { name: "Filter Site" }).click();
  await expect(page.getByRole("textbox", { name: "Site" })).toBeFocused();
  await page.keyboard.type("permian");
  await expect(page).toHaveURL("/orders?site=permian");
  await page.getByRole("checkbox", { name: "Permian Yard 4" }).check();
  await expect(page).toHaveURL(/site=%22Permian/);
  await expect.poll(async () => new Set(await column(page, "Site"))).toEqual(new Set(["Permian Yard 4"]));
  await page.goBack();
  await expect(page).toHaveURL("/orders");
});

test("an export saves a file that is readable whatever it contains; an empty, a refused or a failed one says so, and one ends when its user signs out (TABLE-030, TABLE-032, TABLE-037, TABLE-038, ORD-025)", async ({
  page,
}) => {
  await openSignedIn(page, "acme-company.admin", "/orders", await newToken(page, "acme-company.admin"));
  await expect(rows(page)).toHaveCount(20);
  const exportButton = page.getByRole("button", { name: "Export" });
  const everything = /limit=100000000000/;

  await test.step("a readable file", async () => {
    const numbers = Array.from({ length: 500 }, (_, at) => `${at}`.padStart(100, "7"));
    await rewriteResponses<{ results: object[] }>(page.context(), everything, (answer) => ({
      ...answer,
      results: answer.results.map((row, at) => ({
        ...row,
        ...(at === 0 && {
          po_number: "@x\uFFFEy\uFFFF\u0001",
          afe_number: "_x000D_ <&> ]]>",
          tracking_numbers: numbers,
        }),
      })),
    }));
    const saving = page.waitForEvent("download");
    await exportButton.click();
    const archive = readFileSync(await (await saving).path());
    const files = textsIn(archive);
    expect([...files.keys()]).toContain("xl/worksheets/sheet1.xml");
    // The browser's parser is as strict as that of a spreadsheet program.
    const broken = await page.evaluate(
      (texts) =>
        texts.filter(([, xml]) => {
          const parsed = new DOMParser().parseFromString(xml, "application/xml");
          return parsed.getElementsByTagName("parsererror").length > 0;
        }),
      [...files].map(([path, xml]) => [path, xml] as const),
    );
    expect(broken.map(([path]) => path)).toEqual([]);
    const { sheets } = await readXlsx(archive);
    const [header = [], first = []] = sheets[0]?.rows ?? [];
    const cell = (label: string) => String(first[header.indexOf(label)]);
    expect(cell("PO")).toBe("@x\uFFFDy\uFFFD\uFFFD");
    expect(cell("AFE")).toBe("_x000D_ <&> ]]>");
    expect(cell("Tracking Numbers")).toHaveLength(32_767);
    await page.context().unroute(everything);
  });

  const saved: string[] = [];
  page.on("download", (download) => saved.push(download.suggestedFilename()));

  await test.step("refused or failed", async () => {
    const logged: string[] = [];
    page.on("console", (message) => logged.push(message.text()));
    const [status, detail] = errors["export.running"];
    let answer: object = { status, json: { detail, code: "export.running" } };
    await page.context().route(everything, (route) => route.fulfill(answer));
    const words = "There was an error exporting the orders. Please try again later";
    await exportButton.click();
    await expect(page.getByRole("status").filter({ hasText: detail })).toBeVisible();
    await expect(page.getByText(words)).toHaveCount(0);
    answer = { status: 500, json: {} };
    await exportButton.click();
    await expect(page.getByText(words)).toBeVisible();
    await expect.poll(() => logged.some((text) => text.includes(words))).toBe(true);
    await page.context().unroute(everything);
  });

  await test.step("nothing to export", async () => {
    for (const path of ["/orders", "/pending-approvals"]) {
      await navigateInPage(page, `${path}?site=no-such-site`);
      await expect(page.getByRole("cell", { name: /^There is no information to show\./ })).toBeVisible();
      await exportButton.click();
      const warning = page.getByRole("status").filter({ hasText: "No data to export" });
      await expect(warning, path).toBeVisible();
      await warning.getByRole("button", { name: "Close" }).click();
      await expect(warning).toHaveCount(0);
    }
    expect(saved).toEqual([]);
  });

  await test.step("signed out meanwhile", async () => {
    await navigateInPage(page, "/orders");
    await expect(rows(page)).toHaveCount(20);
    const release = await holdRequests(page, everything);
    await exportButton.click();
    const notice = page.getByRole("status").filter({ hasText: "The export has started" });
    await expect(notice).toBeVisible();
    await page.getByRole("button", { name: "Log Out" }).click();
    await expect(page.getByRole("button", { name: "Log in" })).toBeVisible();
    await expect(notice).toHaveCount(0);
    release();
    // Without a reload, which would end anything. The next user gets their own.
    await fillSignInForm(page, "acme-regular.user");
    await sidebarOf(page).getByRole("link", { name: "Orders" }).click();
    await exportButton.click();
    await expect(page.getByText("The export is ready.")).toBeVisible();
    await expect.poll(() => saved).toEqual([expect.stringMatching(/^orders_report_\d{4}-\d\d-\d\d\.xlsx$/)]);
  });
});
