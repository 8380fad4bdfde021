import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const SNAPSHOTS = join(import.meta.dirname, "../../../sql-snapshots");

const statements = readdirSync(SNAPSHOTS).flatMap((file) =>
  readFileSync(join(SNAPSHOTS, file), "utf8").split(/;\n/),
);

/** Every table that holds rows of companies, by the generated types. */
const TABLES = new Set(
  [
    ...readFileSync(join(import.meta.dirname, "tables.ts"), "utf8").matchAll(
      /^ {2}(\w+): \{\n([\s\S]*?)^ {2}\}/gm,
    ),
  ]
    .filter(([, , columns]) => columns?.includes("company_id:"))
    .map(([, table]) => table),
);
const readsOf = (text: string): string[] =>
  [...text.matchAll(/\b(?:from|join|update) (\w+)\b/g)]
    .map(([, table]) => String(table))
    .filter((table) => TABLES.has(table));
/** By a parameter, or by a row that was itself found by one. */
const namesCompany = (text: string): number =>
  [...text.matchAll(/\bcompany_id = (?:\$\d|\w+\.company_id\b)/g)].length;
/** Lists of orders and documents look names up in these by what was typed or in their order, which is planned without the company. */
const isNameLookup = (statement: string, table: string): boolean =>
  /prepared: (?:orders-of|orders-by|suggest-)/.test(statement) &&
  ["site_snapshots", "person_snapshots", "sites"].includes(table);
/** Who signs in is one row, found by a unique name or id before their company is known. */
const isSignIn = (statement: string, table: string): boolean =>
  /prepared: try-(?:password|code)/.test(statement) && table === "users";

test("a statement that is planned once names the company wherever it reads: no plan rests on what is known of the first one", () => {
  expect(TABLES.size).toBeGreaterThan(25);
  const plannedOnce = statements.filter((text) => text.includes("/* prepared:"));
  const ofCompanies = plannedOnce.filter((text) => readsOf(text).length > 0);
  expect(ofCompanies.length).toBeGreaterThan(80);
  const careless = ofCompanies.filter(
    (text) =>
      namesCompany(text) <
      readsOf(text).filter((table) => !isNameLookup(text, table) && !isSignIn(text, table)).length,
  );
  expect(careless).toEqual([]);
});

test("a row that is read along an index is never compared with an array of ids that were looked up", () => {
  const alongNames = statements.flatMap((text) => [
    ...text.matchAll(/cross join lateral \(([\s\S]*?) limit \d/g),
  ]);
  expect(alongNames.length).toBeGreaterThan(10);
  const slow = alongNames.filter(([, rows]) => /= any\(array\(select/.test(rows ?? ""));
  expect(slow).toEqual([]);
});
