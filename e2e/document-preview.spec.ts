import type { DocumentRow } from "@mcc/contract/documents/documents.schema.ts";
import { expect, type Page, test } from "@playwright/test";
import { enterAs } from "./people.ts";

const LIST = /\/api\/documents\/(\?|$)/;
const PIXEL = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);
const rows = (page: Page) => page.locator("tbody:not([data-placeholder]) tr");
const nameIn = (page: Page, at: number) => rows(page).nth(at).locator("[data-preview-of]");
const panel = (page: Page) => page.getByRole("region", { name: "Preview" });
const title = (page: Page) => page.getByRole("heading", { level: 2 });

/** The real list with some of its rows changed. */
const withRows = (page: Page, changes: Readonly<Record<number, Partial<DocumentRow>>>) =>
  page.route(LIST, async (route) => {
    const answer = await (await route.fetch()).json();
    for (const [at, change] of Object.entries(changes)) Object.assign(answer.results[Number(at)], change);
    await route.fulfill({ json: answer });
  });

const namesOf = async (page: Page): Promise<string[]> => {
  await expect(rows(page)).toHaveCount(20);
  const views = page.getByRole("link", { name: /^View / });
  const labels = await views.evaluateAll((links) => links.map((link) => link.getAttribute("aria-label")));
  return labels.map((label) => String(label).replace(/^View /, ""));
};

test("a PDF is shown beside the list, in a frame of the page's own making, under a strict policy", async ({
  page,
}) => {
  const refused: string[] = [];
  page.on(
    "console",
    (message) => message.text().includes("Content Security") && refused.push(message.text()),
  );
  await enterAs(page, "acme-company.admin", "/documents");
  const [name] = await namesOf(page);
  await nameIn(page, 0).click();
  await expect(title(page)).toHaveText(String(name));
  await expect(title(page)).toBeFocused();
  const frame = panel(page).locator("iframe");
  await expect(frame).toHaveAttribute("src", /^blob:/);
  await expect(frame).toHaveAttribute("title", String(name));
  const viewer = () => page.frames().some((inner) => inner.url().startsWith("chrome-extension://"));
  await expect.poll(viewer, "the browser's own viewer").toBe(true);
  const [list, beside] = await Promise.all([
    page.getByRole("table").locator("..").boundingBox(),
    panel(page).boundingBox(),
  ]);
  expect(beside?.x).toBeGreaterThanOrEqual((list?.x ?? 0) + (list?.width ?? 0));
  await expect(rows(page).first()).toHaveAttribute("aria-current", "true");
  const policy = (await page.request.get("/documents")).headers()["content-security-policy"];
  expect(policy).toMatch(/default-src 'none'.*frame-src blob:(;|$)/);
  expect(refused).toEqual([]);
});

test("keys and buttons walk through the list, across its pages, and Escape gives the focus back", async ({
  page,
}) => {
  await enterAs(page, "acme-company.admin", "/documents");
  const names = await namesOf(page);
  await rows(page).nth(18).focus();
  await page.keyboard.press("Enter");
  await expect(title(page)).toHaveText(String(names[18]));
  await expect(panel(page)).toContainText("19 of 600");
  await page.keyboard.press("ArrowRight");
  await expect(title(page)).toHaveText(String(names[19]));
  await expect(rows(page).nth(19)).toHaveAttribute("aria-current", "true");
  await expect(rows(page).nth(19)).toBeInViewport();
  await panel(page).getByRole("button", { name: "Next document" }).click();
  await expect(page).toHaveURL(/offset=20/);
  await expect(panel(page)).toContainText("21 of 600");
  const next = await namesOf(page);
  await expect(title(page)).toHaveText(String(next[0]));
  await page.keyboard.press("ArrowLeft");
  await expect(panel(page)).toContainText("20 of 600");
  await expect(title(page)).toHaveText(String(names[19]));
  await page.keyboard.press("Escape");
  await expect(panel(page)).toHaveCount(0);
  await expect(nameIn(page, 19)).toBeFocused();
});

