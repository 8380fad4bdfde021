import type { TableColumn } from "../columns/table-columns.ts";
import { directionsOf } from "../filters/hidden-sorting.ts";

/** Every way a list can be sorted, as a phone offers them: "Order Date, newest first". */
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
