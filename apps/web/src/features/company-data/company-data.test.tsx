import { expect, test } from "vitest";
import { openPage } from "../../testing/open-page.tsx";
import { click, control, eventually, find, toasts } from "../../testing/page-events.ts";
import { sizeText } from "./company-data.texts.ts";

const DAY = "2026-03-01T09:00:00.000Z";
const one = (more: object = {}) => ({
  ...{
    id: 4,
    state: "tables",
    created_at: DAY,
    created_by: "Ada Admin",
    size: null,
    expires_at: null,
    link: null,
  },
  records: { done: 250, total: 1000 },
  documents: { done: 0, total: null, missing: 0 },
  ...more,
});
const READY = one({
  ...{
    state: "ready",
    size: 3_210_000,
    expires_at: "2026-03-08T09:00:00.000Z",
    link: "https://portal.test/company-exports/x",
  },
  records: { done: 1000, total: 1000 },
  documents: { done: 12, total: 12, missing: 2 },
});
const open = (found: object | null, answers: object = {}) =>
  openPage("/configuration/company-data", { "/accounts/company-export/": { export: found }, ...answers });
const page = () => document.body.textContent ?? "";

test("an export is started, and its progress is shown (LIFE-001 partly)", async () => {
  open(null, { "POST /accounts/company-export/": one() });
  await eventually(() => expect(page()).toContain("Nothing was exported yet."));
  expect(page()).toContain("Passwords, keys and other secrets are not in it.");
  await click("Export everything");
  await eventually(() => expect(toasts()).toContain("The export has started."));
});

test("while an export runs, it says how far it is, and no second one is started (LIFE-001 partly)", async () => {
  open(one());
  await eventually(() => expect(page()).toContain("250 of 1,000 records"));
  expect(control("Export again")).toHaveProperty("disabled", true);
  open(one({ state: "documents", documents: { done: 5, total: 20, missing: 0 } }));
  await eventually(() => expect(page()).toContain("Documents: 5 of 20 files looked up"));
});

test("a finished export is downloaded until it expires, and says what is missing (LIFE-001 partly)", async () => {
  open(READY);
  await eventually(() => expect(page()).toContain("Download (3.2 MB)"));
  expect(find("a[download]")?.getAttribute("href")).toBe("https://portal.test/company-exports/x");
  expect(page()).toMatch(/Started byAda Admin.*Records1,000.*Documents12.*Available until/);
  expect(page()).toContain("The files of 2 documents were missing in the storage.");
  open(one({ state: "expired" }));
  await eventually(() => expect(page()).toContain("The latest export has expired."));
  open(one({ state: "failed" }));
  await eventually(() => expect(page()).toContain("The latest export could not be completed."));
});

test("sizes are written as file managers do", () => {
  expect([0, 999, 1_000, 12_345, 999_000_000, 5_400_000_000].map(sizeText)).toEqual([
    ...["0 bytes", "999 bytes", "1.0 kB", "12 kB", "999 MB", "5.4 GB"],
  ]);
});
