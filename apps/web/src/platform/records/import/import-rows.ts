import type { Sheet } from "@mcc/contract/sheets/sheet.ts";
import { type CellError, type MappedRow, type Mapping, mapRow } from "@mcc/contract/sheets/sheet-columns.ts";
import { pause } from "../../live/listen.ts";

export interface CellChange<Field extends string> {
  readonly field: Field;
  readonly before: string;
  readonly after: string;
}

export type Outcome = "create" | "update" | "unchanged" | "error";

/** What saving a row would do. */
export interface CheckedRow<Field extends string> extends MappedRow<Field> {
  readonly outcome: Outcome;
  readonly errors: readonly CellError<Field>[];
  readonly changes: readonly CellChange<Field>[];
}

/** So many rows are mapped at once; the page can do something else in between. */
const ROWS_AT_ONCE = 1_000;

/** The rows that have something in one of the mapped columns. */
export const mapRows = async <Field extends string>(
  { rows }: Sheet,
  mapping: Mapping<Field>,
  signal: AbortSignal,
): Promise<MappedRow<Field>[]> => {
  const entries = Object.entries(mapping) as [Field, number][];
  const mapped: MappedRow<Field>[] = [];
  for (const [at, row] of rows.entries()) {
    if (at % ROWS_AT_ONCE === 0) await pause(0, signal);
    const one = mapRow(row, entries);
    if (one.problems.length > 0 || Object.keys(one.cells).length > 0) mapped.push(one);
  }
  return mapped;
};
