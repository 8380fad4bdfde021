import { delegations } from "@mcc/contract/delegations/delegations.api.ts";
import { invalidate } from "../../platform/api/invalidate.ts";
import { refreshApprovals } from "../../platform/api/refresh-orders.ts";

/** Who is the deputy of whom, and the pending orders, about which somebody else may decide now. */
export const refreshDelegations = (): Promise<unknown> =>
  Promise.all([invalidate([delegations]), refreshApprovals()]);
