import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const SNAPSHOTS = join(import.meta.dirname, "../../sql-snapshots");

const statements = readdirSync(SNAPSHOTS).flatMap((file) =>
  readFileSync(join(SNAPSHOTS, file), "utf8").split(/;\n/),
);

test("a statement that is planned once names the company: no plan rests on what is known of the first one", () => {
  const plannedOnce = statements.filter((text) => text.includes("/* prepared:"));
  const ofCompanies = plannedOnce.filter((text) =>
    /\b(?:from|join) (?:orders|documents|order_\w+|person_snapshots|site_snapshots|sites)\b/.test(text),
  );
  expect(ofCompanies.length).toBeGreaterThan(30);
  const careless = ofCompanies.filter((text) => !/company_id = \$\d/.test(text));
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
