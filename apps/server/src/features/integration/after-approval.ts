import { isDeepStrictEqual } from "node:util";
import { skippedSteps } from "@mcc/contract/approval-rules/needed-steps.rules.ts";
import { linesNamedLike, restoresRemoved } from "@mcc/contract/integration/integration.rules.ts";
import type { OrderDraft } from "@mcc/contract/integration/order-input.ts";
import { centsOf } from "@mcc/contract/kit/money.ts";
import type { IntegrationScope } from "../../platform/access/keys/api-key-scope.ts";
import type { CompanyData } from "../../platform/access/scope.ts";
import { markChangedSinceApproval } from "../approval-steps/approval-steps.service.ts";
import { stepsForNewOrders } from "../approval-steps/new-order-steps.service.ts";
import { addAuditEntry } from "../audit/audit.service.ts";
import type { ApproverChanges } from "./approver-changes.queries.ts";
import type { DraftAction } from "./classify-draft.ts";
import * as lines from "./lines.queries.ts";
import { type ContentColumn, lineRows, type updatedRow } from "./order-rows.ts";

/** An order that is there already, as it was sent now. */
interface Change {
  readonly draft: OrderDraft;
  readonly action: Extract<DraftAction, { kind: "update" }>;
}

/** Those changes that bring back what an approver has removed; lines are read only where a name is the same. */
export const changesRestoringItems = async <C extends Change>(
  scope: CompanyData,
  changes: readonly C[],
): Promise<C[]> => {
  const doubtful = changes.filter(
    ({ draft, action: { stored, isNewContent } }) =>
      isNewContent &&
      stored.removed_items &&
      linesNamedLike(draft.content.lines, stored.removed_items).length > 0,
  );
  if (doubtful.length === 0) return [];
  const linesOf = await lines.namedLines(
    scope,
    doubtful.map(({ action }) => action.stored.id),
  );
  return doubtful.filter(({ draft, action: { stored } }) =>
    restoresRemoved(draft.content.lines, linesOf(stored.id), stored.removed_items ?? []),
  );
};

/** What approvers set stays: a sender repeats the values that it knows. */
export const withFieldsOfApprovers = <D extends OrderDraft>(draft: D, { fields }: ApproverChanges): D => {
  if (fields.length === 0) return draft;
  const valuesOf = (checkout: boolean) =>
    Object.fromEntries(
      fields.filter(({ is_checkout }) => is_checkout === checkout).map(({ name, after }) => [name, after]),
    );
  const custom_checkout_data = { ...draft.content.custom_checkout_data, ...valuesOf(true) };
  return { ...draft, content: { ...draft.content, ...valuesOf(false), custom_checkout_data } };
};

/** Only a larger total, or another site, can need an approval that was not needed before. */
const mayNeedMore = ({ draft, action: { stored, site, isNewContent } }: Change): boolean =>
  isNewContent && (site.id !== stored.site_id || centsOf(draft.content.total) > centsOf(stored.total));

/** Those changes that would lead an order around approvers; the rules are read only where some could. */
export const changesNeedingApproval = async <C extends Change>(
  scope: IntegrationScope,
  changes: readonly C[],
): Promise<C[]> => {
  const doubtful = changes.filter(mayNeedMore);
  if (doubtful.length === 0 || !scope.features.approvals) return [];
  const stepsAt = await stepsForNewOrders(
    scope,
    doubtful.map(({ action }) => action.site),
  );
  if (!stepsAt) return [];
  return doubtful.filter(({ draft, action: { stored, site } }) => {
    // The approvers of another site were not requested before, whatever the total.
    const before = site.id === stored.site_id ? stepsAt(site, stored.total) : [];
    return skippedSteps(before, stepsAt(site, draft.content.total), stored.approved_rules).length > 0;
  });
};

/** Columns that follow from another one, or from the lines, which are compared by themselves. */
type DerivedColumn = "site_snapshot_id" | "line_count" | "line_text";

/** The content of an order: its columns, and the names that the sender has for them. A forgotten one does not compile. */
const CONTENT_FIELDS = {
  site_id: "site",
  creator_id: "creator",
  ordered_by_id: "ordered_by",
  requested_by_id: "requested_by",
  po_number: "po_number",
  afe_number: "afe_number",
  order_date: "order_date",
  total: "total",
  subtotal: "subtotal",
  custom_checkout_data: "custom_checkout_data",
  custom_confirm_data: "custom_confirm_data",
} as const satisfies Record<Exclude<ContentColumn, DerivedColumn>, string>;

const differences = ({ action: { stored } }: Change, row: ReturnType<typeof updatedRow>): string[] => {
  const before = { ...stored, order_date: stored.order_date.toISOString() };
  const after = { ...row, order_date: new Date(row.order_date).toISOString() };
  return Object.entries(CONTENT_FIELDS)
    .filter(([column]) => {
      const key = column as keyof typeof CONTENT_FIELDS;
      return !isDeepStrictEqual(before[key], after[key]);
    })
    .map(([, name]) => name);
};

/** An approved order, with the names of what is different about it from now on. */
interface ChangedApprovedOrder {
  readonly change: Change;
  readonly different: readonly string[];
}

/**
 * Approved orders that differ from what was approved. A sender who only repeats the order without the removed item
 * changes nothing. Reads the stored lines, so it runs before they are replaced.
 */
export const changesToApproved = async (
  scope: IntegrationScope,
  changes: readonly Change[],
  rows: readonly ReturnType<typeof updatedRow>[],
): Promise<ChangedApprovedOrder[]> => {
  const approved = changes.filter(
    ({ action }) => action.isNewContent && action.stored.approved_rules.length > 0,
  );
  if (approved.length === 0) return [];
  const relined = await lines.ordersWithOtherLines(
    scope,
    approved.map(({ action }) => action.stored.id),
    approved.flatMap(({ draft, action }) => lineRows(action.stored.id, draft)),
  );
  const rowOf = new Map(rows.map((row) => [row.id, row]));
  return approved.flatMap((change) => {
    const { id } = change.action.stored;
    const row = rowOf.get(id);
    const different = [...(row ? differences(change, row) : []), ...(relined.has(id) ? ["lines"] : [])];
    return different.length > 0 ? { change, different } : [];
  });
};

/** Approvals remain valid for the content they were given for: their steps and the audit show the change. */
export const recordChangesAfterApproval = (
  scope: IntegrationScope,
  noted: readonly ChangedApprovedOrder[],
): Promise<unknown> => {
  const { db, key } = scope;
  return Promise.all([
    markChangedSinceApproval(
      scope,
      noted.map(({ change }) => change.action.stored.id),
    ),
    ...noted.map(({ change: { draft, action }, different }) =>
      addAuditEntry(db, {
        actor: { id: null, name: key.name },
        action: "order.changed_after_approval",
        record: { type: "order", id: action.stored.identifier },
        details: {
          changed: different,
          total: draft.content.total,
          version: draft.version,
        },
        before: { total: action.stored.total },
      }),
    ),
  ]);
};
