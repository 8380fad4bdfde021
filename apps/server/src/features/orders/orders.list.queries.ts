import type { ListSource } from "../../platform/list-engine.ts";
import { dayAtOffset, rollupCount } from "./orders.count.queries.ts";
import type { OrderNarrowing } from "./orders.narrow.queries.ts";
import { narrowed } from "./orders.narrowed.queries.ts";
import { orderSorts } from "./orders.sorts.queries.ts";

/** How the platform's lists read orders. */
export const orderSource: ListSource<OrderNarrowing> = {
  table: "orders",
  sorts: orderSorts,
  usual: "-orderDate",
  mergedBy: "orderDate",
  rolledUp: rollupCount,
  narrowed,
  // A deep page by date starts at its day, which is looked up first.
  leap: async (scope, query, { countable, conditions }, way) => {
    const { sort, offset } = way;
    if (sort.column !== "orderDate" || scope.siteIds !== "all" || !countable) return undefined;
    const day = await dayAtOffset(scope, query, sort, offset);
    return day && { conditions: [...conditions, day.reached], way: { ...way, offset: offset - day.before } };
  },
};
