import { saveFile } from "../../../api/save-file.ts";

/** A column of a spreadsheet of texts. */
export interface TextColumn {
  readonly header: string;
  readonly width?: number;
}

const TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";
const WIDTH = 22;
/** So many rows are written at once; the page can do something else in between. */
const ROWS_AT_ONCE = 500;

async function* unhurried<Row>(rows: readonly Row[]): AsyncGenerator<Row> {
  for (const [at, row] of rows.entries()) {
    if (at % ROWS_AT_ONCE === 0) await new Promise((resolve) => setTimeout(resolve));
    yield row;
  }
}

/** Saves a spreadsheet of texts, which are never formulas, whatever they begin with. */
export const saveSheet = async (
  fileName: string,
  columns: readonly TextColumn[],
  rows: readonly (readonly (string | null)[])[],
  sheetName: string,
): Promise<void> => {
  const { workbookOf } = await import("@mcc/contract/sheets/workbook.ts");
  const headers = columns.map(
    ({ header, width = WIDTH }) => ({ label: header, kind: "text", width }) as const,
  );
  const { stream } = workbookOf(sheetName, headers, unhurried(rows));
  saveFile(await new Response(stream, { headers: { "content-type": TYPE } }).blob(), fileName);
};
