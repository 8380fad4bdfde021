import { can } from "@mcc/contract/access/permissions.ts";
import type { CompanyScope } from "../../platform/scope.ts";
import { countWaiting, standingRows } from "./standing.queries.ts";

/** How an order stands to the person who asks. */
export interface Standing {
  readonly acted: boolean;
  readonly mayAct: boolean;
  /** The person who asks placed the order, and may not approve it for that. */
  readonly barred: boolean;
}

const NOTHING: Standing = { acted: false, mayAct: false, barred: false };

/** Where no order waits, nobody stands to any. */
export const nothingWaits = (): Standing => NOTHING;

/** For those of the listed orders that wait, asked once for all of them; nobody else has a say anyway. */
export const listedStandings = async (scope: CompanyScope): Promise<(orderId: number) => Standing> => {
  if (!can(scope.who, "has-order-approvals")) return nothingWaits;
  const rows = await standingRows(scope);
  const byOrder = new Map(
    rows.map(({ order_id, acted, may_act, barred }) => [order_id, { acted, mayAct: may_act, barred }]),
  );
  return (orderId) => byOrder.get(orderId) ?? NOTHING;
};

export const requiresApprovalCount = async (scope: CompanyScope) => ({
  count: can(scope.who, "has-order-approvals") ? await countWaiting(scope) : 0,
});
