import { approvalNodes, approvalRules, findApprovalRule } from "@mcc/contract/approvals/rules.api.ts";
import type { ApprovalRuleRow } from "@mcc/contract/approvals/rules.schema.ts";
import { EVERYTHING } from "@mcc/contract/kit/list.ts";
import { roles } from "@mcc/contract/roles/roles.api.ts";
import { currentUser } from "@mcc/contract/sign-in/sign-in.api.ts";
import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { queryFor } from "../../platform/api/call.ts";
import { CallError } from "../../platform/api/call-error.ts";
import { queryClient } from "../../platform/api/query-client.ts";
import { toast } from "../../platform/page/toast.ts";
import { ruleTexts as texts } from "./rules.texts.ts";

/** A failure is told once, and logged. */
const useFailureToast = (error: unknown): void =>
  useEffect(() => {
    if (!error) return;
    console.error(texts.fetchFailed, error);
    toast.error(texts.fetchFailed);
  }, [error]);

const everything = { query: { order_by: "limit", limit: String(EVERYTHING) } };

/** The company's rules, by limit. */
export const useRules = () => {
  const { data, error, refetch } = useQuery(queryFor(approvalRules, everything));
  useFailureToast(error);
  return { rules: data?.data, failed: error !== null, refetch };
};

/** Forgotten as soon as nobody looks at it: a form begins with the rule as the server has it now, or not at all. */
export const useRule = (id: string) => {
  const { data, error } = useQuery({ ...queryFor(findApprovalRule, { params: { id } }), gcTime: 0 });
  const missing = !data && error instanceof CallError && error.status === 404;
  useFailureToast(missing ? null : error);
  return { rule: data, failed: error !== null, missing };
};

/** The list shows a rule as it was saved, before it is read again. */
export const storeRule = (saved: ApprovalRuleRow): void =>
  void queryClient.setQueryData(
    queryFor(approvalRules, everything).queryKey,
    (page) => page && { ...page, data: page.data.map((rule) => (rule.id === saved.id ? saved : rule)) },
  );

/** After a change: the rules, which roles and places they take, and who is an approver. */
export const invalidateRules = (): Promise<unknown> =>
  Promise.all(
    [approvalRules.path, findApprovalRule.path, roles.path, approvalNodes.path, currentUser.path].map(
      (path) => queryClient.invalidateQueries({ queryKey: [path] }),
    ),
  );
