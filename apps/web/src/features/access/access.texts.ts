import type { Coverage, OrderAccess, SiteViewer } from "@mcc/contract/access/access-questions.schema.ts";
import { formatMoney } from "../../platform/page/format.ts";

const limitOf = (limit: number): string => {
  if (limit === -1) return "blanket approver";
  return limit === 0 ? "every order" : `from $${limit.toLocaleString("en-US")}.00`;
};

const viewerReason = ({ because, node }: SiteViewer): string =>
  ({
    company_admin: "Company admins see every site",
    assigned: "The site is assigned to this user",
    node: `The site is at or below their node, ${node ?? ""}`,
    policy: "A policy of this user names the site",
    node_and_policy: `The site is at or below their node, ${node ?? ""}, and a policy of this user names it`,
  })[because];

const ENTITLEMENTS: Readonly<Record<OrderAccess["approvers"][number]["by"], string>> = {
  user: "The current step names this user",
  role: "The current step names the role of this user",
  blanket: "Blanket approver: one approval completes every step",
  "stand-in": "Company admin, as nobody else can decide",
  deputy: "Deputy",
  escalation: "The step was escalated, as it was not decided in time",
};

const RULE_REASONS: Readonly<Record<Coverage["rules"]["results"][number]["because"], string>> = {
  no_site: "It covers no site.",
  no_approver: "Nobody whom it names sees a site that it covers.",
};

export const accessTexts = {
  title: "Access",
  ask: "Who can see and do what",
  hint: "Find a user, a site or an order to see who may do what with it, and why.",
  search: "Search for a user, a site or an order",
  kinds: { user: "User", site: "Site", order: "Order" },
  nothing: "Nothing was found.",
  failed: "There was an error fetching this answer",
  searchFailed: "There was an error while searching",
  whoSees: (name: string, count: number) =>
    `${count.toLocaleString("en-US")} ${count === 1 ? "user sees" : "users see"} ${name}`,
  more: (left: number) => `Show more (${left.toLocaleString("en-US")} left)`,
  user: "User",
  role: "Role",
  why: "Why",
  viewerReason,
  whoApproves: (identifier: string) => `Who may approve order ${identifier}`,
  orderAt: ({ site, status, total }: OrderAccess) => `${site.name}, ${status}, ${formatMoney(total)}`,
  openOrder: "Open the order",
  entitlement: ({ by, principal }: Pick<OrderAccess["approvers"][number], "by" | "principal">) =>
    principal === null ? ENTITLEMENTS[by] : `Deputy of ${principal}, who may decide`,
  notPending: "This order is not waiting for approval.",
  nobody: "Nobody may decide on it now.",
  barred: (names: string) => `Not ${names}: they placed the order.`,
  steps: "Steps",
  step: ({ name, limit, state }: OrderAccess["steps"][number]) => `${name}, ${limitOf(limit)}: ${state}`,
  coverage: "What is left out",
  sites: "Sites whose orders only company admins could approve",
  sitesOk: "Someone can approve the orders of every site.",
  rules: "Rules that never apply",
  rulesOk: "Every rule applies somewhere.",
  users: "Users who see no site",
  usersOk: "Every user sees a site.",
  approvalsOff: "Order approvals are off in this company.",
  ruleOf: ({ name, limit }: { name: string; limit: number }) => `${name} (${limitOf(limit)})`,
  ruleReason: (because: Coverage["rules"]["results"][number]["because"]) => RULE_REASONS[because],
  others: (count: number) => `and ${count.toLocaleString("en-US")} more`,
} as const;
