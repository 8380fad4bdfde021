import { can } from "@mcc/contract/access/permissions.ts";
import { requiresApprovalCount } from "@mcc/contract/decisions/decisions.api.ts";
import { useQuery } from "@tanstack/react-query";
import { queryFor } from "../../platform/api/call.ts";
import { useSessionUser } from "../../platform/session/session-user.ts";

/** How many orders need the user's approval. Users who cannot approve anything send no request. */
export const useRequiresApprovalCount = (): number => {
  const enabled = can(useSessionUser(), "has-order-approvals");
  const { data } = useQuery({ ...queryFor(requiresApprovalCount, {}), enabled });
  return (enabled && data?.count) || 0;
};
