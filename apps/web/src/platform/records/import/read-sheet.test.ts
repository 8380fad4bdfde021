import { SHEET_LIMITS, SheetError } from "@mcc/contract/sheets/sheet.ts";
import { writeXlsx } from "hucre/xlsx";
import { describe, expect, test, vi } from "vitest";
import { sheetData, workbookFile, zipOf } from "../../../testing/workbook-files.ts";
import { readSheet } from "./read-sheet.ts";

// The files of several megabytes are made while the first tests run.
vi.setConfig({ testTimeout: 60_000 });

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);
const utf16 = (text: string, { bigEndian = false, mark = true } = {}): Uint8Array => {
  const letters = `${mark ? "\uFEFF" : ""}${text}`;
  const view = new DataView(new ArrayBuffer(letters.length * 2));
  for (const [at, letter] of [...letters].entries()) view.setUint16(at * 2, letter.charCodeAt(0), !bigEndian);
  return new Uint8Array(view.buffer);
};

const refusalOf = async (bytes: Uint8Array): Promise<string> => {
  const error = await readSheet(bytes).then(
    () => undefined,
    (refused: unknown) => refused,
  );
  expect(error).toBeInstanceOf(SheetError);
  return (error as SheetError).message;
};

const NAMES = { headers: ["Name", "Region"], rows: [{ row: 2, cells: ["Yard 1", "North"] }] };
const HEADER = ["Name", "Region"] as const;

describe("files that are read", () => {
  test("an Excel file", async () => {
    const file = await writeXlsx({ sheets: [{ name: "Sites", rows: [[...HEADER], ["Yard 1", "North"]] }] });
    expect(await readSheet(file)).toEqual(NAMES);
  });

  test.each([
    ["commas", bytesOf("Name,Region\nYard 1,North\n")],
    ["semicolons", bytesOf("Name;Region\r\nYard 1;North")],
    ["tabs", bytesOf("Name\tRegion\nYard 1\tNorth")],
    ["a byte order mark", bytesOf("\uFEFFName,Region\nYard 1,North")],
    ["UTF-16, little-endian", utf16("Name;Region\r\nYard 1;North")],
    ["UTF-16, big-endian", utf16("Name,Region\nYard 1,North", { bigEndian: true })],
    ["UTF-16 without a byte order mark", utf16("Name,Region\nYard 1,North", { mark: false })],
    ["quoted cells", bytesOf('"Name","Region"\n" Yard 1 ","North"')],
    ["blank rows and spaces", bytesOf("\n , \nName,Region\n,,\n Yard 1 , North \n\n")],
  ])("a CSV file with %s", async (_, bytes) => {
    const { headers, rows } = await readSheet(bytes);
    expect({ headers, cells: rows.map(({ cells }) => cells.slice(0, 2)) }).toEqual({
      headers: [...HEADER],
      cells: [["Yard 1", "North"]],
    });
  });

  test("letters as Excel in Windows writes them", async () => {
    const { rows } = await readSheet(new Uint8Array([...bytesOf("Name\nM"), 0xfc, ...bytesOf("ller")]));
    expect(rows).toEqual([{ row: 2, cells: ["Müller"] }]);
  });

  test("an Excel file that is called .csv, and the other way round: the content decides", async () => {
    const file = await writeXlsx({ sheets: [{ name: "Sites", rows: [[...HEADER], ["Yard 1", "North"]] }] });
    expect([...file.subarray(0, 2)]).toEqual([0x50, 0x4b]);
    // The reader is given no name at all.
    expect(await readSheet(file)).toEqual(NAMES);
    expect((await readSheet(bytesOf("Name,Region\nYard 1,North"))).rows).toEqual(NAMES.rows);
  });

  test("line breaks, delimiters and quotation marks inside quoted cells", async () => {
    const { rows } = await readSheet(bytesOf('Name,Region\n"Yard, ""1""\nSouth",North\nYard 2,East'));
    expect(rows).toEqual([
      { row: 2, cells: ['Yard, "1"\nSouth', "North"] },
      { row: 3, cells: ["Yard 2", "East"] },
    ]);
  });

  test("whole numbers are read as the digits that the sheet shows", async () => {
    const rows = [["Name"], [1042], [0.5], ["007"]];
    const file = await writeXlsx({ sheets: [{ name: "Sites", rows }] });
    expect((await readSheet(file)).rows.map(({ cells }) => cells)).toEqual([["1042"], ["0.5"], ["007"]]);
  });

  test("20,000 rows, and not one more", async () => {
    const rows = (count: number) =>
      `Name\n${Array.from({ length: count }, (_, at) => `Site ${at}`).join("\n")}`;
    expect((await readSheet(bytesOf(rows(20_000)))).rows).toHaveLength(20_000);
    expect(await refusalOf(bytesOf(rows(20_001)))).toBe(
      "This sheet has more than 20,000 rows. Split it into several files.",
    );
  });
});

