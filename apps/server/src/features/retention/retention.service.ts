import { displayName } from "@mcc/contract/access/session.ts";
import {
  MOST_PREVIEWED,
  RETENTION_KINDS,
  type Retention,
  type RetentionChanges,
  type RetentionCounts,
  type RetentionDays,
  type RetentionKind,
} from "@mcc/contract/retention/retention.schema.ts";
import type { CompanyScope } from "../../platform/access/scope.ts";
import type { Services } from "../../platform/services.ts";
import { addAuditEntry } from "../audit/audit.service.ts";
import * as queries from "./retention.queries.ts";

const MOST_RUNS = 10;

/** A value for each kind. */
const eachKind = <Value>(chosen: (kind: RetentionKind) => Value) =>
  Object.fromEntries(RETENTION_KINDS.map((kind) => [kind, chosen(kind)])) as Record<RetentionKind, Value>;

const toRetention = async (scope: CompanyScope): Promise<Retention> => {
  const settings = await queries.findSettings(scope);
  const runs = await queries.latestRuns(scope, MOST_RUNS);
  return {
    ...eachKind((kind) => settings?.[kind] ?? null),
    checked_at: settings?.checked_at?.toISOString() ?? null,
    runs: runs.map(({ started_at, ...removed }) => ({ at: started_at.toISOString(), removed })),
  };
};

export const findRetention = toRetention;

/** Only what is given. */
const withChanges = (before: RetentionDays, changes: RetentionChanges): RetentionDays =>
  eachKind((kind) => (changes[kind] === undefined ? before[kind] : changes[kind]));

/** A change without effect is not audited. */
export const updateRetention = async (scope: CompanyScope, changes: RetentionChanges): Promise<Retention> => {
  const before = await queries.lockSettings(scope);
  const after = withChanges(before, changes);
  if (RETENTION_KINDS.some((kind) => before[kind] !== after[kind])) {
    await queries.saveSettings(scope, after);
    await addAuditEntry(scope.db, {
      actor: { id: scope.who.id, name: displayName(scope.who) },
      action: "retention.updated",
      record: { type: "retention", id: scope.companyId },
      details: after,
      before,
    });
  }
  return toRetention(scope);
};

export const previewRetention = async (
  { database }: Services,
  scope: CompanyScope,
  changes: RetentionChanges,
): Promise<RetentionCounts> => {
  const before = eachKind<number | null>(() => null);
  const settings = { ...before, ...(await queries.findSettings(scope)) };
  // Messages are not among what requests can read.
  return queries.countOlder(
    database.platform,
    scope.companyId,
    withChanges(settings, changes),
    MOST_PREVIEWED,
  );
};
