import type { TableColumn } from "../columns/table-columns.ts";
import { directionsOf } from "../filters/hidden-sorting.ts";

/** All sortings of a list for the select on phones: "Order Date, newest first". */
export const sortOptions = (columns: readonly TableColumn[]): { value: string; label: string }[] =>
  columns
    .filter(({ sortable }) => sortable)
    .flatMap(({ id, kind, label }) => {
      const [ascending, descending] = directionsOf(kind);
      return [
        { value: id, label: `${label}, ${ascending}` },
        { value: `-${id}`, label: `${label}, ${descending}` },
      ];
    });
