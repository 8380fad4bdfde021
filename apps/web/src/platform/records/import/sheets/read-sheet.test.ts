import { csvRows } from "@mcc/contract/sheets/csv-rows.ts";
import { sheetOf } from "@mcc/contract/sheets/read-rows.ts";
import { SHEET_LIMITS, SheetError } from "@mcc/contract/sheets/sheet.ts";
import { writeXlsx } from "hucre/xlsx";
import { describe, expect, test, vi } from "vitest";
import { sheetData, workbookFile, zipOf } from "../../../../testing/workbook-files.ts";
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
    // An import of days takes it as it is.
    expect((await readSheet(file)).rows[0]?.cells).toEqual(["2026-05-01"]);
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
const BLANK_ROWS = "This sheet has more than 60,000 rows, blank ones included. Delete the blank rows.";
const COLUMNS = "This sheet has more than 100 columns. Delete the columns that are not needed.";
const rowTooLong = (row: number) =>
  `Row ${row} has more than 500,000 characters. Check whether a quotation mark in it is never closed.`;
const MANY = 9_000_000;
const fileOf = (text: string): Uint8Array => bytesOf(text.repeat(Math.ceil(MANY / text.length)));
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

  test.each([
    ["newlines", fileOf("\n"), BLANK_ROWS],
    ["carriage returns", fileOf("\r"), BLANK_ROWS],
    ["newlines in UTF-16", utf16("\n".repeat(100_000)), BLANK_ROWS],
    ["rows of blanks", fileOf(",,,,\n"), BLANK_ROWS],
    ["commas", fileOf(","), COLUMNS],
    ["semicolons", fileOf(";"), COLUMNS],
    ["very wide rows", fileOf(`${"a,".repeat(20_000)}\n`), COLUMNS],
    ["one line", fileOf("a"), rowTooLong(1)],
    ["one line behind a header", bytesOf(`Name\n${"a".repeat(MANY)}`), rowTooLong(2)],
    ["spaces", fileOf(" "), rowTooLong(1)],
    ["a quotation mark that is never closed", bytesOf(`Name\n"${"a".repeat(MANY)}`), rowTooLong(2)],
    ["a quotation mark at every second place", fileOf('"a'), rowTooLong(1)],
    ["quotation marks", fileOf('"'), rowTooLong(1)],
    ["zeros", new Uint8Array(MANY), NOT_A_SHEET],
  ])("a CSV file of nothing but %s is not read to its end (ABUS-009 partly)", async (_, bytes, sentence) => {
    expect(await refusalOf(bytes)).toBe(sentence);
  });

  test.each([
    ["of many rows", "a,b\n", 1 + SHEET_LIMITS.rows],
    ["of blank rows", "\n", SHEET_LIMITS.rowsWithBlanks],
    ["of commas", ",", 0],
    ["of one line", "a", 0],
  ])("a CSV file %s is split only as far as it can be used (ABUS-009 partly)", async (_, text, rows) => {
    let split = 0;
    const counted = function* () {
      for (const row of csvRows(fileOf(text))) {
        split += 1;
        yield row;
      }
    };
    await expect(sheetOf(counted())).rejects.toBeInstanceOf(SheetError);
    expect(split).toBeLessThanOrEqual(rows + 1);
  });

  const ENTITIES =
    "This file uses XML entities of its own, which are not read. Copy its rows into a new file and choose that one.";
  const OVERSIZED =
    "This file has parts that no spreadsheet program writes. Copy its rows into a new file and choose that one.";
  const names = (count: number) => Array.from({ length: count }, (_, at) => `a${noise(at)}=""`).join(" ");
  const plainSheet = sheetData([HEADER, ["Yard 1", "North"]]);
  const declared = '<!DOCTYPE a [<!ENTITY x "Yard">]>';
  test.each([
    ["entities declared in the sheet", { sheet: `${declared}${plainSheet}` }, ENTITIES],
    [
      "entities declared in the shared texts",
      { sheet: plainSheet, sharedStrings: `${declared}<sst/>` },
      ENTITIES,
    ],
    [
      "a declaration behind a comment with a quotation mark",
      { sheet: plainSheet, sharedStrings: `<!-- " -->${declared}<!-- " --><sst/>` },
      ENTITIES,
    ],
    ["an entity in a cell", { sheet: sheetData([HEADER, ["Yard &x;", "North"]]) }, ENTITIES],
    ["an entity in an attribute", { sheet: `<a b="&x;"/>${plainSheet}` }, ENTITIES],
    ["an element of very many attributes", { sheet: `<a ${names(200_000)}/>${plainSheet}` }, OVERSIZED],
    ["attributes without values", { sheet: `<a ${"b ".repeat(300)}/>${plainSheet}` }, OVERSIZED],
    [
      "an attribute of very many letters",
      { sheet: `<a b="${Array.from({ length: 60_000 }, (_, at) => noise(at)).join()}"/>${plainSheet}` },
      OVERSIZED,
    ],
    [
      "a text of very many letters",
      { sheet: sheetData([[Array.from({ length: 60_000 }, (_, at) => noise(at)).join()]]) },
      OVERSIZED,
    ],
    ["a tag that does not end", { sheet: `${plainSheet}<a b="` }, DAMAGED],
  ])("%s (ABUS-009 partly)", async (_, parts, sentence) => {
    expect(await refusalOf(await workbookFile(parts))).toBe(sentence);
  });

  test("the signs that XML itself has to escape are read, and so are comments and CDATA", async () => {
    const sheet = sheetData([
      HEADER,
      [
        "A &amp; B &lt;1&gt; &quot;x&quot; &#65;&#x42;",
        '<c t="inlineStr"><is><t><![CDATA[&x;]]></t></is></c>',
      ],
    ]);
    const { rows } = await readSheet(await workbookFile({ sheet: `<!-- &x; -->${sheet}` }));
    expect(rows).toEqual([{ row: 2, cells: ['A & B <1> "x" AB', "&x;"] }]);
  });

  test("pictures and added data of a workbook are not read, whatever they hold", async () => {
    const content = `${declared}<a ${names(50_000)}>`;
    const more = ["xl/media/image1.png", "customXml/item1.xml"].map((name) => ({ name, content }));
    expect(await readSheet(await workbookFile({ sheet: plainSheet, more }))).toEqual(NAMES);
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
