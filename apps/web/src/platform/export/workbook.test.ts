import { type WorkbookColumn, type WorkbookRow, workbookOf } from "@mcc/contract/sheets/workbook.ts";
import { readXlsx } from "hucre/xlsx";
import { expect, test } from "vitest";
import { exportDoneWords } from "../lists/list.texts.ts";

const columns: readonly WorkbookColumn[] = [
  { label: "Name", kind: "text", width: 20 },
  { label: "Total", kind: "money", width: 14 },
  { label: "Date", kind: "date", width: 22 },
];
const row = (name: string, total = "0.00"): WorkbookRow => [name, total, "2026-03-31T12:00:00Z"];

async function* given(rows: readonly WorkbookRow[]) {
  yield* rows;
}
const write = async (rows: readonly WorkbookRow[]) =>
  new Uint8Array(await new Response(workbookOf("orders", columns, given(rows)).stream).arrayBuffer());

const SHEET = "xl/worksheets/sheet1.xml";

/** The XML of the sheet, out of its ZIP. */
const sheetXml = async (rows: readonly WorkbookRow[]): Promise<string> => {
  const bytes = await write(rows);
  const at = new TextDecoder("latin1").decode(bytes).indexOf(SHEET);
  const extra = new DataView(bytes.buffer).getUint16(at - 2, true);
  const packed = new Blob([bytes.slice(at + SHEET.length + extra)]);
  const reader = packed.stream().pipeThrough(new DecompressionStream("deflate-raw")).getReader();
  let xml = "";
  const decoder = new TextDecoder();
  // What follows the sheet is the next file of the archive, at which the stream complains.
  for (;;) {
    const { done, value } = await reader.read().catch(() => ({ done: true, value: undefined }));
    if (done || !value) return xml;
    xml += decoder.decode(value, { stream: true });
  }
};

test.each(["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", "\n=1", '=HYPERLINK("http://x")'])(
  "a cell that begins like a formula is written as text: %j (TABLE-038)",
  async (name) => {
    const xml = await sheetXml([row(name)]);
    expect(xml).toContain('<c r="A2" t="inlineStr"');
    expect(xml).not.toContain("<f>");
    expect(xml).not.toContain("<f ");
    const book = await readXlsx(await write([row(name)]));
    expect(book.sheets[0]?.rows[1]?.[0]).toBe(name);
  },
);

test("money adds up to the cent and ends in a total row (TABLE-039, ORD-027)", async () => {
  const rows = Array.from({ length: 1000 }, () => row("A", "0.10"));
  const book = await readXlsx(await write([...rows, row("B", "-0.05"), row("C", "123456789.01")]));
  const last = book.sheets[0]?.rows.at(-1);
  expect(last?.[0]).toBe("Total");
  expect(last?.[1]).toBe(123456888.96);
});

test("amounts that add up to nothing have no sum, and without others there is no total row (BUDG-006 partly)", async () => {
  const [name, , date] = columns as [WorkbookColumn, WorkbookColumn, WorkbookColumn];
  const running = { label: "Used", kind: "money", width: 14, isNotSummed: true } as const;
  const lastOf = async (own: readonly WorkbookColumn[]) => {
    const { stream } = workbookOf("entries", own, given([row("A", "1.00"), row("B", "2.00")]));
    const { sheets } = await readXlsx(new Uint8Array(await new Response(stream).arrayBuffer()));
    return sheets[0]?.rows.at(-1)?.slice(0, 2);
  };
  expect(await lastOf([name, running, date])).toEqual(["B", 2]);
  const paid = { label: "Paid", kind: "money", width: 14 } as const;
  const { stream } = workbookOf("entries", [name, running, paid], given([["A", "1.00", "4.00"]]));
  const { sheets } = await readXlsx(new Uint8Array(await new Response(stream).arrayBuffer()));
  expect(sheets[0]?.rows.at(-1)).toEqual(["Total", null, 4]);
});

test("money and moments carry their formats, the total too (TABLE-031)", async () => {
  const book = await readXlsx(await write([row("A", "1204.50")]), { readStyles: true });
  const formatAt = (place: string) => book.sheets[0]?.cells?.get(place)?.style?.numFmt;
  expect([formatAt("1,1"), formatAt("2,1")]).toEqual(['"$"#,##0.00', '"$"#,##0.00']);
  expect(formatAt("1,2")).toBe("mmm dd yyyy h:mm AM/PM");
  expect(book.sheets[0]?.rows[1]?.[1]).toBe(1204.5);
});

test.each(["_x000D_", "_x005F_x000D_", "a\r\nb", "\uFEFFbom", "a".repeat(32_767)])(
  "text that is not easy to write is read back as it was: %.20j",
  async (name) => {
    const book = await readXlsx(await write([row(name)]));
    expect(book.sheets[0]?.rows[1]?.[0]).toBe(name);
  },
);

test("what one sheet does not hold goes on in the next, and the total ends the last (TABLE-030, TABLE-039)", async () => {
  const rows = ["A", "B", "C", "D", "E", "F"].map((name) => row(name, "1.00"));
  const book = workbookOf("orders", columns, given(rows), { worksheetRows: 3 });
  const bytes = new Uint8Array(await new Response(book.stream).arrayBuffer());
  const { sheets } = await readXlsx(bytes);
  expect(sheets.map((sheet) => sheet.rows.map(([first]) => first))).toEqual([
    ["Name", "A", "B", "C"],
    ["Name", "D", "E", "F"],
    ["Name", "Total"],
  ]);
  expect(sheets.at(-1)?.rows.at(-1)?.[1]).toBe(6);
  expect(book.worksheets()).toBe(3);
});

test("a file of several sheets says so, and how much one holds", () => {
  expect(exportDoneWords(1)).toBe("The export is ready.");
  expect(exportDoneWords(5)).toMatch(/1,048,575 rows.* 5 of them/);
});

test("the header names the columns", async () => {
  const book = await readXlsx(await write([row("A")]));
  expect(book.sheets[0]?.rows[0]).toEqual(["Name", "Total", "Date"]);
});
