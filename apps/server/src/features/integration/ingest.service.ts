import { firstStatus } from "@mcc/contract/integration/integration.rules.ts";
import type { Unchanged } from "@mcc/contract/integration/integration.schema.ts";
import type { OrderDraft } from "@mcc/contract/integration/order-input.ts";
import { AppError } from "@mcc/contract/kit/errors.ts";
import { statusOf } from "@mcc/contract/orders/orders.schema.ts";
import { type IntegrationScope, TryAgain } from "../../platform/key-scope.ts";
import type { Platform } from "../../platform/platform.ts";
import { announceArrivals, stepsOfArrivals } from "../approvals/start.service.ts";
import { approvedDifferently, bringingBack, leadingAround, noteAfterApproval } from "./after-approval.ts";
import { type Decision, decide } from "./decide.ts";
import * as lines from "./lines.queries.ts";
import * as orders from "./orders.queries.ts";
import { findPeople, findSiteSnapshots, findSites } from "./references.ts";
import { lineRows, newRow, stepRows, updatedRow } from "./rows.ts";

/** From here on the planner's view of the orders matters. */
const MANY = 100;

export type NamedDraft = OrderDraft & { readonly identifier: string };

/** What became of a draft. */
export type Outcome = Done | { readonly refused: AppError };
export type Done = { readonly changed: boolean; readonly reason?: Unchanged };

const outcomeOf = (decision: Decision): Done => {
  if (decision.kind === "same") return { changed: false, reason: decision.reason };
  const changed = decision.kind === "add" || decision.isChange;
  return changed ? { changed } : { changed, reason: "unchanged" };
};

interface Decided<D extends Decision = Decision> {
  readonly draft: NamedDraft;
  readonly decision: D;
}
type Added = Extract<Decision, { kind: "add" }>;
type Updated = Extract<Decision, { kind: "update" }>;

const isKind =
  <K extends Decision["kind"]>(kind: K) =>
  (one: Decided): one is Decided<Extract<Decision, { kind: K }>> =>
    one.decision.kind === kind;

/**
 * Stores orders whose identifiers differ, in the scope's one transaction and with a handful of statements however many
 * there are. A refused order leaves the others alone. Orders without an outcome want another transaction: one that
 * both adds and changes orders would take the rollups twice, and two such would wait for each other in a circle.
 */
export const ingest = async (
  platform: Platform,
  scope: IntegrationScope,
  drafts: readonly NamedDraft[],
): Promise<ReadonlyMap<string, Outcome>> => {
  const [sitesOf, stored] = await Promise.all([
    findSites(scope, drafts),
    orders.lockOrders(
      scope,
      drafts.map(({ identifier }) => identifier),
    ),
  ]);
  const byIdentifier = new Map(stored.map((order) => [order.identifier, order]));
  const outcomes = new Map<string, Outcome>();
  const decided: Decided[] = [];
  for (const draft of drafts) {
    try {
      const decision = decide(draft, sitesOf(draft), byIdentifier.get(draft.identifier));
      decided.push({ draft, decision });
      outcomes.set(draft.identifier, outcomeOf(decision));
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      outcomes.set(draft.identifier, { refused: error });
    }
  }
  const isMixed = decided.some(isKind("add")) && decided.some(isKind("update"));
  const later = isMixed ? decided.filter(isKind("update")) : [];
  for (const { draft } of later) outcomes.delete(draft.identifier);
  const updates = isMixed ? [] : decided.filter(isKind("update"));
  const around = await leadingAround(scope, updates);
  for (const { draft } of around) {
    outcomes.set(draft.identifier, { refused: new AppError("order.needs_approval") });
  }
  const back = await bringingBack(scope, updates);
  for (const { draft } of back) {
    outcomes.set(draft.identifier, { refused: new AppError("order.item_removed") });
  }
  const left = new Set<Decided>([...later, ...around, ...back]);
  await write(
    platform,
    scope,
    decided.filter((one) => !left.has(one)),
  );
  return outcomes;
};

