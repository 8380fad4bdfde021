import { isLeftAlone } from "@mcc/contract/approvals/decisions.rules.ts";
import { fail } from "@mcc/contract/kit/errors.ts";
import { listKnown } from "../../platform/list.ts";
import type { Platform } from "../../platform/platform.ts";
import type { CompanyScope } from "../../platform/scope.ts";
import { listedElectorate } from "./electorate.ts";
import { isAnythingPending, isAskedFor, kindsOfPending } from "./guards.queries.ts";
import { listedQuestions } from "./question.queries.ts";
import { changeRuleBook } from "./rule-book.queries.ts";

export { changeRuleBook } from "./rule-book.queries.ts";

/** Approvals are not turned off over the heads of people who wait. */
export const mustHaveNothingPending = async (scope: CompanyScope): Promise<void> => {
  await changeRuleBook(scope);
  if (await isAnythingPending(scope)) fail("approvals.pending");
};

/** What is about to be deleted. */
export type Leaving =
  | { readonly role: number }
  | { readonly user: number }
  | { readonly site: number }
  | { readonly node: number };

/**
 * Asked before a role, a user, a site or a node is deleted, in the same transaction: refuses when an order that waits
 * would be left with a step that nobody has a say in. Orders on their way in wait until the deletion is done.
 * @awaited by the deletion of roles, users, sites and nodes (APPR-051)
 */
export const mustLeaveApprovers = async (scope: CompanyScope, leaving: Leaving): Promise<void> => {
  await changeRuleBook(scope);
  if (await leavesNobody(scope, leaving)) fail("approver.needed");
};

const leavesNobody = async (scope: CompanyScope, leaving: Leaving): Promise<boolean> => {
  if ("role" in leaving) return isAskedFor(scope, { roleId: leaving.role });
  if ("node" in leaving) return isAskedFor(scope, { nodeId: leaving.node });
  if ("site" in leaving) return isAnythingPending(scope, leaving.site);
  await listKnown(scope.db, await kindsOfPending(scope));
  const [orders, electorate] = await Promise.all([listedQuestions(scope), listedElectorate(scope)]);
  return orders.some((order) =>
    order.steps.some(
      (step) => step.state === "open" && isLeftAlone(step, order, electorate(order), leaving.user),
    ),
  );
};

/** Who may act can change with the rules, anywhere in the company. */
export const announceRules = ({ changes }: Platform, scope: CompanyScope): void =>
  scope.afterCommit(() => changes.announce({ kind: "rules", companyId: scope.companyId, siteIds: "all" }));
