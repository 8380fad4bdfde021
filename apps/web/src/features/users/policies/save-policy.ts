import { assignPolicies } from "@mcc/contract/users/policies.api.ts";
import { call } from "../../../platform/api/call.ts";
import { saveRecord } from "../../../platform/records/action.ts";
import { refreshUsers } from "../refresh-users.ts";
import type { PolicyValues } from "./policy-fields.tsx";

/** One call creates, changes and ends a policy. */
export const savePolicy = (
  id: number,
  { policy_sites }: PolicyValues,
  says: { readonly success: string; readonly failure: string },
): Promise<void> =>
  saveRecord({
    ...says,
    send: () => call(assignPolicies, { params: { id }, body: { policy_sites: policy_sites.map(Number) } }),
    invalidate: refreshUsers,
  });