test("at the ends of the list a step rests and keeps the focus", async ({ page }) => {
  await enterAs(page, "acme-company.admin", "/documents");
  await nameIn(page, 1).click();
  const back = panel(page).getByRole("button", { name: "Previous document" });
  await back.click();
  await expect(panel(page)).toContainText("1 of 600");
  await expect(back).toBeFocused();
  await expect(back).toHaveAttribute("aria-disabled", "true");
  await page.keyboard.press("ArrowRight");
  await expect(panel(page)).toContainText("2 of 600");
  await panel(page).getByRole("button", { name: "Close" }).click();
  await expect(nameIn(page, 1)).toBeFocused();
});

test("a picture is shown as one; what is neither is not even fetched, and says so", async ({ page }) => {
  await withRows(page, {
    0: { content_type: "image/png", document_name: "Photo.png", download_url: "/files/photo" },
    1: { content_type: "application/zip", document_name: "Papers.zip", download_url: "/files/papers" },
    2: { content_type: "text/html", document_name: "Page.html", download_url: "/files/page" },
  });
  await page.route(/\/files\/photo/, (route) => route.fulfill({ contentType: "image/png", body: PIXEL }));
  const asked: string[] = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  await enterAs(page, "acme-company.admin", "/documents");
  await nameIn(page, 0).click();
  const picture = panel(page).getByRole("img", { name: "Photo.png" });
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1);
  for (const name of ["Papers.zip", "Page.html"]) {
    await page.keyboard.press("ArrowRight");
    await expect(title(page)).toHaveText(name);
    await expect(panel(page)).toContainText("This kind of file cannot be shown here.");
    await expect(panel(page).locator("iframe, img")).toHaveCount(0);
  }
  expect(asked).toContain("/files/photo");
  expect(asked.filter((path) => ["/files/papers", "/files/page"].includes(path))).toEqual([]);
});

