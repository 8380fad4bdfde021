import type { Sheet } from "@mcc/contract/sheets/sheet.ts";
import type { MappedRow, Mapping } from "@mcc/contract/sheets/sheet-columns.ts";
import { useEffect, useState } from "react";
import { batchesOf, withAttempts } from "./import-batches.ts";
import { type CheckedRow, mapRows } from "./import-rows.ts";

/** Checks some rows of a sheet; `all` are the rows of the whole sheet. */
export type CheckRows<Field extends string> = (
  rows: readonly MappedRow<Field>[],
  signal: AbortSignal,
) => Promise<CheckedRow<Field>[]>;

interface Checked<Field extends string> {
  readonly rows: readonly CheckedRow<Field>[];
  /** How many rows there are to be checked. */
  readonly total: number;
  readonly error: unknown;
}

interface Checking<Field extends string> {
  readonly sheet: Sheet;
  readonly mapping: Mapping<Field>;
  /** Prepares a check of all rows of the sheet; the same function as long as nothing changes its results. */
  readonly prepare: (all: readonly MappedRow<Field>[]) => CheckRows<Field>;
}

const SHOW_EVERY_MS = 400;

/** Checks the rows of a sheet batch after batch, anew when the columns or the rules change. */
export const useCheckedRows = <Field extends string>({ sheet, mapping, prepare }: Checking<Field>) => {
  const [checked, setChecked] = useState<Checked<Field>>({ rows: [], total: 0, error: undefined });
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: an attempt is repeated because its number changes
  useEffect(() => {
    const stop = new AbortController();
    const run = async () => {
      setChecked({ rows: [], total: sheet.rows.length, error: undefined });
      const all = await mapRows(sheet, mapping, stop.signal);
      if (stop.signal.aborted) return;
      const check = prepare(all);
      const rows: CheckedRow<Field>[] = [];
      let shown = 0;
      try {
        for (const batch of batchesOf(all)) {
          rows.push(...(await withAttempts(() => check(batch, stop.signal), stop.signal)));
          if (stop.signal.aborted) return;
          // The preview goes through all rows each time it is drawn.
          if (rows.length < all.length && performance.now() - shown < SHOW_EVERY_MS) continue;
          shown = performance.now();
          setChecked({ rows: [...rows], total: all.length, error: undefined });
        }
      } catch (error) {
        if (stop.signal.aborted) return;
        console.error("The rows could not be checked", error);
        setChecked({ rows, total: all.length, error });
      }
    };
    void run();
    return () => stop.abort();
  }, [sheet, mapping, prepare, attempt]);
  const isReady = checked.total > 0 && checked.rows.length === checked.total;
  return { ...checked, isReady, retry: () => setAttempt((before) => before + 1) };
};
