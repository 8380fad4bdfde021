import { firstStatus, raisesReduced } from "@mcc/contract/integration/integration.rules.ts";
import type { Unchanged } from "@mcc/contract/integration/integration.schema.ts";
import { AppError } from "@mcc/contract/kit/errors.ts";
import { statusOf } from "@mcc/contract/orders/orders.schema.ts";
import { type IntegrationScope, RetryTransaction } from "../../platform/access/keys/api-key-scope.ts";
import type { Services } from "../../platform/services.ts";
import { fireTriggersSoon } from "../alerts/trigger-firing.service.ts";
import { addKeyWrites } from "../api-keys/key-writes.service.ts";
import { addSteps } from "../approval-steps/approval-steps.service.ts";
import { announceNewOrders, announceOrders, stepRow } from "../approval-steps/new-order-steps.service.ts";
import { moveBudgets } from "../budgets/move-budgets.service.ts";
import { addChecks, findWarningsSoon } from "../warnings/comparison.service.ts";
import {
  changesNeedingApproval,
  changesRestoringItems,
  changesToApproved,
  recordChangesAfterApproval,
  withFieldsOfApprovers,
} from "./after-approval.ts";
import { type ApproverChanges, approverChanges } from "./approver-changes.queries.ts";
import type { DraftAction } from "./classify-draft.ts";
import {
  type Added,
  type ClassifiedDraft,
  type NamedDraft,
  planFor,
  type Refused,
  type StoredData,
  type Updated,
} from "./ingest-plan.ts";
import * as lines from "./lines.queries.ts";
import { lineRows, newRow, updatedRow } from "./order-rows.ts";
import * as orders from "./orders.queries.ts";
import { findPeople, findSiteSnapshots, findSites } from "./references.ts";
import { stepsAtSites, stepsOfBudgets } from "./steps-at-sites.ts";

/** From here on the planner's view of the orders matters. */
const ANALYZE_FROM = 100;

/** What became of a draft. */
export type Outcome = StoredOutcome | { readonly refused: AppError };
export type StoredOutcome = { readonly changed: boolean; readonly reason?: Unchanged };

const outcomeOf = (action: DraftAction): StoredOutcome => {
  if (action.kind === "same") return { changed: false, reason: action.reason };
  const changed = action.kind === "add" || action.isChange;
  return changed ? { changed } : { changed, reason: "unchanged" };
};

/**
 * Stores orders of different identifiers, in the scope's one transaction and with a constant number of statements. A
 * refused order does not affect the others; an order without an outcome needs another transaction.
 */
export const ingest = async (
  services: Services,
  scope: IntegrationScope,
  drafts: readonly NamedDraft[],
  isBatch = false,
): Promise<ReadonlyMap<string, Outcome>> => {
  const plan = planFor(drafts, await loadStored(scope, drafts));
  const changesOf = await approverChanges(
    scope,
    plan.update.filter(({ action }) => action.isNewContent).map(({ action }) => action.stored.id),
  );
  const updates = plan.update.map((one) => ({
    ...one,
    draft: withFieldsOfApprovers(one.draft, changesOf(one.action.stored.id)),
  }));
  const refused = [...plan.refused, ...(await refusedChanges(scope, updates, changesOf))];
  const isRefused = new Set(refused.map(({ draft }) => draft));
  const update = updates.filter(({ draft }) => !isRefused.has(draft));
  await write(services, scope, plan.add, update, isBatch);
  return new Map<string, Outcome>([
    ...[...plan.add, ...update, ...plan.same].map(
      ({ draft, action }) => [draft.identifier, outcomeOf(action)] as const,
    ),
    ...refused.map(({ draft, refused }) => [draft.identifier, { refused }] as const),
  ]);
};

/** The stored orders are locked from here on, so that they do not change before they are written. */
const loadStored = async (scope: IntegrationScope, drafts: readonly NamedDraft[]) => {
  const [sitesOf, stored] = await Promise.all([
    findSites(scope, drafts),
    orders.lockOrders(
      scope,
      drafts.map(({ identifier }) => identifier),
    ),
  ]);
  const byIdentifier = new Map(stored.map((order) => [order.identifier, order]));
  return (draft: NamedDraft): StoredData => ({
    sites: sitesOf(draft),
    stored: byIdentifier.get(draft.identifier),
  });
};

/** Conflicts that depend on the rules and the stored lines; the lines take precedence. */
const refusedChanges = async (
  scope: IntegrationScope,
  changes: readonly Updated[],
  changesOf: (orderId: number) => ApproverChanges,
): Promise<Refused[]> => {
  const needing = await changesNeedingApproval(scope, changes);
  const raising = changes.filter(
    ({ draft, action: { stored, isNewContent } }) =>
      isNewContent && raisesReduced(draft.content.lines, changesOf(stored.id).reduced),
  );
  const restoring = await changesRestoringItems(scope, changes);
  return [
    ...needing.map(({ draft }) => ({ draft, refused: new AppError("order.needs_approval") })),
    ...raising.map(({ draft }) => ({ draft, refused: new AppError("order.quantity_reduced") })),
    ...restoring.map(({ draft }) => ({ draft, refused: new AppError("order.item_removed") })),
  ];
};

