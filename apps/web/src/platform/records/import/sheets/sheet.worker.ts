import { SheetError, type SheetRow } from "@mcc/contract/sheets/sheet.ts";
import { readSheet } from "./read-sheet.ts";

/** What the worker tells the page. */
export type SheetNews =
  | { readonly kind: "headers"; readonly headers: readonly string[]; readonly count: number }
  | { readonly kind: "rows"; readonly rows: readonly SheetRow[] }
  | { readonly kind: "refused"; readonly reason: string }
  | { readonly kind: "failed"; readonly reason: string };

/** What the page takes in without a pause that anyone notices. */
const ROWS_AT_ONCE = 500;

const tell = (news: SheetNews): void => postMessage(news);

const read = async (file: File): Promise<void> => {
  const { headers, rows } = await readSheet(new Uint8Array(await file.arrayBuffer()));
  tell({ kind: "headers", headers, count: rows.length });
  for (let at = 0; at < rows.length; at += ROWS_AT_ONCE) {
    tell({ kind: "rows", rows: rows.slice(at, at + ROWS_AT_ONCE) });
  }
};

/** Reads a spreadsheet, so that the page stays free meanwhile. */
addEventListener("message", ({ data: file }: MessageEvent<File>) => {
  read(file).catch((error: unknown) =>
    tell(
      error instanceof SheetError
        ? { kind: "refused", reason: error.message }
        : { kind: "failed", reason: String(error) },
    ),
  );
});
