import type { CompanyScope } from "../../platform/access/scope.ts";
import type { NameFilter } from "../../platform/lists/fast/columns.ts";
import type { RareStates } from "./orders.count.queries.ts";
import type { OrderFilters } from "./orders.filters.queries.ts";

/** The strategies for a page of the filtered orders; each has a function in `orders.page.queries.ts`. */
export type OrderListStrategy =
  /** The filters can only be checked on the orders: their matches are found once, and counted there. */
  | { readonly kind: "findThenCount" }
  /** Filtered by one name, newest first: the newest orders of each site or person with this name, merged. */
  | { readonly kind: "names"; readonly byName: NameFilter }
  /** Filtered by days or statuses, newest first: an index has this order, for each of the statuses. */
  | { readonly kind: "indexOrder" }
  /** Filtered by statuses, for a user of many sites: scanned if the whole company has few such orders, otherwise counted. */
  | { readonly kind: "rare"; readonly rare: RareStates }
  /** Counted first; the count decides how the page is found. */
  | { readonly kind: "counted" };

/** What the choice depends on. */
export interface StrategyInput {
  readonly siteIds: CompanyScope["siteIds"];
  readonly filters: Pick<OrderFilters, "needsRowScan" | "nameFilter" | "inDateOrder">;
  readonly rare: RareStates | undefined;
  readonly sortedBy: string;
}

/** The indexes that have the dates of a whole company in order. */
export const isByDate = ({ siteIds, sortedBy }: Pick<StrategyInput, "siteIds" | "sortedBy">): boolean =>
  siteIds === "all" && sortedBy === "orderDate";

export const chooseStrategy = (input: StrategyInput): OrderListStrategy => {
  const { needsRowScan, nameFilter, inDateOrder } = input.filters;
  if (needsRowScan) return { kind: "findThenCount" };
  if (nameFilter && isByDate(input)) return { kind: "names", byName: nameFilter };
  if (inDateOrder && isByDate(input)) return { kind: "indexOrder" };
  return input.rare ? { kind: "rare", rare: input.rare } : { kind: "counted" };
};

/** Whether a deep page can start at its day: the rollups contain the number of orders of the company per day. */
export const canSkipToDay = (
  input: Pick<StrategyInput, "siteIds" | "sortedBy">,
  { countable }: Pick<OrderFilters, "countable">,
): boolean => countable && isByDate(input);
