import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import type { List } from "./list.ts";
import type { ColumnKeyOf } from "./list-columns.ts";
import { Money } from "./money.ts";

export const ListSum = z.object({
  sum: Money,
  /** More rows match than are counted: the sum is of those that are, so all of them make at least as much. */
  sum_is_capped: z.boolean().optional(),
});
export type ListSum = z.output<typeof ListSum>;

/**
 * The sum of one money column over all rows that match the filters of a list. Not a part of its page: the page does not
 * wait for the sum, and another page or order does not ask for it again.
 */
export const listSum = <L extends List>(list: L, column: ColumnKeyOf<L, "money">) =>
  endpoint({
    method: "GET",
    path: `${list.path}sum/`,
    summary: `${list.summary}: the sum of ${list.columns[column]?.label ?? column}, under the current filters`,
    allow: list.allow as L["allow"],
    query: list.filters as L["filters"],
    reply: ListSum,
  });
