import type { ListQuery, SuggestQuery } from "@mcc/contract/kit/list.ts";
import { type OrderRow, PENDING } from "@mcc/contract/orders/orders.schema.ts";
import type { Page } from "../../platform/list.ts";
import type { CompanyScope } from "../../platform/scope.ts";
import { countOrders, pageOfOrders, streamOfOrders, suggestOrderValues } from "./orders.service.ts";

/** The orders list with its status given; another status than that one finds nothing. */
const isElsewhere = ({ status }: Partial<ListQuery>): boolean => status !== undefined && status !== PENDING;

export const pageOfPending = async (scope: CompanyScope, query: ListQuery): Promise<Page<OrderRow>> =>
  isElsewhere(query) ? { count: 0, results: [] } : pageOfOrders(scope, { ...query, status: PENDING });

export const streamOfPending = async (
  scope: CompanyScope,
  query: ListQuery,
): ReturnType<typeof streamOfOrders> =>
  isElsewhere(query)
    ? { count: 0, batches: (async function* () {})() }
    : streamOfOrders(scope, { ...query, status: PENDING });

export const suggestPendingValues = async (scope: CompanyScope, query: SuggestQuery) =>
  isElsewhere(query) ? { results: [] } : suggestOrderValues(scope, { ...query, status: PENDING });

export const pendingCount = async (scope: CompanyScope) => ({
  count: await countOrders(scope, { status: PENDING }),
});
