import { expect, type Locator, type Page, test } from "@playwright/test";
import { holdRequests, LIST, nameIn, PDFS, panel, rows, title, withRows } from "./documents-page.ts";
import { openSignedIn } from "./people.ts";
import { rewriteResponses } from "./responses.ts";

const ADMIN = "acme-company.admin";

const namesOf = async (page: Page): Promise<string[]> => {
  await expect(rows(page)).toHaveCount(20);
  await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
  const views = page.getByRole("link", { name: /^View / });
  const labels = await views.evaluateAll((links) => links.map((link) => link.getAttribute("aria-label")));
  return labels.map((label) => String(label).replace(/^View /, ""));
};

/** A click that has arrived in the PDF, and the keyboard back in the page. */
const clickInto = async (page: Page) => {
  const times = await page.evaluateHandle(() => {
    const counted = { left: 0, back: 0 };
    window.addEventListener("blur", () => counted.left++);
    window.addEventListener("focus", () => counted.back++);
    return counted;
  });
  const isBack = () => times.evaluate(({ left, back }) => left > 0 && back === left);
  await expect(async () => {
    await panel(page).locator("iframe").click();
    await expect.poll(isBack, { timeout: 3_000 }).toBe(true);
  }).toPass();
  const viewer = page.frames().some((inner) => inner.url().startsWith("chrome-extension://"));
  expect(viewer, "the browser's own viewer").toBe(true);
};

/**
 * A click that has arrived in the PDF, and the keyboard back where it was. A viewer that is still loading hears no
 * click, takes the focus once it has read the file, and nobody outside is told when that is.
 */
const clickAndGoOn = (page: Page, focused: Locator) =>
  expect(async () => {
    await focused.focus();
    await clickInto(page);
    await expect(focused, "the focus is where it was").toBeFocused({ timeout: 1_000 });
  }).toPass();

const gapAfterClose = async (page: Page): Promise<number> => {
  const whole = page.locator("[data-panel]");
  const close = whole.getByRole("button", { name: "Close" });
  const [button, around] = await Promise.all([close.boundingBox(), whole.boundingBox()]);
  return (around?.x ?? 0) + (around?.width ?? 0) - (button?.x ?? Number.NaN) - (button?.width ?? Number.NaN);
};

test("the side panel shows a PDF in a blob frame with a strict content policy; after a click into it the panel keeps the keys, and Tab enters the frame", async ({
  page,
}) => {
  const refused: string[] = [];
  page.on(
    "console",
    (message) => message.text().includes("Content Security") && refused.push(message.text()),
  );
  await openSignedIn(page, ADMIN, PDFS);
  const names = await namesOf(page);
  await nameIn(page, 0).click();
  await expect(title(page)).toHaveText(String(names[0]));
  await expect(title(page)).toBeFocused();
  const frame = panel(page).locator("iframe");
  await expect(frame).toHaveAttribute("src", /^blob:/);
  await expect(frame).toHaveAttribute("title", String(names[0]));
  const [list, beside] = await Promise.all([
    page.getByRole("table").locator("..").boundingBox(),
    panel(page).boundingBox(),
  ]);
  expect(beside?.x).toBeGreaterThanOrEqual((list?.x ?? 0) + (list?.width ?? 0));
  await expect.poll(() => gapAfterClose(page)).toBeLessThanOrEqual(16);
  await expect(rows(page).first()).toHaveAttribute("aria-current", "true");

  await clickAndGoOn(page, title(page));
  await page.keyboard.press("ArrowRight");
  await expect(title(page)).toHaveText(String(names[1]));
  await expect(frame).toHaveAttribute("title", String(names[1]));
  const download = panel(page).getByRole("button", { name: "Download" });
  await clickAndGoOn(page, download);
  await expect(async () => {
    await download.focus();
    await page.keyboard.press("Tab");
    await expect(frame).toBeFocused({ timeout: 1_000 });
  }).toPass();
  await title(page).focus();
  await page.keyboard.press("Escape");
  await expect(panel(page)).toHaveCount(0);
  await expect(nameIn(page, 1)).toBeFocused();

  const policy = (await page.request.get("/documents")).headers()["content-security-policy"];
  // Besides our own pages and documents, only the addresses of companies' dashboards.
  expect(policy).toMatch(/default-src 'none'.*frame-src 'self' blob:( https:\/\/[\w.-]+)*(;|$)/);
  expect(refused).toEqual([]);
});