const write = async (
  platform: Platform,
  scope: IntegrationScope,
  decided: readonly Decided[],
): Promise<void> => {
  const added = decided.filter(isKind("add"));
  const updated = decided.filter(isKind("update"));
  const retaken = [...added, ...updated.filter(({ decision }) => decision.isNewContent)];
  if (retaken.length > 0) {
    const personOf = await findPeople(
      scope,
      retaken.map(({ draft }) => draft),
    );
    const snapshots = await findSiteSnapshots(scope, [
      ...new Set(retaken.map(({ decision }) => decision.site.id)),
    ]);
    const foundFor = ({ decision }: Decided<Added | Updated>) => ({
      siteId: decision.site.id,
      // An order keeps what its site was called when it was placed, unless it moves to another site.
      siteSnapshotId:
        decision.kind === "update" && decision.stored.site_id === decision.site.id
          ? decision.stored.site_snapshot_id
          : (snapshots.get(decision.site.id) as number),
      personOf,
    });
    const waiting = await addNew(scope, added, foundFor);
    const settled = await update(scope, updated, foundFor);
    announceArrivals(platform, scope, { waiting, settled });
  } else {
    announceArrivals(platform, scope, {
      waiting: [],
      settled: await update(scope, updated, () => undefined),
    });
  }
};

type FoundFor = (one: Decided<Added | Updated>) => Parameters<typeof newRow>[3];

/** Answers the sites of orders that wait from now on. */
const addNew = async (
  scope: IntegrationScope,
  added: readonly Decided<Added>[],
  foundFor: FoundFor,
): Promise<number[]> => {
  if (added.length === 0) return [];
  const { db, features } = scope;
  const sites = added.map(({ decision }) => decision.site);
  const stepsAt = features.approvals ? await stepsOfArrivals(scope, sites) : () => [];
  const plans = added.map((one) => {
    const needed = stepsAt(one.decision.site, one.draft.content.total);
    const status = firstStatus(one.draft.progress.status, needed.length > 0);
    const steps = status === "Pending Approval" ? needed : [];
    // Kept on record, so that an order which arrives as Canceled does not come back around its approvers.
    const dropped = status === "Canceled" ? needed : [];
    return { ...one, steps, dropped, row: newRow(one.draft, status, one.decision.hash, foundFor(one)) };
  });
  const ids = await orders.addOrders(
    db,
    plans.map(({ row }) => row),
  );
  if (ids.size < plans.length) throw new TryAgain("Another sender has just added one of these orders.");
  if (ids.size >= MANY) await orders.measureOrders(scope);
  const idOf = ({ draft }: Decided) => ids.get(draft.identifier) as number;
  const steps = plans.flatMap((plan) => [
    ...stepRows(idOf(plan), plan.steps, "open"),
    ...stepRows(idOf(plan), plan.dropped, "dropped"),
  ]);
  await lines.addLines(
    db,
    plans.flatMap((plan) => lineRows(idOf(plan), plan.draft)),
  );
  if (steps.length > 0) await lines.addSteps(db, steps);
  return plans.filter((plan) => plan.steps.length > 0).map(({ decision }) => decision.site.id);
};

/** Answers the sites of orders that waited and were canceled, or that are not what was approved any more. */
const update = async (
  scope: IntegrationScope,
  updated: readonly Decided<Updated>[],
  foundFor: (one: Decided<Updated>) => ReturnType<FoundFor> | undefined,
): Promise<number[]> => {
  if (updated.length === 0) return [];
  const { db } = scope;
  const rows = updated.map((one) => {
    const { stored, hash, isNewContent } = one.decision;
    return updatedRow(one.draft, stored, hash, isNewContent ? foundFor(one) : undefined);
  });
  const noted = await approvedDifferently(scope, updated, rows);
  await orders.updateOrders(scope, rows);
  const rewritten = updated.filter(({ decision }) => decision.isNewContent);
  if (rewritten.length > 0) {
    await lines.dropLines(
      db,
      rewritten.map(({ decision }) => decision.stored.id),
    );
    await lines.addLines(
      db,
      rewritten.flatMap(({ draft, decision }) => lineRows(decision.stored.id, draft)),
    );
  }
  const canceled = updated.filter(
    ({ draft, decision }) =>
      statusOf(decision.stored.status) === "Pending Approval" && draft.progress.status === "Canceled",
  );
  if (canceled.length > 0) {
    await lines.dropOpenSteps(
      db,
      canceled.map(({ decision }) => decision.stored.id),
    );
  }
  if (noted.length > 0) await noteAfterApproval(scope, noted);
  return [...canceled, ...noted.map(({ change }) => change)].flatMap(({ decision }) => [
    decision.stored.site_id,
    decision.site.id,
  ]);
};
