import { type Kysely, sql } from "kysely";
import type { Tables } from "./tables.ts";

/**
 * The class of each advisory lock, whose second number is a company, or a user where it says so. Functions of the
 * database take 7002 (what users were called before), 7004 and 7011 as well.
 */
const CLASSES = {
  approvalSettings: 7_001,
  lateSteps: 7_003,
  tree: 7_004,
  delegations: 7_005,
  simulations: 7_010,
  coverages: 7_011,
  companyKeys: 7_012,
  receivers: 7_013,
  reportsOfUser: 7_014,
  views: 7_015,
  triggers: 7_016,
  supportAccess: 7_017,
  assistantsOfUser: 7_018,
  companyDeletion: 7_019,
  accessMappings: 7_020,
} as const;
type LockClass = keyof typeof CLASSES;
type Db = Kysely<Tables>;

/** Until the end of the transaction nobody else holds it. */
export const takeLock = (db: Db, of: LockClass, id: number) =>
  sql`select pg_advisory_xact_lock(${sql.lit(CLASSES[of])}, ${id}::int)`.execute(db);

/** With others who share it; who takes it alone waits for all of them. */
export const shareLock = (db: Db, of: LockClass, id: number) =>
  sql`select pg_advisory_xact_lock_shared(${sql.lit(CLASSES[of])}, ${id}::int)`.execute(db);
