import {
  approvalNodes,
  approvalRules,
  findApprovalRule,
} from "@mcc/contract/approval-rules/approval-rules.api.ts";
import type { ApprovalRuleRow } from "@mcc/contract/approval-rules/approval-rules.schema.ts";
import { ALL_ROWS } from "@mcc/contract/kit/list.ts";
import { roles } from "@mcc/contract/roles/roles.api.ts";
import { currentUser } from "@mcc/contract/sign-in/sign-in.api.ts";
import { useQuery } from "@tanstack/react-query";
import { queryFor } from "../../platform/api/call.ts";
import { invalidate } from "../../platform/api/invalidate.ts";
import { queryClient } from "../../platform/api/query-client.ts";
import { useFailureToast } from "../../platform/lists/list-page.ts";
import { ruleTexts as texts } from "./approval-rules.texts.ts";

const everything = { query: { order_by: "limit", limit: String(ALL_ROWS) } };

/** The company's rules, by limit. */
export const useRules = () => {
  const { data, error, refetch } = useQuery(queryFor(approvalRules, everything));
  useFailureToast(error, texts.fetchFailed);
  return { rules: data?.data, version: data?.version, error, refetch };
};

/** Shows a saved rule in the list before the list is refetched. */
export const storeRule = (saved: ApprovalRuleRow): void =>
  void queryClient.setQueryData(
    queryFor(approvalRules, everything).queryKey,
    (page) => page && { ...page, data: page.data.map((rule) => (rule.id === saved.id ? saved : rule)) },
  );

/** After a change: the rules, the roles and places in use, and whether the user is an approver. */
export const invalidateRules = (): Promise<unknown> =>
  invalidate([approvalRules, findApprovalRule, roles, approvalNodes, currentUser]);
