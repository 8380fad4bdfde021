import { useMemo, useRef, useState } from "react";

export type RowKey = string | number;
type Selected<Row> = ReadonlyMap<RowKey, Row>;

/** The selected rows of a list. They are kept while the user pages and filters, and cleared when the user leaves. */
export interface Selection<Row> {
  /** In the order they were selected. */
  readonly rows: readonly Row[];
  readonly has: (row: Row) => boolean;
  readonly set: (rows: readonly Row[], selected: boolean) => void;
  /** Toggles one row; with `range`, also the rows between it and the row toggled before. */
  readonly toggle: (row: Row, listed: readonly Row[], range?: boolean) => void;
  readonly clear: () => void;
  /** The name of a row. */
  readonly nameOf: (row: Row) => string;
  /** The other rows have no checkbox. */
  readonly isSelectable: (row: Row) => boolean;
}

/** The selection after some rows were selected or unselected. */
export const selectedAfter = <Row>(
  now: Selected<Row>,
  rows: readonly Row[],
  keyOf: (row: Row) => RowKey,
  selected: boolean,
): Selected<Row> => {
  const next = new Map(now);
  for (const row of rows) selected ? next.set(keyOf(row), row) : next.delete(keyOf(row));
  return next;
};

/** The listed rows from one to another, in either direction; only the second one if the first is not listed. */
export const rowsBetween = <Row>(
  listed: readonly Row[],
  keyOf: (row: Row) => RowKey,
  from: RowKey | undefined,
  to: RowKey,
): readonly Row[] => {
  const at = (key: RowKey | undefined) => listed.findIndex((row) => keyOf(row) === key);
  const ends = [at(to), at(from) < 0 ? at(to) : at(from)];
  return listed.slice(Math.min(...ends), Math.max(...ends) + 1);
};

/** The state of the header checkbox: checked exactly if all listed rows are selected. */
export const shareSelected = <Row>(
  listed: readonly Row[],
  has: (row: Row) => boolean,
): "all" | "some" | "none" => {
  const selected = listed.filter(has).length;
  if (selected === 0) return "none";
  return selected === listed.length ? "all" : "some";
};

const always = () => true;

export const useSelection = <Row>(
  keyOf: (row: Row) => RowKey,
  nameOf: (row: Row) => string,
  isSelectable: (row: Row) => boolean = always,
): Selection<Row> => {
  const [selected, setSelected] = useState<Selected<Row>>(new Map());
  const last = useRef<RowKey>(undefined);
  return useMemo(() => {
    const has = (row: Row) => selected.has(keyOf(row));
    const set = (rows: readonly Row[], on: boolean) =>
      setSelected((now) => selectedAfter(now, on ? rows.filter(isSelectable) : rows, keyOf, on));
    return {
      rows: [...selected.values()],
      has,
      set,
      toggle: (row, listed, range = false) => {
        set(range ? rowsBetween(listed, keyOf, last.current, keyOf(row)) : [row], !has(row));
        last.current = keyOf(row);
      },
      clear: () => setSelected(new Map()),
      nameOf,
      isSelectable,
    };
  }, [selected, keyOf, nameOf, isSelectable]);
};
