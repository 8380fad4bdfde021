import { pendingList } from "@mcc/contract/decisions/decisions.api.ts";
import type { OrderRow } from "@mcc/contract/orders/orders.schema.ts";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { listPageQuery } from "../../platform/lists/list-page.ts";
import { useListReturnState } from "../../platform/lists/list-return-state.ts";
import { readListState, type Search } from "../../platform/lists/list-state.ts";
import { useSessionUser } from "../../platform/session/session-user.ts";

/** More orders are not stepped through one by one. */
const MOST = 200;

/** The pending orders that need the user's approval, under the filters and in the order of the list they came from. */
const queueQuery = (back: Search, hasGroups: boolean) => ({
  ...readListState(pendingList.page.query, back, hasGroups).state,
  requires_my_approval: true,
  offset: 0,
  limit: MOST,
});

export interface QueuePlace {
  readonly position: number;
  readonly count: number;
  /** After the last one it is the first one; undefined if there is no other. */
  readonly next: OrderRow | undefined;
}

/** The place of an order among those that need the user's approval; undefined when it is not one of them. */
export const placeIn = (
  queue: readonly OrderRow[],
  count: number,
  identifier: string,
): QueuePlace | undefined => {
  const at = queue.findIndex((order) => order.identifier === identifier);
  if (at < 0) return undefined;
  const [first] = queue;
  return { position: at + 1, count, next: queue[at + 1] ?? (at > 0 ? first : undefined) };
};

export const useQueuePlace = (identifier: string, enabled: boolean): QueuePlace | undefined => {
  const back = useListReturnState()?.back ?? {};
  const hasGroups = useSessionUser().company?.has_company_hierarchy === true;
  const query = listPageQuery<OrderRow>(pendingList.page, queueQuery(back, hasGroups));
  const { data } = useQuery({ ...query, enabled, placeholderData: keepPreviousData });
  if (!enabled || !data) return undefined;
  // An order that was decided a moment ago is still in the answer.
  const mine = data.results.filter((order) => order.approvable_by_current_user);
  return placeIn(mine, data.count - (data.results.length - mine.length), identifier);
};
