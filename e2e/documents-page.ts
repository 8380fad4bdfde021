import type { DocumentRow } from "@mcc/contract/documents/documents.schema.ts";
import type { Page } from "@playwright/test";
import { rewriteResponses } from "./responses.ts";

/** Documents that the browser itself can show; the newest of all may be an archive. */
export const PDFS = "/documents?document_name=.pdf";
export const LIST = /\/api\/documents\/(\?|$)/;

const headers = (page: Page) => page.getByRole("columnheader");
export const headerTexts = async (page: Page) =>
  (await headers(page).allInnerTexts()).map((text) => text.trim());
export const rows = (page: Page) => page.locator("[data-row]");
export const nameIn = (page: Page, at: number) => rows(page).nth(at).locator("[data-preview-of]");
export const column = async (page: Page, label: string): Promise<string[]> => {
  const at = (await headerTexts(page)).indexOf(label);
  return page.locator(`tbody tr > :nth-child(${at + 1})`).allInnerTexts();
};
export const checkbox = (page: Page, at: number) => rows(page).nth(at).getByRole("checkbox");
export const everything = (page: Page) => page.getByRole("checkbox", { name: "Select all" });
export const downloadButton = (page: Page, count: number) =>
  page.getByRole("button", { name: `Download ${count} Document(s)`, exact: true });
export const panel = (page: Page) => page.getByRole("region", { name: "Preview" });
export const title = (page: Page) => page.getByRole("heading", { level: 2 });

/** The real list with some of its rows changed. */
export const withRows = (page: Page, changes: Readonly<Record<number, Partial<DocumentRow>>>) =>
  rewriteResponses<{ results: DocumentRow[] }>(page, LIST, (answer) => {
    for (const [at, change] of Object.entries(changes))
      Object.assign(answer.results[Number(at)] ?? {}, change);
    return answer;
  });

/** Holds every request to an address until it is released. */
export const holdRequests = async (
  page: Page,
  address: RegExp,
  then: "continue" | "fallback" = "continue",
) => {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(address, async (route) => {
    await held;
    await route[then]().catch(() => {}); // a request canceled in the meantime cannot be continued
  });
  return release;
};
