import type { ListQuery } from "@mcc/contract/kit/list.ts";
import type { CompanyScope } from "../../platform/access/scope.ts";
import type { DaySkip } from "../../platform/lists/fast/list-engine.ts";
import { checksOf, type FastListSource, type PageRequest } from "../../platform/lists/fast/strategies.ts";
import { dayAtOffset, rollupCount } from "./orders.count.queries.ts";
import { type OrderFilters, orderFilters } from "./orders.filters.queries.ts";
import { countAndPage } from "./orders.page.queries.ts";
import { orderSorts } from "./orders.sorts.queries.ts";
import { canSkipToDay } from "./orders.strategies.ts";

const source: FastListSource = {
  table: "orders",
  sorts: orderSorts,
  defaultOrdering: "-orderDate",
  siteIndexColumn: "orderDate",
  rollupCount: rollupCount,
};

/** Orders as the platform's lists read them. */
export const orderListRequest = <Query extends Partial<ListQuery>>(scope: CompanyScope, query: Query) => {
  const filters = orderFilters(scope, query);
  return {
    source,
    query,
    filters,
    countAndPage: (target: PageRequest) => countAndPage(scope, query, filters, target),
    skipToDay: (target: PageRequest) => skipToOffsetDay(scope, query, filters, target),
  };
};

/** A deep page by date starts at its day, which is looked up first. */
const skipToOffsetDay = async (
  scope: CompanyScope,
  query: Partial<ListQuery>,
  filters: OrderFilters,
  target: PageRequest,
): Promise<DaySkip | undefined> => {
  const { sort, offset } = target;
  if (!canSkipToDay({ siteIds: scope.siteIds, sortedBy: sort.column }, filters)) return undefined;
  const day = await dayAtOffset(scope, query, sort, offset);
  return (
    day && {
      conditions: [...checksOf(filters), day.reached],
      target: { ...target, offset: offset - day.before },
    }
  );
};
