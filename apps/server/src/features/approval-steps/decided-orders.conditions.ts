import { type DecisionKind, REASON_LENGTH } from "@mcc/contract/orders/decided-orders.ts";
import { sql } from "kysely";
import type { CompanyScope } from "../../platform/access/scope.ts";
import { allConditions, type Condition } from "../../platform/lists/list.ts";

/** What is asked about decisions, and since when orders are pending: `decidedFilters` of the contract, parsed. */
export interface DecidedFilters {
  readonly decided_after?: string | undefined;
  readonly decided_before?: string | undefined;
  readonly decided_by?: readonly string[] | undefined;
  readonly decided_step?: readonly string[] | undefined;
  readonly decision?: readonly string[] | undefined;
  readonly rejection_reason?: readonly string[] | undefined;
  readonly decided_minutes?: readonly string[] | undefined;
  readonly decided_whole?: boolean | undefined;
  readonly pending_since_after?: string | undefined;
  readonly pending_since_before?: string | undefined;
}

const isDay = (value: string): boolean => value.length === 10;

/** Up to the end of a day, or of the millisecond of a moment: the database has microseconds. */
export const between = (moment: Condition, after: string | undefined, before: string | undefined) => [
  ...(after ? [sql`${moment} >= ${isDay(after) ? `${after}T00:00:00Z` : after}::timestamptz`] : []),
  ...(before
    ? [
        isDay(before)
          ? sql`${moment} < ${`${before}T00:00:00Z`}::timestamptz + interval '1 day'`
          : sql`${moment} < ${before}::timestamptz + interval '1 millisecond'`,
      ]
    : []),
];

/** The beginning of the reason of the rejection in the row `rejection`. */
export const REASON = sql`btrim(left(btrim(rejection.note), ${sql.lit(REASON_LENGTH)}))`;

const isRejectedFor = (companyId: number, reasons: readonly string[]): Condition => sql`
  exists (select from order_rejections rejection where rejection.company_id = ${companyId}
    and rejection.order_id = times.order_id and ${REASON} = any(${reasons}))`;

const KINDS: Record<DecisionKind, (companyId: number) => Condition> = {
  escalated: () => sql`times.escalated`,
  delegated: () => sql`times.delegated`,
  "by e-mail": () => sql`times.by_email`,
  rejected: () => sql`times.rejected`,
  "rejected without a reason": (companyId) => sql`times.rejected and ${isRejectedFor(companyId, [""])}`,
};

/** The orders with a decision for which all of these hold; nothing if no such filter is given. */
export const decidedOrders = ({ companyId }: CompanyScope, asked: DecidedFilters): Condition[] => {
  const { decided_by, decided_step, decision = [], rejection_reason, decided_minutes, decided_whole } = asked;
  const conditions = [
    ...between(sql`times.decided_at`, asked.decided_after, asked.decided_before),
    ...(decided_by ? [sql`times.approver = any(${decided_by})`] : []),
    ...(decided_step ? [sql`times.step = any(${decided_step})`] : []),
    ...decision.map((kind) => KINDS[kind as DecisionKind](companyId)),
    ...(rejection_reason ? [sql`times.rejected and ${isRejectedFor(companyId, rejection_reason)}`] : []),
    ...(decided_minutes ? [sql`times.minutes >= ${Number(decided_minutes[0])}::int`] : []),
  ];
  if (conditions.length === 0 && !decided_whole) return [];
  const own = [
    sql`times.company_id = ${companyId}`,
    sql`times.of_order = ${decided_whole === true}`,
    ...conditions,
  ];
  return [sql`select times.order_id from approval_times times where ${allConditions(own)}`];
};

/** The orders whose current step is pending since then; nothing if that is not asked. */
export const ordersPendingSince = ({ companyId }: CompanyScope, asked: DecidedFilters): Condition[] => {
  const range = between(sql`step.current_since`, asked.pending_since_after, asked.pending_since_before);
  if (range.length === 0) return [];
  const own = [sql`step.company_id = ${companyId}`, sql`step.is_current`, ...range];
  return [sql`select step.order_id from order_steps step where ${allConditions(own)}`];
};
