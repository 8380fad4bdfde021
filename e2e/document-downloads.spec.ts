import { expect, test } from "@playwright/test";
import { checkbox, column, downloadButton, holdRequests, LIST, rows } from "./documents-page.ts";
import { openSignedIn } from "./people.ts";
import { rewriteResponses } from "./responses.ts";

const FAILED = "There was an error downloading your document, try again later";
const NOW = new Date("2026-03-08T07:05:09Z");

test.describe("in Chicago", () => {
  test.use({ timezoneId: "America/Chicago" });

  test("one document is downloaded by its link under its own name, several in one zip named by local time, and a dialog lists those that failed (DOC-015, DOC-020, DOC-021, DOC-024, DOC-025, DOC-026, DOC-027)", async ({
    page,
  }) => {
    await page.clock.setFixedTime(NOW);
    const file_name = 'Prüfzeugnis Ø 3″ "A".pdf';
    await rewriteResponses<{ results: object[] }>(page, LIST, (answer, url) => {
      const changes: object[] = [
        url.searchParams.has("document_name") ? {} : { download_url: "/files/expired" },
        { document_name: 'Prüfzeugnis Ø 3″ "A"', file_name },
        { size: 200_000_000 },
        { size: 200_000_000 },
      ];
      for (const [at, change] of changes.entries()) Object.assign(answer.results[at] ?? {}, change);
      return answer;
    });
    let ids = "";
    let lost = "";
    await page.route("**/api/documents/download/*", async (route) => {
      const url = new URL(route.request().url());
      ids = url.searchParams.get("document_ids") ?? "";
      url.searchParams.set("document_ids", ids + lost);
      await route.continue({ url: url.href });
    });
    const fetched: string[] = [];
    page.on("request", (request) => {
      if (request.resourceType() === "fetch" && request.url().includes("/files")) fetched.push(request.url());
    });
    await openSignedIn(page, "acme-company.admin", "/documents");

    await checkbox(page, 1).check();
    const saving = page.waitForEvent("download");
    await downloadButton(page, 1).click();
    // What no file may be called is the browser's to replace.
    expect((await saving).suggestedFilename().replace(/["_]/g, "")).toBe(file_name.replaceAll('"', ""));
    expect(fetched).toHaveLength(1);
    expect(new URL(fetched[0] as string).searchParams.get("timestamp")).toBe(String(NOW.getTime()));
    expect(ids).toBe("");

    await test.step("an expired link is requested again, once", async () => {
      const again = page.waitForEvent("download");
      const name = (await column(page, "Name"))[0] as string;
      await rows(page)
        .first()
        .getByRole("button", { name: /^Download / })
        .click();
      // A long name is cut in its cell.
      expect((await again).suggestedFilename().startsWith(name.replace(/…$/, ""))).toBe(true);
      expect(fetched).toHaveLength(3);
    });

    for (const at of [4, 5]) await checkbox(page, at).check();
    lost = ",999999998,999999999";
    const zip = page.waitForEvent("download");
    await downloadButton(page, 3).click();
    const modal = page.getByRole("dialog", { name: "the following documents failed to download" });
    await expect(modal.getByRole("listitem")).toHaveText([
      "Document 999999998 was not found.",
      "Document 999999999 was not found.",
    ]);
    expect((await zip).suggestedFilename()).toBe("2026-03-08_01-05-09.zip");
    expect(ids).toMatch(/^\d+,\d+,\d+$/);
    await modal.getByRole("button", { name: "Close" }).last().click();
    await expect(modal).toBeHidden();
    expect(fetched).toHaveLength(4);

    await test.step("the browser itself saves a zip that is too large for a page", async () => {
      lost = "";
      for (const at of [2, 3]) await checkbox(page, at).check();
      const linkState = page.waitForEvent("download");
      await downloadButton(page, 5).click();
      expect((await linkState).suggestedFilename()).toBe("2026-03-08_01-05-09.zip");
      await expect(page.getByText("Your browser continues the download.")).toBeVisible();
      expect(fetched).toHaveLength(4);
    });
  });
});

test("a failed download shows a toast, for one document and for several; a slow download shows its progress and can be canceled (DOC-028)", async ({
  page,
}) => {
  await page.route(/\/files\//, (route) => route.fulfill({ status: 500, json: {} }));
  await page.route("**/api/documents/download/*", (route) => route.fulfill({ status: 404, json: {} }));
  let saved = false;
  page.on("download", () => {
    saved = true;
  });
  await openSignedIn(page, "acme-company.admin", "/documents");
  const told = page.getByRole("alert").filter({ hasText: FAILED });
  await checkbox(page, 0).check();
  await downloadButton(page, 1).click();
  await expect(told).toHaveCount(1);
  await told.getByRole("button").click();
  await expect(told).toHaveCount(0);
  await checkbox(page, 1).check();
  await downloadButton(page, 2).click();
  await expect(told).toHaveCount(1);
  await told.getByRole("button").click();
  await expect(downloadButton(page, 2)).toBeEnabled();

  await page.unroute(/\/files\//);
  await page.unroute("**/api/documents/download/*");
  const release = await holdRequests(page, /\/files(\/|\?)/);
  const asked = page.waitForRequest(/\/files(\/|\?)/);
  await downloadButton(page, 2).click();
  const notice = page.getByRole("status").filter({ hasText: "Downloading 2 documents" });
  await expect(notice.getByRole("progressbar")).toBeVisible();
  await expect(downloadButton(page, 2), "keeps the keyboard while it works").toBeFocused();
  const pending = await asked;
  const cancelled = page.waitForEvent("requestfailed", (request) => request === pending);
  await notice.getByRole("button", { name: "Cancel" }).click();
  await cancelled;
  await expect(page.getByText("The download was canceled.")).toBeVisible();
  await expect(notice).toBeHidden();
  await expect(told).toHaveCount(0);
  release();
  await expect(downloadButton(page, 2)).toBeEnabled();
  expect(saved).toBe(false);
});
