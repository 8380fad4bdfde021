import { type ImportColumn, mapColumns } from "@mcc/contract/sheets/sheet-columns.ts";
import { expect, test } from "vitest";
import { batchesOf } from "./import-batches.ts";
import { mapRows } from "./import-rows.ts";

const columns: ImportColumn<"name" | "business_unit" | "email">[] = [
  { key: "name", header: "Name", required: true },
  { key: "business_unit", header: "Business Unit" },
  { key: "email", header: "Email" },
];
const NEVER = new AbortController().signal;

test("columns are found by their headers, whatever their capitals, spaces and punctuation", () => {
  expect(mapColumns(columns, ["NAME", "business_unit", "", "E-Mail", "Notes"])).toEqual({
    name: 0,
    business_unit: 1,
    email: 3,
  });
  expect(mapColumns(columns, ["Site", "", "Unit"])).toEqual({});
});

test("a row has the cells of the mapped columns, and what is wrong with them; a row without any is left out", async () => {
  const rows = [
    { row: 2, cells: ["Yard 1", "", "note"], problems: { 1: "This is a formula.", 2: "This is a date." } },
    { row: 3, cells: ["", "", "note"] },
    { row: 4, cells: ["Yard 2"] },
  ];
  expect(await mapRows({ headers: [], rows }, { name: 0, business_unit: 1 }, NEVER)).toEqual([
    {
      row: 2,
      cells: { name: "Yard 1" },
      problems: [{ field: "business_unit", message: "This is a formula." }],
    },
    { row: 4, cells: { name: "Yard 2" }, problems: [] },
  ]);
});

test("rows are divided by number and by size, each time in the same way", () => {
  const small = Array.from({ length: 450 }, (_, row) => ({ row, cells: { name: `Yard ${row}` } }));
  expect(batchesOf(small).map(({ length }) => length)).toEqual([200, 200, 50]);
  expect(batchesOf(small)).toEqual(batchesOf(small));
  const large = Array.from({ length: 5 }, (_, row) => ({ row, cells: { name: "x".repeat(90_000) } }));
  expect(batchesOf(large).map(({ length }) => length)).toEqual([2, 2, 1]);
  expect(batchesOf([])).toEqual([]);
});
