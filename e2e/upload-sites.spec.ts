import { readFile } from "node:fs/promises";
import { AxeBuilder } from "@axe-core/playwright";
import { expect, type Page, test } from "@playwright/test";
import { readXlsx, writeXlsx } from "hucre/xlsx";
import { openOwnCompany } from "./own-company.ts";
import { signIn } from "./people.ts";

const HEADERS = [
  "Name",
  "Division",
  "Business Unit",
  "Region",
  "Email",
  "Shop Username",
  "Password",
  "Location Name",
];

const choose = async (page: Page, name: string, rows: readonly (readonly string[])[]) => {
  const file = await writeXlsx({ sheets: [{ name: "Sites", rows: rows.map((row) => [...row]) }] });
  await page
    .locator("input[type=file]")
    .setInputFiles({ name, mimeType: "application/zip", buffer: Buffer.from(file) });
};

test("20 sites with 3 faulty rows are imported, and the rows are corrected in place, one of them later and on a phone (WORK-012)", async ({
  page,
}) => {
  const { slug, admin } = await openOwnCompany({ roles: ["Buyer"] });
  await signIn(page, admin, "/sites");
  await page.getByRole("main").getByRole("link", { name: "Upload Sites" }).click();
  await expect(page.getByRole("heading", { name: "Upload Sites", level: 1 })).toBeVisible();
  const faults: Readonly<Record<number, Readonly<Record<number, string>>>> = {
    4: { 3: "" },
    9: { 4: "pad9" },
    15: { 8: "Housten" },
  };
  const row = (at: number) =>
    [
      ...[`Pad ${at}`, "Drilling", "Bakken", "North", `pad${at}@example.com`],
      ...[`${slug}-Pads${at === 4 ? "-4" : ""}`, "s3cret-word", "", "Houston"],
    ].map((cell, column) => faults[at]?.[column] ?? cell);
  await choose(page, "pads.xlsx", [
    [...HEADERS, "Warehouse"],
    ...Array.from({ length: 20 }, (_, at) => row(at + 1)),
  ]);
  await page.getByRole("button", { name: "Upload 17 of 20 rows" }).click();
  const dialog = page.getByRole("dialog", { name: "Site errors" });
  await dialog.getByRole("button", { name: "Close" }).last().click();

  // Right after the upload: what the file had stays, passwords included.
  const failed = page.getByRole("region", { name: "Correct failed rows" });
  await expect(failed.getByRole("listitem")).toHaveCount(3);
  await expect(failed.getByLabel("Password", { exact: true })).toHaveCount(0);
  await failed.getByLabel("Region").fill("South");
  await failed.getByLabel("Email").fill("pad9@example.com");
  await failed.getByRole("button", { name: "Import 3 rows again" }).click();
  await expect(failed.getByRole("status")).toHaveText("2 rows imported. 1 row still has errors.");
  await expect(failed.getByRole("listitem")).toHaveCount(1);

  // Later, from the list of uploads, on a phone.
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/configuration/uploads");
  await page.getByRole("link", { name: "Correct failed rows pads.xlsx" }).click();
  await expect(page.getByRole("heading", { name: "pads.xlsx", level: 1 })).toBeVisible();
  const reason = failed.getByText("Warehouse: There is no warehouse called “Housten”.");
  await expect(reason).toBeInViewport({ ratio: 1 });
  await expect(failed.getByRole("heading", { name: "Row 16: Pad 15" })).toBeInViewport({ ratio: 1 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
  }
  await failed.getByLabel("Warehouse").fill("Houston");
  await failed.getByRole("button", { name: "Import 1 row again" }).click();
  await expect(page.getByText("Every row of this upload is imported.")).toBeVisible();
  await page.getByRole("link", { name: "See the sites" }).click();
  await expect(page.getByRole("paragraph").filter({ hasText: "23 sites" })).toBeVisible();
  await page.goto("/users");
  await page.getByRole("main").getByRole("link", { name: "Upload sites and assign users" }).click();
  await expect(page).toHaveURL("/configuration/uploads");
});

const SITES = 200;
const BAD = [17, 40, 41, 99, 120, 150, 199];

test("a sheet of 200 sites with 7 bad rows is uploaded, mended, uploaded again and undone (CONF-095, CONF-096, CONF-097, CONF-102, CONF-103, CONF-104, CONF-105, UNDO-004, WORK-012 partly)", async ({
  page,
}) => {
  const { slug, admin } = await openOwnCompany({ roles: ["Buyer"] });
  await signIn(page, admin, "/configuration");
  await page.getByRole("link", { name: "Upload Sites List" }).click();
  await expect(page.getByRole("heading", { name: "Upload Sites", level: 1 })).toBeVisible();
  await choose(page, "empty.xlsx", [HEADERS]);
  await expect(page.getByText("Please select a valid file")).toBeVisible();

  const row = (at: number) => [
    `Yard ${at}`,
    "Drilling",
    "Bakken",
    BAD.includes(at) ? "" : "North",
    `yard${at}@example.com`,
    // Sites can share a shop user; each new one has a password to be hashed.
    at < 20 ? `${slug}-Yard${at}` : `${slug}-Yards`,
    "s3cret-word",
    "",
  ];
  await choose(page, "sites.xlsx", [HEADERS, ...Array.from({ length: SITES }, (_, at) => row(at))]);
  const preview = page.getByRole("region", { name: "Preview" }).first();
  await expect(preview.getByRole("button", { name: "New 193" })).toBeVisible();
  await preview.getByRole("button", { name: "Error 7" }).click();
  const reasons = preview.getByText("Region field is required");
  await expect(reasons).toHaveCount(7);
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await expect(reasons.first()).toBeVisible();
    const { x = 0, width: taken = Number.NaN } = (await reasons.first().boundingBox()) ?? {};
    expect(x + taken).toBeLessThanOrEqual(width);
  }
  await expect(page.getByRole("checkbox", { name: "Update if exists" })).not.toBeChecked();
  await page.getByRole("button", { name: "Choose users" }).click();
  await page.getByRole("checkbox", { name: "Buyer", exact: true }).check();
  await page.getByRole("button", { name: "Upload 193 of 200 rows" }).click();

  const dialog = page.getByRole("dialog", { name: "Site errors" });
  await expect(dialog.getByText("Site Yard 17 was not created, reason:")).toBeVisible();
  await expect(dialog.getByText("Region field is required")).toHaveCount(7);
  await dialog.getByRole("button", { name: "Close" }).last().click();
  const report = page.getByRole("region", { name: "Upload", exact: true });
  await expect(report.getByText("193", { exact: true })).toBeVisible();

  const download = page.waitForEvent("download");
  await report.getByRole("button", { name: "Download failed rows" }).click();
  const failed = await readXlsx(new Uint8Array(await readFile(await (await download).path())));
  const [headers = [], ...rows] = failed.sheets[0]?.rows ?? [];
  expect(headers.filter((header) => header !== null)).toEqual([
    "Name",
    "Reason",
    ...HEADERS.slice(1),
    "Site Type",
    "Warehouse",
  ]);
  expect(rows.map(([name]) => name)).toEqual(BAD.map((at) => `Yard ${at}`));
  const mended = rows.map((cells) => cells.map((cell, at) => (at === 4 ? "South" : String(cell ?? ""))));

  await report.getByRole("button", { name: "Choose another file" }).click();
  // One that exists, with another region: it is updated.
  await choose(page, "mended.xlsx", [
    headers.map(String),
    ...mended,
    row(1).with(3, "West").toSpliced(1, 0, ""),
  ]);
  await expect(preview.getByRole("button", { name: "Error 1" })).toBeVisible();
  await expect(preview.getByText("Site with this name already exists")).toBeVisible();
  await page.getByRole("checkbox", { name: "Update if exists" }).check();
  await expect(preview.getByRole("button", { name: "New 7" })).toBeVisible();
  await expect(preview.getByRole("row").filter({ hasText: "Update" })).toContainText("North → West");
  const refused = { status: 409, json: { detail: "Not now.", code: "x" } };
  await page.route("**/sites/batch-create/**", (route) => route.fulfill(refused));
  await page.getByRole("button", { name: "Upload 8 rows" }).click();
  await expect(
    page.getByText("There has been an error while saving Sites. Please try again later"),
  ).toBeVisible();
  await page.unrouteAll();
  await report.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByText("Sites created succesfully")).toBeVisible();

  await report.getByRole("button", { name: "Undo import" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Undo import" }).click();
  await expect(page.getByText("The import was undone.")).toBeVisible();
  const past = page.getByRole("region", { name: "Past uploads" });
  await expect(past.getByRole("row", { name: /mended\.xlsx/ })).toContainText("Undone");
  await past.getByRole("button", { name: "Undo import sites.xlsx" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Undo import" }).click();
  await expect(past.getByRole("row", { name: /sites\.xlsx/ })).toContainText("Undone");
  await page.goto("/sites");
  await expect(page.getByRole("paragraph").filter({ hasText: /^3 sites$/ })).toBeVisible();
});