test("keys and buttons move through the documents and across pages, and stop at both ends; Escape returns the focus, and the preview closes with Back or when its document is not listed", async ({
  page,
}) => {
  await openSignedIn(page, ADMIN, "/documents");
  const names = await namesOf(page);
  await nameIn(page, 1).click();
  const back = panel(page).getByRole("button", { name: "Previous document" });
  await back.click();
  await expect(panel(page)).toContainText("1 of 600");
  await expect(back).toBeFocused();
  await expect(back).toHaveAttribute("aria-disabled", "true");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  await expect(panel(page)).toContainText("3 of 600");
  await page.goBack();
  await expect(panel(page)).toHaveCount(0);
  await expect(nameIn(page, 2)).toBeFocused();
  await expect(page).toHaveURL(/\/documents$/);

  await rows(page).nth(18).focus();
  await page.keyboard.press("Enter");
  await expect(title(page)).toHaveText(String(names[18]));
  await page.keyboard.press("ArrowDown");
  await expect(title(page)).toHaveText(String(names[19]));
  await expect(rows(page).nth(19)).toHaveAttribute("aria-current", "true");
  await expect(rows(page).nth(19)).toBeInViewport();
  await panel(page).getByRole("button", { name: "Next document" }).click();
  await expect(page).toHaveURL(/offset=20/);
  await expect(panel(page)).toContainText("21 of 600");
  const next = await namesOf(page);
  await expect(title(page)).toHaveText(String(next[0]));
  await page.keyboard.press("ArrowUp");
  await expect(panel(page)).toContainText("20 of 600");
  await expect(title(page)).toHaveText(String(names[19]));
  await page.keyboard.press("Escape");
  await expect(panel(page)).toHaveCount(0);
  await expect(nameIn(page, 19)).toBeFocused();
  await expect(page).toHaveURL(/\/documents$/);

  // Reached over the end of a page it is a document like any other: it goes with its page.
  await rows(page).nth(19).focus();
  await page.keyboard.press("Enter");
  await expect(panel(page)).toContainText("20 of 600");
  await page.keyboard.press("ArrowRight");
  await expect(panel(page)).toContainText("21 of 600");
  await page.getByRole("navigation", { name: /pages/ }).first().getByRole("button", { name: "Next" }).click();
  await expect(page).toHaveURL(/offset=40/);
  await expect(panel(page)).toHaveCount(0);

  await nameIn(page, 0).click();
  await expect(title(page)).toBeVisible();
  await panel(page).getByRole("button", { name: "Close" }).click();
  await expect(nameIn(page, 0)).toBeFocused();
  await nameIn(page, 0).click();
  await expect(title(page)).toBeVisible();
  await page.getByRole("searchbox", { name: "Search documents" }).fill("nothing is called this");
  await expect(page.getByRole("cell", { name: "There is no information to show." })).toBeVisible();
  await expect(panel(page)).toHaveCount(0);

  // Whole in the window, whatever stands above it.
  await page.goto("/documents?document_type=Invoice&order_identifier=A");
  await nameIn(page, 0).click();
  const below = () => panel(page).evaluate((element) => innerHeight - element.getBoundingClientRect().bottom);
  await expect.poll(below).toBeGreaterThanOrEqual(0);

  // One that is not there any more goes with its step: the next step back leads to before it.
  await rewriteResponses<{ results: object[] }>(page, LIST, (answer) => ({
    ...answer,
    results: answer.results.slice(5),
  }));
  await page.reload();
  await expect(panel(page)).toHaveCount(0);
  await expect(nameIn(page, 0)).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(/search=nothing/);
});