describe("cells that cannot be used are named with their reason", () => {
  const problemIn = async (bytes: Uint8Array) => (await readSheet(bytes)).rows[0]?.problems;
  const withCell = async (cell: string) => workbookFile({ sheet: sheetData([HEADER, [cell, "North"]]) });

  test.each([
    [
      "a formula with a value",
      '<c t="str"><f>A1&amp;"x"</f><v>Yard</v></c>',
      "This is a formula. Replace it by its value.",
    ],
    ["a formula without a value", "<c><f>SUM(A1:A9)</f></c>", "This is a formula. Replace it by its value."],
    [
      "a shared formula",
      '<c t="str"><f t="shared" si="0"/><v>Yard</v></c>',
      "This is a formula. Replace it by its value.",
    ],
    ["an error", '<c t="e"><v>#REF!</v></c>', "This cell has the error #REF!."],
    ["true or false", '<c t="b"><v>1</v></c>', "This is true or false. Format the cell as text."],
    [
      "a long number",
      "<c><v>12345678901234567890</v></c>",
      "This number is too long to be exact. Format the cell as text.",
    ],
  ])("%s", async (_, cell, message) => {
    expect(await problemIn(await withCell(cell))).toEqual({ 0: message });
  });

  test("a date", async () => {
    const rows = [["Name"], [new Date(Date.UTC(2026, 4, 1))]];
    const file = await writeXlsx({ sheets: [{ name: "Sites", rows }] });
    expect(await problemIn(file)).toEqual({ 0: "This is a date. Format the cell as text." });
  });

  test("a formula in a CSV file", async () => {
    expect(await problemIn(bytesOf('Name\n"=HYPERLINK(""http://x"")"'))).toEqual({
      0: "This is a formula. Replace it by its value.",
    });
  });

  test("control characters", async () => {
    expect(await problemIn(bytesOf("Name\nYard\u0007 1"))).toEqual({
      0: "This contains characters that cannot be stored.",
    });
  });

  test("a text of a novel's length", async () => {
    const { rows } = await readSheet(bytesOf(`Name\n${"a".repeat(SHEET_LIMITS.cell + 1)}`));
    expect(rows).toEqual([{ row: 2, cells: [""], problems: { 0: "This has more than 2,000 characters." } }]);
  });
});

const DAMAGED =
  "This file is damaged and cannot be read. Open it in your spreadsheet program, save it again and choose it again.";
const NOT_A_SHEET = "This is not a spreadsheet. Choose an Excel file (.xlsx) or a CSV file.";
const BOMB = "This file unpacks to more than 40 MB. Copy its rows into a new file and choose that one.";
/** Hardly compresses, unlike repeated text. */
const noise = (at: number): string => Math.imul(at, 2_654_435_761).toString(36);
const manyStrings = Array.from(
  { length: 20_000 },
  (_, at) => `<a>${noise(at)}</a>${"<si/>".repeat(40)}`,
).join("");

