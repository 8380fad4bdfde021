import type { Columns } from "@mcc/contract/kit/list-columns.ts";
import { workbookOf } from "@mcc/contract/sheets/workbook.ts";
import { readXlsx } from "hucre/xlsx";
import { expect, test } from "vitest";
import { z } from "zod";
import { alertColumns, alertSpreadsheet } from "../features/alerts/alerts-columns.tsx";
import { auditColumns, auditSpreadsheet } from "../features/audit/audit-columns.tsx";
import { orderColumns, orderSpreadsheet } from "../features/orders/orders-columns.tsx";
import { siteColumns, siteSpreadsheet } from "../features/sites/sites-columns.tsx";
import { userColumns, userSpreadsheet } from "../features/users/users-columns.tsx";
import { type SpreadsheetColumn, spreadsheetColumns } from "../platform/export/spreadsheet-columns.ts";
import { drawnColumn } from "../platform/lists/columns/row-columns.ts";
import { tableColumn } from "../platform/lists/columns/table-columns.ts";

interface DeclaredList {
  readonly name: string;
  readonly columns: Columns;
  readonly row: z.ZodType;
}

/** The lists with columns of their own in the spreadsheet; every other list has those of its table. */
const OWN: Readonly<Record<string, readonly [spec: object, entries: object]>> = {
  alerts: [alertSpreadsheet, alertColumns],
  audit: [auditSpreadsheet, auditColumns],
  orders: [orderSpreadsheet, orderColumns],
  sites: [siteSpreadsheet, siteColumns],
  users: [userSpreadsheet, userColumns],
};

/** Every list of the contract, whichever file it is in. */
const lists = Object.values(
  import.meta.glob<Record<string, Partial<DeclaredList>>>(
    "../../../../packages/contract/src/**/*.{api,list}.ts",
    {
      eager: true,
    },
  ),
)
  .flatMap((file) => Object.values(file))
  .filter((one): one is DeclaredList => Boolean(one?.columns && one.row && one.name));

interface JsonSchema {
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly JsonSchema[];
  readonly items?: JsonSchema;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
}
/** A row in which every text is the same, and nothing is missing. */
const rowOf = (schema: JsonSchema, text: string): unknown => {
  if (schema.anyOf) return rowOf(schema.anyOf.find(({ type }) => type !== "null") ?? {}, text);
  if (schema.enum) return schema.enum[0];
  if (schema.type === "object")
    return Object.fromEntries(
      Object.entries(schema.properties ?? {}).map(([key, field]) => [key, rowOf(field, text)]),
    );
  if (schema.type === "array") return [rowOf(schema.items ?? {}, text)];
  if (schema.type === "number" || schema.type === "integer") return 1;
  if (schema.type === "boolean") return true;
  return schema.format === "date-time" ? "2026-03-31T12:00:00Z" : text;
};

const columnsOf = (list: DeclaredList): SpreadsheetColumn<object>[] => {
  const [spec, entries] = OWN[list.name] ?? [{}, {}];
  const table = Object.keys(list.columns).map((id) =>
    drawnColumn({ ...tableColumn(id, list.columns), hidden: undefined }, entries as never),
  );
  return spreadsheetColumns(spec as never, list as never, entries as never, table) as never;
};

test("no spreadsheet has two columns of one label", () => {
  for (const list of lists) {
    const labels = columnsOf(list).map(({ label }) => label);
    expect([list.name, labels]).toEqual([list.name, [...new Set(labels)]]);
  }
});

test("the spreadsheet of sites has its own columns, followed by those of the table that are not among them (SITE-080)", () => {
  const sites = lists.find(({ name }) => name === "sites");
  expect(sites && columnsOf(sites).map(({ label }) => label)).toEqual([
    ...["Site Name", "Ecommerce User Email", "Location Name", "Site Type", "Site Warehouse"],
    ...["Organization Node", "Users", "Users Count"],
    ...["Name", "Business Unit", "Division", "Region"],
  ]);
});

const PREFIXES = ["=", "+", "-", "@", "\t", "\r", "\n"];

/** The cells of a row of the list in which every text begins like a formula. */
const cellsOf = (list: DeclaredList, columns: readonly SpreadsheetColumn<object>[], prefix: string) => {
  const text = `${prefix}HYPERLINK("http://x.example","y")`;
  const row = rowOf(z.toJSONSchema(list.row, { unrepresentable: "any" }) as JsonSchema, text) as object;
  return columns.map(({ kind, value, id }) => {
    if (kind === "date") return "2026-03-31T12:00:00Z";
    if (kind !== "text") return "1.00";
    // A column whose key is no field of the row has a value of its own, which only its page knows.
    return id in row || OWN[list.name] ? String(value(row) ?? text) : text;
  });
};

test("no text of any list begins a formula in its spreadsheet, whatever it begins with (TABLE-038)", async () => {
  expect(lists.length).toBeGreaterThan(15);
  for (const list of lists) {
    const columns = columnsOf(list);
    const given = PREFIXES.map((prefix) => cellsOf(list, columns, prefix));
    expect([list.name, given.every((cells) => cells.some((cell) => cell.includes("HYPERLINK")))]).toEqual([
      ...[list.name, true],
    ]);
    async function* rows() {
      yield* given;
    }
    const bytes = await new Response(workbookOf(list.name, columns, rows()).stream).arrayBuffer();
    const { sheets } = await readXlsx(new Uint8Array(bytes), { readStyles: true });
    for (const [line, cells] of given.entries())
      for (const [at, { kind, label }] of columns.entries())
        if (kind === "text")
          expect([list.name, label, sheets[0]?.rows[line + 1]?.[at]]).toEqual([list.name, label, cells[at]]);
    for (const [, { formula }] of sheets[0]?.cells ?? [])
      expect([list.name, formula]).toEqual([list.name, undefined]);
  }
});