test("the preview shows pictures and texts; for other types and for files that cannot be loaded it shows a message", async ({
  page,
}) => {
  await openSignedIn(page, ADMIN, "/documents?document_name=.png");
  await nameIn(page, 0).click();
  const picture = panel(page).locator("img");
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(720);
  await page.route(/\/files\//, (route) => route.fulfill({ contentType: "image/png", body: "no picture" }), {
    times: 1,
  });
  await nameIn(page, 5).click();
  await expect(panel(page)).toContainText("This image can't be shown. The file may be damaged.");

  await withRows(page, {
    0: { content_type: "text/csv", document_name: "Parts.csv", download_url: "/files/parts" },
    1: { content_type: "application/zip", document_name: "Papers.zip", download_url: "/files/papers" },
    2: { content_type: "text/html", document_name: "Page.html", download_url: "/files/page" },
    3: { content_type: "application/pdf", document_name: "Lost.pdf", download_url: "/files/lost" },
    4: { content_type: "application/pdf", document_name: "Next.pdf" },
  });
  const words = "part,<b>price</b>\nvalve,12";
  await page.route(/\/files\/parts/, (route) => route.fulfill({ contentType: "text/csv", body: words }));
  await page.route(/\/files\/lost/, (route) => route.fulfill({ status: 403, json: {} }));
  const asked: string[] = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  await page.goto("/documents");
  await page.getByRole("link", { name: "View Papers.zip" }).hover();
  await expect(page.getByRole("tooltip")).toHaveText("View: this file type opens as a download");
  await nameIn(page, 0).click();
  const text = panel(page).getByRole("region", { name: "Parts.csv" });
  await expect(text).toHaveText(words, { useInnerText: true });
  await text.focus();
  for (const name of ["Papers.zip", "Page.html"]) {
    await page.keyboard.press("ArrowRight");
    await expect(title(page)).toHaveText(name);
    await expect(panel(page)).toContainText("This file type can't be previewed.");
    await expect(panel(page).locator("iframe, img")).toHaveCount(0);
    await title(page).focus();
  }
  expect(asked).toContain("/files/parts");
  expect(asked.filter((path) => ["/files/papers", "/files/page"].includes(path))).toEqual([]);

  await page.keyboard.press("ArrowRight");
  await expect(panel(page)).toContainText("There was an error downloading your document, try again later");
  await page.unroute(/\/files\/lost/);
  await page.route(/\/files\/lost/, (route) =>
    route.fulfill({ contentType: "application/pdf", body: "%PDF-1.4" }),
  );
  await panel(page).getByRole("button", { name: "Try again" }).click();
  await expect(panel(page).locator("iframe")).toHaveAttribute("src", /^blob:/);

  await test.step("in a browser without a PDF viewer the preview shows a message and the View button", async () => {
    await page.evaluate(() => Object.defineProperty(navigator, "pdfViewerEnabled", { get: () => false }));
    await panel(page).getByRole("button", { name: "Next document" }).click();
    await expect(panel(page)).toContainText("This browser can't preview PDFs. Use View to open it.");
    await expect(panel(page).locator("iframe")).toHaveCount(0);
    await expect(panel(page).getByRole("link", { name: "View" })).toHaveAttribute("target", "_blank");
  });

  await test.step("a document is downloaded once at a time, from its row and from the preview", async () => {
    asked.length = 0;
    await page.route(/\/files\/papers/, (route) => route.fulfill({ body: "PK" }));
    const release = await holdRequests(page, /\/files\/papers/, "fallback");
    await nameIn(page, 1).click();
    const download = panel(page).getByRole("button", { name: "Download" });
    await download.dblclick();
    await expect(download).toHaveAttribute("aria-busy", "true");
    await expect(download).toBeFocused();
    await download.click({ force: true });
    const inRow = rows(page)
      .nth(1)
      .getByRole("button", { name: /^Download / });
    await expect(inRow).toBeDisabled();
    await expect(page.getByText("Downloading")).toHaveCount(1);
    const saved = page.waitForEvent("download");
    release();
    await saved;
    await expect(download).toHaveAttribute("aria-busy", "false");
    expect(asked.filter((path) => path === "/files/papers")).toHaveLength(1);
  });
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test("the preview takes the whole width, keeps the focus inside and returns it at the end; Back closes it", async ({
    page,
  }) => {
    await openSignedIn(page, ADMIN, "/documents");
    const names = await namesOf(page);
    await nameIn(page, 0).click();
    const drawer = page.getByRole("dialog", { name: "Preview" });
    await expect(drawer.getByRole("heading", { name: String(names[0]) })).toBeFocused();
    expect((await drawer.boundingBox())?.width).toBe(390);
    await expect.poll(() => gapAfterClose(page)).toBeLessThanOrEqual(16);
    await page.keyboard.press("ArrowRight");
    await expect(drawer.getByRole("heading", { level: 2 })).toHaveText(String(names[1]));
    await drawer.getByRole("link", { name: "View" }).focus();
    for (let n = 0; n < 8; n++) {
      await page.keyboard.press("Shift+Tab");
      expect(await drawer.evaluate((element) => element.contains(document.activeElement))).toBe(true);
    }
    await page.goBack();
    await expect(drawer).toBeHidden();
    await expect(nameIn(page, 1)).toBeFocused();
    await expect(page).toHaveURL(/\/documents$/);

    await nameIn(page, 0).click();
    await drawer.getByRole("button", { name: "Close" }).click();
    await expect(drawer).toBeHidden();
    await expect(nameIn(page, 0)).toBeFocused();
    await page.goForward(); // what was closed can be had again
    await expect(drawer.getByRole("heading", { name: String(names[0]) })).toBeVisible();
  });
});
