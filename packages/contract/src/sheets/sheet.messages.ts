import { SHEET_LIMITS as limits } from "./sheet.ts";

const MEGABYTE = 1024 * 1024;
const grouped = (value: number): string => value.toLocaleString("en-US");

/** Why a file cannot be used. */
export const sheetMessages = {
  /** To the letter (specification 2, section 5). */
  noRows: "Please select a valid file",
  notSheet: "This is not a spreadsheet. Choose an Excel file (.xlsx) or a CSV file.",
  oldOrProtected:
    "This file is protected with a password, or is an old Excel file (.xls). Save it as .xlsx without a password.",
  damaged:
    "This file is damaged and cannot be read. Open it in your spreadsheet program, save it again and choose it again.",
  unpacked: `This file unpacks to more than ${limits.unpackedBytes / MEGABYTE} MB. Copy its rows into a new file and choose that one.`,
  entities:
    "This file uses XML entities of its own, which are not read. Copy its rows into a new file and choose that one.",
  oversized:
    "This file has parts that no spreadsheet program writes. Copy its rows into a new file and choose that one.",
  tooManyRows: `This sheet has more than ${grouped(limits.rows)} rows. Split it into several files.`,
  tooManyBlankRows: `This sheet has more than ${grouped(limits.rowsWithBlanks)} rows, blank ones included. Delete the blank rows.`,
  tooManyColumns: `This sheet has more than ${limits.columns} columns. Delete the columns that are not needed.`,
  tooLarge: (bytes: number) =>
    `This file has ${grouped(Math.ceil(bytes / MEGABYTE))} MB. A file can have at most ${limits.fileBytes / MEGABYTE} MB.`,
  merged: (range: string) =>
    `This sheet has merged cells (${range}). Unmerge them in your spreadsheet program and choose the file again.`,
  openQuote: (row: number) =>
    `A quotation mark in row ${grouped(row)} is never closed. Correct it and choose the file again.`,
  rowTooLong: (row: number) =>
    `Row ${grouped(row)} has more than ${grouped(limits.rowCharacters)} characters. Check whether a quotation mark in it is never closed.`,
  headerTwice: (header: string) =>
    `Two columns of this sheet are called “${header}”. Rename one of them and choose the file again.`,
} as const;

/** Why a cell cannot be used. */
export const cellMessages = {
  formula: "This is a formula. Replace it by its value.",
  date: "This is a date. Format the cell as text.",
  truth: "This is true or false. Format the cell as text.",
  error: (code: string) => `This cell has the error ${code}.`,
  number: "This number is too long to be exact. Format the cell as text.",
  tooLong: `This has more than ${grouped(limits.cell)} characters.`,
  unstorable: "This contains characters that cannot be stored.",
} as const;
