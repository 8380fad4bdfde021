import { readFileSync } from "node:fs";
import { expect, test } from "@playwright/test";
import { signIn } from "./people.ts";
import { unzip } from "./zip.ts";

test("a buyer filters documents, previews them by keyboard, opens one in a new tab and downloads several (DOC-010, DOC-013, DOC-021, DOC-022)", async ({
  page,
  context,
}) => {
  await signIn(page, "acme-company.admin", "/documents");
  await page.getByRole("button", { name: "Filter Document Type" }).click();
  await expect(page.getByRole("textbox", { name: "Document Type" })).toBeFocused();
  await page.keyboard.type("certif");
  await expect(page.getByRole("group", { name: "Document Type" }).getByRole("checkbox")).toHaveCount(1);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/document_type=Certificate/);
  await page.keyboard.press("Escape");
  await expect(page.getByText(/^Showing 1 - 20 of /).first()).toBeVisible();
  const rows = page.locator("tbody tr");
  await expect(rows.first()).toContainText("Certificate");

  await rows.first().focus();
  await page.keyboard.press("Enter");
  const panel = page.getByRole("region", { name: "Preview" });
  await expect(panel.locator("iframe")).toHaveAttribute("src", /^blob:/);
  const first = String(await panel.getByRole("heading").textContent());
  await page.keyboard.press("ArrowRight");
  await expect(panel.getByRole("heading")).not.toHaveText(first);
  await page.keyboard.press("ArrowLeft");
  await expect(panel.getByRole("heading")).toHaveText(first);

  const opening = context.waitForEvent("page");
  await panel.getByRole("link", { name: "View" }).click();
  await expect(await opening).toHaveURL(/\/files\//);
  await page.bringToFront();
  await panel.getByRole("heading").focus();
  await page.keyboard.press("Escape");
  await expect(panel).toBeHidden();

  await page.getByRole("checkbox", { name: "Select all" }).check();
  await page.getByRole("button", { name: "Next" }).first().click();
  await expect(page.getByText(/^Showing 21 - /).first()).toBeVisible();
  await expect(rows.first().getByRole("checkbox")).not.toBeChecked();
  await rows.nth(0).getByRole("checkbox").check();
  await rows.nth(1).getByRole("checkbox").check();
  const asked = page.waitForRequest(/\/documents\/download\//);
  const saving = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download 22 Document(s)" }).click();
  const ids = new URL((await asked).url()).searchParams.get("document_ids")?.split(",") ?? [];
  const token = await page.evaluate(() => localStorage.getItem("am-token"));
  const answer = await page.request.get("/api/documents/?document_type=Certificate&limit=22", {
    headers: { authorization: `JWT ${token}` },
  });
  const selected: { id: number; file_name: string }[] = (await answer.json()).results;
  expect(ids.toSorted()).toEqual(selected.map(({ id }) => String(id)).toSorted());

  const file = await saving;
  expect(file.suggestedFilename()).toMatch(/^\d{4}-\d{2}-\d{2}_\d{2}-\d{2}-\d{2}\.zip$/);
  const files = unzip(readFileSync(await file.path()));
  expect(files.size).toBe(22);
  // What is called the same is told apart by a number, and what Windows does not take is replaced.
  const plain = (name: string) => name.replace(/ \(\d+\)\./, ".").replace(/["_]/g, "");
  expect([...files.keys()].map(plain).toSorted()).toEqual(
    selected.map(({ file_name }) => plain(file_name)).toSorted(),
  );
  for (const content of files.values()) expect(content.subarray(0, 5).toString()).toBe("%PDF-");
});
