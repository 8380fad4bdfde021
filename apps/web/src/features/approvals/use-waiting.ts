import { can } from "@mcc/contract/access/permissions.ts";
import { requiresApprovalCount } from "@mcc/contract/orders/pending.api.ts";
import { useQuery } from "@tanstack/react-query";
import { reading } from "../../platform/api.ts";
import { useSessionUser } from "../../platform/session-user.ts";

/** How many orders wait for the person who looks; nobody asks who could not approve anything. */
export const useWaiting = (): number => {
  const enabled = can(useSessionUser(), "has-order-approvals");
  const { data } = useQuery({ ...reading(requiresApprovalCount, {}), enabled });
  return (enabled && data?.count) || 0;
};
