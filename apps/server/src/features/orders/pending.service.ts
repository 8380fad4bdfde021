import type { ListQuery, SuggestQuery } from "@mcc/contract/kit/list.ts";
import { type OrderRow, PENDING } from "@mcc/contract/orders/orders.schema.ts";
import type { CompanyScope } from "../../platform/access/scope.ts";
import type { Page } from "../../platform/lists/list.ts";
import { countOrders, orderPage, orderStream, suggestOrderValues } from "./orders.service.ts";

/** The orders list with the pending status; a filter for another status matches nothing. */
const isOtherStatus = ({ status }: Partial<ListQuery>): boolean => status !== undefined && status !== PENDING;

export const pendingPage = async (scope: CompanyScope, query: ListQuery): Promise<Page<OrderRow>> =>
  isOtherStatus(query) ? { count: 0, results: [] } : orderPage(scope, { ...query, status: PENDING });

export const pendingStream = async (scope: CompanyScope, query: ListQuery): ReturnType<typeof orderStream> =>
  isOtherStatus(query)
    ? { count: 0, batches: (async function* () {})() }
    : orderStream(scope, { ...query, status: PENDING });

export const suggestPendingValues = async (scope: CompanyScope, query: SuggestQuery) =>
  isOtherStatus(query) ? { results: [] } : suggestOrderValues(scope, { ...query, status: PENDING });

export const pendingCount = async (scope: CompanyScope) => ({
  count: await countOrders(scope, { status: PENDING }),
});
