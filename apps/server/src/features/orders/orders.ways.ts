import type { CompanyScope } from "../../platform/scope.ts";
import type { Rare } from "./orders.count.queries.ts";
import type { ByName, OrderNarrowing } from "./orders.narrow.queries.ts";

/** The ways to a page of what the filters leave of the orders; each has a function in `orders.page.queries.ts`. */
export type OrdersWay =
  /** Only the orders themselves can tell: found once, and counted where they were found. */
  | { readonly kind: "probe" }
  /** Newest first of one name: the newest of each that bears it, merged. */
  | { readonly kind: "names"; readonly byName: ByName }
  /** Newest first of some days or a status: side by side in an index. */
  | { readonly kind: "straight" }
  /** States for somebody with many sites: looked through where the whole company has few, else counted. */
  | { readonly kind: "rare"; readonly rare: Rare }
  /** Counted first; the count decides. */
  | { readonly kind: "counted" };

/** What is known beforehand, and decides. */
export interface Known {
  readonly siteIds: CompanyScope["siteIds"];
  readonly narrowing: Pick<OrderNarrowing, "inTexts" | "byName" | "inDateOrder">;
  readonly rare: Rare | undefined;
  readonly sortedBy: string;
}

/** The indexes that have the dates of a whole company in order. */
const isByDate = ({ siteIds, sortedBy }: Pick<Known, "siteIds" | "sortedBy">): boolean =>
  siteIds === "all" && sortedBy === "orderDate";

export const wayFor = (known: Known): OrdersWay => {
  const { inTexts, byName, inDateOrder } = known.narrowing;
  if (inTexts) return { kind: "probe" };
  if (byName && isByDate(known)) return { kind: "names", byName };
  if (inDateOrder && isByDate(known)) return { kind: "straight" };
  return known.rare ? { kind: "rare", rare: known.rare } : { kind: "counted" };
};

/** Whether a deep page can begin at its day: the rollups know how many orders of the company each day has. */
export const canLeap = (
  known: Pick<Known, "siteIds" | "sortedBy">,
  { countable }: Pick<OrderNarrowing, "countable">,
): boolean => countable && isByDate(known);
