import {
  type ColumnDef,
  columnOrderingFeature,
  columnVisibilityFeature,
  tableFeatures,
  useTable,
} from "@tanstack/react-table";
import { useMemo } from "react";
import type { Arrangement } from "../columns/column-arrangement.ts";
import type { DrawnColumn } from "../columns/row-columns.ts";
import { cellOf } from "./table-cell.tsx";

/** The server sorts, filters and pages. */
const features = tableFeatures({ columnOrderingFeature, columnVisibilityFeature });

const columnDef = <Row extends object>({
  id,
  kind,
  label,
  value,
  cell,
  tones,
}: DrawnColumn<Row>): ColumnDef<typeof features, Row> => ({
  id,
  header: label,
  accessorFn: value,
  cell: ({ row: { original } }) => cell?.(original) ?? cellOf(kind, value(original), tones),
});

export const NO_ROWS: never[] = [];

export const useTableModel = <Row extends object>(
  columns: readonly DrawnColumn<Row>[],
  rows: readonly Row[] | undefined,
  { shown, hidden }: Arrangement,
) => {
  const defs = useMemo(() => columns.map(columnDef), [columns]);
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
