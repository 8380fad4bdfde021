import { GROUP_KEY } from "@mcc/contract/kit/list.ts";
import type { Columns } from "@mcc/contract/kit/list-columns.ts";
import {
  type ColumnDef,
  columnOrderingFeature,
  columnVisibilityFeature,
  tableFeatures,
  useTable,
} from "@tanstack/react-table";
import { type ReactNode, useMemo } from "react";
import type { Arrangement } from "../columns/column-arrangement.ts";
import type { TableColumn } from "../columns/table-columns.ts";
import { type CellValue, cellOf, type Tones } from "./table-cell.tsx";

/** Sorting, filtering and paging belong to the server. */
const features = tableFeatures({ columnOrderingFeature, columnVisibilityFeature });

/** What a page says about its rows. Every column has a value; a forgotten one does not compile. */
export interface RowColumns<C extends Columns, Row> {
  readonly values: { readonly [K in keyof C]: (row: Row) => CellValue };
  /** Only where a kind's own cell is not enough. */
  readonly cells?: { readonly [K in keyof C]?: (row: Row) => ReactNode };
  readonly tones?: { readonly [K in keyof C]?: Tones };
  /** Which column tells which record a row is. */
  readonly identifies?: keyof C & string;
  /** Only where a kind's own width is not right, in pixels. */
  readonly widths?: { readonly [K in keyof C & string]?: number };
  /** The node of a row in a hierarchy group. */
  readonly nodeOf?: (row: Row, groupId: number) => CellValue;
}

const columnDef = <C extends Columns, Row extends object>(
  { id, kind, label }: TableColumn,
  { values, cells, tones, nodeOf }: RowColumns<C, Row>,
): ColumnDef<typeof features, Row> => {
  const group = GROUP_KEY.exec(id);
  const value = (row: Row) => (group ? nodeOf?.(row, Number(group[1])) : values[id]?.(row));
  return {
    id,
    header: label,
    accessorFn: value,
    cell: ({ row: { original } }) => cells?.[id]?.(original) ?? cellOf(kind, value(original), tones?.[id]),
  };
};

const NO_ROWS: never[] = [];

export const useTableModel = <C extends Columns, Row extends object>(
  columns: readonly TableColumn[],
  look: RowColumns<C, Row>,
  rows: readonly Row[] | undefined,
  { shown, hidden }: Arrangement,
) => {
  const { values, cells, tones, nodeOf } = look;
  const defs = useMemo(
    () => columns.map((column) => columnDef(column, { values, cells, tones, nodeOf })),
    [columns, values, cells, tones, nodeOf],
  );
  return useTable({
    features,
    columns: defs,
    data: rows ?? NO_ROWS,
    state: {
      columnOrder: [...shown],
      columnVisibility: Object.fromEntries(hidden.map((id) => [id, false])),
    },
  });
};