describe("files that cannot be used are refused with a sentence", () => {
  test.each([
    ["an empty file", new Uint8Array(), "Please select a valid file"],
    ["a file with a header only", bytesOf("Name,Region\n"), "Please select a valid file"],
    ["a file of blank rows", bytesOf("\n\n,,,\n"), "Please select a valid file"],
    ["a workbook without a row", workbookFile({ sheet: sheetData([HEADER]) }), "Please select a valid file"],
    [
      "merged cells",
      workbookFile({
        sheet: `${sheetData([HEADER, ["Yard 1", ""]])}<mergeCells><mergeCell ref="A2:B2"/></mergeCells>`,
      }),
      "This sheet has merged cells (A2:B2). Unmerge them in your spreadsheet program and choose the file again.",
    ],
    [
      "200 columns in an Excel file",
      workbookFile({ sheet: sheetData([Array.from({ length: 200 }, (_, at) => `C${at}`), ["Yard 1"]]) }),
      "This sheet has more than 100 columns. Delete the columns that are not needed.",
    ],
    [
      "200 columns in a CSV file",
      bytesOf(`${Array.from({ length: 200 }, (_, at) => `C${at}`).join()}\nYard 1`),
      "This sheet has more than 100 columns. Delete the columns that are not needed.",
    ],
    [
      "two columns of one name",
      bytesOf("Name,Region,name\nYard 1,North,Yard 2"),
      "Two columns of this sheet are called “Name”. Rename one of them and choose the file again.",
    ],
    [
      "an open quotation mark",
      bytesOf('Name,Region\nYard 1,North\n"Yard 2,South\nYard 3,East\n'),
      "A quotation mark in row 3 is never closed. Correct it and choose the file again.",
    ],
    [
      "an old or protected Excel file",
      new Uint8Array([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1, ...new Uint8Array(600)]),
      "This file is protected with a password, or is an old Excel file (.xls). Save it as .xlsx without a password.",
    ],
    ["a PDF", bytesOf("%PDF-1.7\n1 0 obj\n"), NOT_A_SHEET],
    ["a picture", new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13]), NOT_A_SHEET],
    ["a web page", bytesOf("<!doctype html><table><tr><td>Name</td></tr></table>"), NOT_A_SHEET],
    ["another zip", zipOf([{ name: "word/document.xml", content: "<document/>" }]), NOT_A_SHEET],
    [
      "a cut-off Excel file",
      workbookFile({ sheet: sheetData([HEADER, ["Yard 1", "North"]]) }).then((file) => file.subarray(0, 700)),
      DAMAGED,
    ],
    [
      "an Excel file without its sheet",
      zipOf([{ name: "xl/workbook.xml", content: "<workbook/>" }]),
      DAMAGED,
    ],
    [
      "broken XML",
      workbookFile({ sheet: sheetData([HEADER, ["Yard 1"]]), sharedStrings: "<sst><si><t>" }),
      DAMAGED,
    ],
    [
      "a zip that states less than it holds",
      workbookFile({
        sheet: sheetData([HEADER]),
        sharedStrings: `<sst>${"<si/>".repeat(500)}</sst>`,
        stated: 1_200,
      }),
      BOMB,
    ],
    [
      "a bomb of repeated text",
      workbookFile({ sheet: "", sharedStrings: `<sst><si><t>${"A".repeat(30_000_000)}</t></si></sst>` }),
      BOMB,
    ],
    [
      "a bomb of empty elements",
      workbookFile({ sheet: "", sharedStrings: `<sst>${"<si/>".repeat(2_000_000)}</sst>` }),
      BOMB,
    ],
    [
      "a bomb that states a small size",
      workbookFile({ sheet: "", sharedStrings: `<sst>${"<si/>".repeat(2_000_000)}</sst>`, stated: 90_000 }),
      BOMB,
    ],
    [
      "a bomb that compresses badly",
      workbookFile({ sheet: "", sharedStrings: `<sst>${manyStrings}</sst>` }),
      BOMB,
    ],
    [
      "a bomb of very many entries",
      zipOf(Array.from({ length: 1_200 }, (_, at) => ({ name: `xl/${at}.xml`, content: "" }))),
      BOMB,
    ],
  ] as const)("%s", async (_, bytes, sentence) => {
    expect(await refusalOf(await bytes)).toBe(sentence);
  });

  test("60 MB, without being parsed", async () => {
    expect(await refusalOf(new Uint8Array(60 * 1024 * 1024))).toBe(
      "This file has 60 MB. A file can have at most 10 MB.",
    );
  });

  test("cells far apart, which would take a gigabyte as a table", async () => {
    const corner =
      '<sheetData><row r="1"><c r="A1"><v>1</v></c></row><row r="1048576"><c r="XFD1048576"><v>1</v></c></row></sheetData>';
    expect(await refusalOf(await workbookFile({ sheet: corner }))).toBe("Please select a valid file");
  });
});
