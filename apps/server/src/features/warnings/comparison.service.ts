import { findSplit, type PartOrder } from "@mcc/contract/warnings/warnings.rules.ts";
import { type CompanyData, platformTransaction } from "../../platform/access/scope.ts";
import type { JobQueue } from "../../platform/jobs/job-queue.ts";
import type { Services } from "../../platform/services.ts";
import { limitsAt } from "../approval-rules/limits.service.ts";
import * as queries from "./comparison.queries.ts";

export const FIND_WARNINGS = "find-warnings";

/** Orders in one transaction. */
const ORDERS_PER_TRANSACTION = 100;

/** Requests the job that compares a company's new and changed orders with others; call it after the commit. */
export const findWarningsSoon = (jobs: JobQueue, companyId: number): void =>
  jobs.requestJobSoon(FIND_WARNINGS, { companyId }, String(companyId));

export { addChecks } from "./comparison.queries.ts";

type Deps = Pick<Services, "database" | "changes">;

/** Each transaction takes some orders and writes their warnings: nothing is lost wherever a process stops. */
export const findWarnings = async (
  { database, changes }: Deps,
  companyId: number,
  stopping: AbortSignal,
): Promise<void> => {
  for (;;) {
    stopping.throwIfAborted();
    const siteIds = await platformTransaction(database, (db) => compareSome({ db, companyId }));
    if (!siteIds) return;
    if (siteIds.length > 0) changes.announce({ kind: "approvals", companyId, siteIds });
  }
};

/** The sites of orders that have warnings now; nothing when there was no order to compare. */
const compareSome = async (data: CompanyData): Promise<number[] | undefined> => {
  const taken = await queries.takeChecks(data, ORDERS_PER_TRANSACTION);
  if (taken.length === 0) return undefined;
  const first = await compare(data, taken);
  // Pending orders that are like a new one have not been compared with it yet.
  const others = [...first.pendingIds].filter((id) => !taken.includes(id)).toSorted((a, b) => a - b);
  const second = others.length > 0 ? await compare(data, others) : undefined;
  return [...new Set([...first.siteIds, ...(second?.siteIds ?? [])])];
};

interface Compared {
  readonly siteIds: readonly number[];
  /** The pending orders among those compared with. */
  readonly pendingIds: ReadonlySet<number>;
}

const compare = async (data: CompanyData, orderIds: readonly number[]): Promise<Compared> => {
  await queries.writeDigests(data, orderIds);
  const subjects = await queries.subjectRows(data, orderIds);
  const ids = subjects.map(({ id }) => id);
  const limitsOf = await limitsAt(data, subjects);
  const limited = subjects.filter((subject) => limitsOf(subject).length > 0).map(({ id }) => id);
  const parts = limited.length > 0 ? await queries.partRows(data, limited) : [];
  const duplicates = await queries.duplicateRows(data, ids);
  const partsOf = Map.groupBy(parts, ({ subject_id }) => subject_id);
  const duplicatesOf = Map.groupBy(duplicates, ({ subject_id }) => subject_id);
  const found = subjects.flatMap((subject) => [
    ...splitOf(subject, partsOf.get(subject.id) ?? [], limitsOf(subject)),
    ...duplicateOf(subject, duplicatesOf.get(subject.id) ?? []),
  ]);
  await queries.replaceWarnings(data, orderIds, found);
  const warned = new Set(found.map(({ order_id }) => order_id));
  const named = new Set(found.flatMap(({ compared }) => compared));
  return {
    siteIds: subjects.filter(({ id }) => warned.has(id)).map(({ site_id }) => site_id),
    pendingIds: new Set(
      [...parts, ...duplicates]
        .filter(({ id, is_pending }) => is_pending && named.has(id))
        .map(({ id }) => id),
    ),
  };
};

const partOf = ({ id, order_date, total }: queries.Subject | queries.Likeness): PartOrder => ({
  id,
  placedAt: order_date.getTime(),
  total,
});

/** The same person is the stronger sign. */
const splitOf = (
  subject: queries.Subject,
  likenesses: readonly queries.Likeness[],
  limits: readonly number[],
): queries.FoundWarning[] => {
  for (const because of ["person", "site"] as const) {
    const others = likenesses.filter((one) => one.because === because).map(partOf);
    const split = findSplit(partOf(subject), others, limits);
    if (!split) continue;
    const compared = split.orders.map(({ id }) => id);
    return [
      {
        order_id: subject.id,
        kind: "split",
        limit_amount: split.limit,
        compared,
        because: compared.map(() => because),
      },
    ];
  }
  return [];
};

/** An order with the same PO number and the same items is named once, for its items. */
const duplicateOf = (
  subject: queries.Subject,
  likenesses: readonly queries.Likeness[],
): queries.FoundWarning[] => {
  if (likenesses.length === 0) return [];
  const reasons = new Map(
    likenesses
      .toSorted((a, b) => Number(a.because === "lines") - Number(b.because === "lines"))
      .map(({ id, because }) => [id, because]),
  );
  return [
    {
      order_id: subject.id,
      kind: "duplicate",
      limit_amount: null,
      compared: [...reasons.keys()],
      because: [...reasons.values()],
    },
  ];
};
