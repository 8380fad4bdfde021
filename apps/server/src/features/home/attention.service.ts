import { can } from "@mcc/contract/access/permissions.ts";
import type { Attention } from "@mcc/contract/home/home.schema.ts";
import type { CompanyScope } from "../../platform/access/scope.ts";
import { findApprovalAttention, findOtherAttention } from "./attention.queries.ts";

/** What failed longer ago is no news, and often cannot be mended anymore. */
const RECENT_DAYS = 30;
const DAY_MS = 86_400_000;

const startOfDay = (daysAgo: number): string =>
  `${new Date(Date.now() - daysAgo * DAY_MS).toISOString().slice(0, 10)}T00:00:00.000Z`;

const NONE_PENDING = { overdue: 0, unassigned: 0, sites_without_approver: 0 };

const approvalAttention = async (scope: CompanyScope) => ({
  ...NONE_PENDING,
  ...(can(scope.who, "approval:list") ? await findApprovalAttention(scope) : undefined),
});

/** What is stuck, late, failing or uncovered, for company admins. */
export const attentionOf = async (scope: CompanyScope, pending: number): Promise<Attention | null> => {
  if (!can(scope.who, "company-admin")) return null;
  const since = startOfDay(RECENT_DAYS);
  const [ofApprovals, others] = await Promise.all([
    approvalAttention(scope),
    findOtherAttention(scope, since),
  ]);
  return {
    ...{ never_signed_in: 0, failed_imports: 0, failing_deliveries: 0 },
    pending,
    ...ofApprovals,
    ...others,
    since,
  };
};
