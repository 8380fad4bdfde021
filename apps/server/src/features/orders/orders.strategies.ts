import type { CompanyScope } from "../../platform/access/scope.ts";
import type { NameFilter } from "../../platform/lists/fast/columns.ts";
import type { RareStates } from "./orders.count.queries.ts";
import type { OrderFilters } from "./orders.filters.queries.ts";

/** The strategies for a page of the filtered orders; each has a function in `orders.page.queries.ts`. */
export type OrderListStrategy =
  /** Only the orders themselves can be used: found once, and counted where they were found. */
  | { readonly kind: "probe" }
  /** Newest first of one name: the newest of each that bears it, merged. */
  | { readonly kind: "names"; readonly byName: NameFilter }
  /** Newest first of some days or statuses: side by side in an index, for each of the statuses. */
  | { readonly kind: "straight" }
  /** States for a user with many sites: scanned where the whole company has few, otherwise counted. */
  | { readonly kind: "rare"; readonly rare: RareStates }
  /** Counted first; the count decides. */
  | { readonly kind: "counted" };

/** The known inputs of the choice. */
export interface StrategyInput {
  readonly siteIds: CompanyScope["siteIds"];
  readonly filters: Pick<OrderFilters, "inTexts" | "nameFilter" | "inDateOrder">;
  readonly rare: RareStates | undefined;
  readonly sortedBy: string;
}

/** The indexes that have the dates of a whole company in order. */
export const isByDate = ({ siteIds, sortedBy }: Pick<StrategyInput, "siteIds" | "sortedBy">): boolean =>
  siteIds === "all" && sortedBy === "orderDate";

export const chooseStrategy = (input: StrategyInput): OrderListStrategy => {
  const { inTexts, nameFilter, inDateOrder } = input.filters;
  if (inTexts) return { kind: "probe" };
  if (nameFilter && isByDate(input)) return { kind: "names", byName: nameFilter };
  if (inDateOrder && isByDate(input)) return { kind: "straight" };
  return input.rare ? { kind: "rare", rare: input.rare } : { kind: "counted" };
};

/** Whether a deep page can start at its day: the rollups contain the number of orders of the company per day. */
export const canSkipToDay = (
  input: Pick<StrategyInput, "siteIds" | "sortedBy">,
  { countable }: Pick<OrderFilters, "countable">,
): boolean => countable && isByDate(input);
