import type { ListQuery } from "@mcc/contract/kit/list.ts";
import type { Leap } from "../../platform/list-engine.ts";
import { checksOf, type Source, type Way } from "../../platform/list-ways.ts";
import type { CompanyScope } from "../../platform/scope.ts";
import { dayAtOffset, rollupCount } from "./orders.count.queries.ts";
import { narrow, type OrderNarrowing } from "./orders.narrow.queries.ts";
import { countAndPage } from "./orders.page.queries.ts";
import { orderSorts } from "./orders.sorts.queries.ts";
import { canLeap } from "./orders.ways.ts";

const source: Source = {
  table: "orders",
  sorts: orderSorts,
  usual: "-orderDate",
  mergedBy: "orderDate",
  rolledUp: rollupCount,
};

/** Orders as the platform's lists read them. */
export const ordersAsked = <Query extends Partial<ListQuery>>(scope: CompanyScope, query: Query) => {
  const narrowing = narrow(scope, query);
  return {
    source,
    query,
    narrowing,
    narrowed: (way: Way) => countAndPage(scope, query, narrowing, way),
    leap: (way: Way) => toItsDay(scope, query, narrowing, way),
  };
};

/** A deep page by date starts at its day, which is looked up first. */
const toItsDay = async (
  scope: CompanyScope,
  query: Partial<ListQuery>,
  narrowing: OrderNarrowing,
  way: Way,
): Promise<Leap | undefined> => {
  const { sort, offset } = way;
  if (!canLeap({ siteIds: scope.siteIds, sortedBy: sort.column }, narrowing)) return undefined;
  const day = await dayAtOffset(scope, query, sort, offset);
  return (
    day && {
      conditions: [...checksOf(narrowing), day.reached],
      way: { ...way, offset: offset - day.before },
    }
  );
};