const write = async (
  services: Services,
  scope: IntegrationScope,
  added: readonly Added[],
  updated: readonly Updated[],
  isBatch: boolean,
): Promise<void> => {
  announceOrders(services, scope, [
    ...added.map(({ action }) => action.site.id),
    ...updated.flatMap(({ action }) => [action.site.id, action.stored.site_id]),
  ]);
  const changedIds = updated.map(({ action }) => action.stored.id);
  const retaken = [...added, ...updated.filter(({ action }) => action.isNewContent)];
  if (retaken.length > 0) {
    const personOf = await findPeople(
      scope,
      retaken.map(({ draft }) => draft),
    );
    const snapshots = await findSiteSnapshots(scope, [
      ...new Set(retaken.map(({ action }) => action.site.id)),
    ]);
    const foundFor = ({ action }: Added | Updated) => ({
      siteId: action.site.id,
      // An order keeps the site name of the time it was placed, unless it moves to another site.
      siteSnapshotId:
        action.kind === "update" && action.stored.site_id === action.site.id
          ? action.stored.site_snapshot_id
          : (snapshots.get(action.site.id) as number),
      personOf,
    });
    const { waiting, ids, stepped } = await addNew(scope, added, foundFor, isBatch);
    if (added.length > 0) scope.afterCommit(() => fireTriggersSoon(services.jobs, scope.companyId));
    const settled = await update(services, scope, updated, foundFor);
    announceNewOrders(services, scope, { waiting, settled });
    await moveBudgets(services, scope, [...ids, ...changedIds], stepped);
  } else {
    announceNewOrders(services, scope, {
      waiting: [],
      settled: await update(services, scope, updated, () => undefined),
    });
    await moveBudgets(services, scope, changedIds);
  }
};

type FoundFor = (one: Added | Updated) => Parameters<typeof newRow>[3];

interface AddedOrders {
  /** The sites of those that are now pending. */
  readonly waiting: readonly number[];
  readonly ids: readonly number[];
  /** Those whose steps were determined: none while approvals are switched off. */
  readonly stepped: readonly number[];
}
const NONE_ADDED: AddedOrders = { waiting: [], ids: [], stepped: [] };

const addNew = async (
  scope: IntegrationScope,
  added: readonly Added[],
  foundFor: FoundFor,
  isBatch: boolean,
): Promise<AddedOrders> => {
  if (added.length === 0) return NONE_ADDED;
  const sites = added.map(({ action }) => action.site);
  const [stepsAt, beyond] = scope.features.approvals
    ? await Promise.all([stepsAtSites(scope, sites), stepsOfBudgets(scope, added)])
    : [];
  const plans = added.map((one, place) => {
    const needed = stepsAt
      ? [...stepsAt(one.action.site, one.draft.content.total), ...(beyond?.(place) ?? [])]
      : [];
    const status = firstStatus(one.draft.progress.status, needed.length > 0);
    const waits = status === "Pending Approval";
    // Stored, so that an order which arrives as Canceled cannot be reopened without its approvers.
    const steps = waits || status === "Canceled" ? needed : [];
    return { ...one, steps, waits, row: newRow(one.draft, status, one.action.hash, foundFor(one)) };
  });
  const ids = await orders.addOrders(
    scope,
    plans.map(({ row }) => row),
    isBatch,
  );
  if (ids.size < plans.length)
    throw new RetryTransaction("Another sender has just added one of these orders.");
  if (ids.size >= ANALYZE_FROM) await orders.analyzeOrders(scope);
  const idOf = ({ draft }: ClassifiedDraft) => ids.get(draft.identifier) as number;
  const steps = plans.flatMap((plan) =>
    plan.steps.map((step, at) =>
      stepRow(idOf(plan), { ...step, position: at + 1 }, plan.waits ? "open" : "dropped"),
    ),
  );
  await Promise.all([
    lines.addLines(
      scope,
      plans.flatMap((plan) => lineRows(idOf(plan), plan.draft)),
    ),
    addKeyWrites(scope, "order", [...ids.keys()], true),
  ]);
  if (steps.length > 0) await addSteps(scope, steps);
  return {
    waiting: plans.filter(({ waits }) => waits).map(({ action }) => action.site.id),
    ids: plans.map(idOf),
    stepped: stepsAt ? plans.map(idOf) : [],
  };
};

/** Returns the sites of pending orders that were canceled, or of orders that differ from what was approved. */
const update = async (
  services: Services,
  scope: IntegrationScope,
  updated: readonly Updated[],
  foundFor: (one: Updated) => ReturnType<FoundFor> | undefined,
): Promise<number[]> => {
  if (updated.length === 0) return [];
  const rows = updated.map((one) => {
    const { stored, hash, isNewContent } = one.action;
    return updatedRow(one.draft, stored, hash, isNewContent ? foundFor(one) : undefined);
  });
  const noted = await changesToApproved(scope, updated, rows);
  const changed = updated.filter(({ action }) => action.isChange);
  await Promise.all([
    orders.updateOrders(scope, rows),
    addKeyWrites(
      scope,
      "order",
      changed.map(({ draft }) => draft.identifier),
      false,
    ),
  ]);
  const rewritten = updated.filter(({ action }) => action.isNewContent);
  if (rewritten.length > 0) {
    await lines.deleteLines(
      scope,
      rewritten.map(({ action }) => action.stored.id),
    );
    await Promise.all([
      lines.addLines(
        scope,
        rewritten.flatMap(({ draft, action }) => lineRows(action.stored.id, draft)),
      ),
      addChecks(
        scope,
        rewritten.map(({ action }) => action.stored.id),
      ),
    ]);
    scope.afterCommit(() => findWarningsSoon(services.jobs, scope.companyId));
  }
  const canceled = updated.filter(
    ({ draft, action }) =>
      statusOf(action.stored.status) === "Pending Approval" && draft.progress.status === "Canceled",
  );
  if (canceled.length > 0) {
    await lines.dropOpenSteps(
      scope,
      canceled.map(({ action }) => action.stored.id),
    );
  }
  if (noted.length > 0) await recordChangesAfterApproval(scope, noted);
  return [...canceled, ...noted.map(({ change }) => change)].flatMap(({ action }) => [
    action.stored.site_id,
    action.site.id,
  ]);
};