test("a file that cannot be had says so and can be tried again", async ({ page }) => {
  await page.route(/\/files\//, (route) => route.fulfill({ status: 403, json: {} }));
  await enterAs(page, "acme-company.admin", "/documents");
  await nameIn(page, 0).click();
  await expect(panel(page)).toContainText("There was an error downloading your document, try again later");
  await page.unroute(/\/files\//);
  await panel(page).getByRole("button", { name: "Try again" }).click();
  await expect(panel(page).locator("iframe")).toHaveAttribute("src", /^blob:/);
});

test("a browser without a PDF viewer says so, and View is there", async ({ page }) => {
  await page.addInitScript(() => Object.defineProperty(navigator, "pdfViewerEnabled", { get: () => false }));
  await enterAs(page, "acme-company.admin", "/documents");
  await nameIn(page, 0).click();
  await expect(panel(page)).toContainText("This browser cannot show PDFs in a page. View opens it.");
  await expect(panel(page).locator("iframe")).toHaveCount(0);
  await expect(panel(page).getByRole("link", { name: "View" })).toHaveAttribute("target", "_blank");
});

test("the preview closes when its document is no longer listed", async ({ page }) => {
  await enterAs(page, "acme-company.admin", "/documents");
  await nameIn(page, 0).click();
  await expect(title(page)).toBeVisible();
  await page.getByRole("searchbox", { name: "Search documents" }).fill("nothing is called this");
  await expect(page.getByRole("cell", { name: "There is no information to show." })).toBeVisible();
  await expect(panel(page)).toHaveCount(0);
});

test("a text is shown as it reads, and View of what only gets saved says so", async ({ page }) => {
  await withRows(page, {
    0: { content_type: "text/csv", document_name: "Parts.csv", download_url: "/files/parts" },
    1: { content_type: "application/zip", document_name: "Papers.zip" },
  });
  const words = "part,<b>price</b>\nvalve,12";
  await page.route(/\/files\/parts/, (route) => route.fulfill({ contentType: "text/csv", body: words }));
  await enterAs(page, "acme-company.admin", "/documents");
  await page.getByRole("link", { name: "View Papers.zip" }).hover();
  await expect(page.getByRole("tooltip")).toHaveText("View: your browser saves this kind of file");
  await nameIn(page, 0).click();
  const text = panel(page).getByRole("region", { name: "Parts.csv" });
  await expect(text).toHaveText(words, { useInnerText: true });
  await text.focus();
  await page.keyboard.press("ArrowRight");
  await expect(title(page)).toHaveText("Papers.zip");
});

test("after a click into the PDF the keys still walk, and Escape closes", async ({ page }) => {
  await enterAs(page, "acme-company.admin", "/documents");
  const names = await namesOf(page);
  await nameIn(page, 0).click();
  const viewer = () => page.frames().some((inner) => inner.url().startsWith("chrome-extension://"));
  await expect.poll(viewer, "the browser's own viewer").toBe(true);
  const clickInto = async () => {
    const back = await page.evaluateHandle(() => {
      const focused = new Promise((resolve) => window.addEventListener("focus", resolve, { once: true }));
      return { focused };
    });
    await panel(page).locator("iframe").click();
    await back.evaluate(async ({ focused }) => void (await focused));
  };
  await clickInto();
  await expect(title(page)).toBeFocused();
  await page.keyboard.press("ArrowRight");
  await expect(title(page)).toHaveText(String(names[1]));
  await expect.poll(viewer, "the browser's own viewer").toBe(true);
  await clickInto();
  await expect(title(page)).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(panel(page)).toHaveCount(0);
});

test("Tab goes into the PDF, and the focus stays there", async ({ page }) => {
  await enterAs(page, "acme-company.admin", "/documents");
  await nameIn(page, 0).click();
  const frame = panel(page).locator("iframe");
  await expect(frame).toBeVisible();
  await panel(page).getByRole("button", { name: "Download" }).focus();
  await page.keyboard.press("Tab");
  await expect(frame).toBeFocused();
});

test("a document is downloaded once at a time, in its row and beside the list", async ({ page }) => {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await withRows(page, { 0: { content_type: "application/zip", download_url: "/files/papers" } });
  let asked = 0;
  await page.route(/\/files\/papers/, async (route) => {
    asked++;
    await held;
    await route.fulfill({ body: "PK" });
  });
  await enterAs(page, "acme-company.admin", "/documents");
  await nameIn(page, 0).click();
  const download = panel(page).getByRole("button", { name: "Download" });
  await download.dblclick();
  await expect(download).toHaveAttribute("aria-busy", "true");
  await expect(download).toBeFocused();
  await download.click({ force: true });
  const inRow = rows(page)
    .first()
    .getByRole("button", { name: /^Download / });
  await expect(inRow).toBeDisabled();
  await expect(page.getByText("Downloading")).toHaveCount(1);
  const saved = page.waitForEvent("download");
  release();
  await saved;
  await expect(download).toHaveAttribute("aria-busy", "false");
  expect(asked).toBe(1);
});

test("Close stands at the end of the preview's head", async ({ page }) => {
  await enterAs(page, "acme-company.admin", "/documents");
  await nameIn(page, 0).click();
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 844 });
    const whole = page.locator("[data-panel]");
    const close = whole.getByRole("button", { name: "Close" });
    await expect
      .poll(async () => {
        const [button, around] = await Promise.all([close.boundingBox(), whole.boundingBox()]);
        return (
          (around?.x ?? 0) + (around?.width ?? 0) - (button?.x ?? Number.NaN) - (button?.width ?? Number.NaN)
        );
      })
      .toBeLessThanOrEqual(16);
  }
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test("the preview takes the whole width, keeps the focus inside and gives it back", async ({ page }) => {
    await enterAs(page, "acme-company.admin", "/documents");
    const names = await namesOf(page);
    await nameIn(page, 0).click();
    const drawer = page.getByRole("dialog", { name: "Preview" });
    await expect(drawer.getByRole("heading", { name: String(names[0]) })).toBeFocused();
    expect((await drawer.boundingBox())?.width).toBe(390);
    await page.keyboard.press("ArrowRight");
    await expect(drawer.getByRole("heading", { level: 2 })).toHaveText(String(names[1]));
    await drawer.getByRole("link", { name: "View" }).focus();
    for (let n = 0; n < 8; n++) {
      await page.keyboard.press("Shift+Tab");
      expect(await drawer.evaluate((element) => element.contains(document.activeElement))).toBe(true);
    }
    await drawer.getByRole("button", { name: "Close" }).click();
    await expect(drawer).toBeHidden();
    await expect(nameIn(page, 1)).toBeFocused();
  });
});
