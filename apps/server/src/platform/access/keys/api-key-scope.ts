import { setTimeout as wait } from "node:timers/promises";
import type { KeyScope } from "@mcc/contract/access/key-scopes.ts";
import { AppError, fail } from "@mcc/contract/kit/errors.ts";
import { sql } from "kysely";
import type pg from "pg";
import { type AfterCommit, makeAfterCommitQueue } from "../../db/after-commit.ts";
import { queriesFor } from "../../db/connection.ts";
import { type Database, isOverBudget } from "../../db/database.ts";
import { execute } from "../../db/pipeline.ts";
import { holderOfKey } from "../../db/pool-shares.ts";
import { beginTransaction, endTransaction } from "../../db/transaction.ts";
import type { Services } from "../../services.ts";
import type { CompanyData } from "../scope.ts";
import type { KnownKey } from "../session-cache.ts";
import { checkOnce } from "./check-once.ts";

/** One of the provider's systems, identified by its API key, with one company and one transaction. */
export interface IntegrationScope extends CompanyData {
  readonly key: { readonly id: number; readonly name: string; readonly companyId: number | null };
  /** NaN on a path without a company: then no company is entered, and every query of company data raises an error. */
  readonly companyId: number;
  readonly features: { readonly approvals: boolean; readonly hierarchy: boolean };
  readonly afterCommit: AfterCommit;
}

/** For work that is too long for one transaction: each part opens its own, and checks the key again. */
export interface IntegrationTransactions {
  run<T>(work: (scope: IntegrationScope) => Promise<T>): Promise<T>;
}

/** The key of the caller, and what the call requires. */
export interface KeyCredentials {
  readonly keyHash: Buffer;
  readonly scope: KeyScope;
  /** The company of the path, where there is one. */
  readonly slug: string | null;
  /** The network address of the caller. Keys that are not known to be valid are counted for it. */
  readonly network: string;
}

interface KeyRow {
  key_id: number | null;
  key_name: string;
  key_company_id: number | null;
  allowed: boolean;
  unused_lately: boolean;
  company_id: number | null;
  approvals: boolean | null;
  hierarchy: boolean | null;
}

/** Each lost race leaves fewer competitors, so this is far more than is ever needed. */
const MAX_ATTEMPTS = 20;
/** Serialization failure, deadlock, and a row that another transaction has just added. */
const RETRYABLE_CODES: ReadonlySet<string> = new Set(["40001", "40P01", "23505"]);

/** Thrown when a concurrent change was found: the transaction is rolled back and the work is repeated. */
export class RetryTransaction extends Error {
  readonly code = "40001";
}

const isRetryable = (error: unknown): boolean =>
  RETRYABLE_CODES.has((error as { code?: string } | undefined)?.code ?? "");

/** What `withApiKey` needs of the platform. */
type Deps = Pick<Services, "database" | "log">;

/** Runs work in one transaction, authenticated with a key; the work may run several times but takes effect once. */
export const withApiKey = async <T>(
  services: Deps,
  credentials: KeyCredentials,
  work: (scope: IntegrationScope) => Promise<T>,
): Promise<T> => {
  for (let attempt = 1; ; attempt++) {
    try {
      return await runOnce(services, credentials, work);
    } catch (error) {
      if (isOverBudget(error)) throw new AppError("unavailable", { retryAfter: 1 });
      if (!isRetryable(error)) throw error;
      if (attempt >= MAX_ATTEMPTS) throw new AppError("unavailable", { retryAfter: 1 });
      await wait(Math.random() * Math.min(20 * attempt, 200));
    }
  }
};

const nameOf = ({ keyHash, slug }: KeyCredentials): string => `${keyHash.toString("base64")} ${slug}`;

export const knownKey = ({ keys }: Database, credentials: KeyCredentials): KnownKey | undefined =>
  keys.get(nameOf(credentials));

export const checkKey = (database: Database, credentials: KeyCredentials): Promise<KnownKey> =>
  checkOnce(database, { name: nameOf(credentials), network: credentials.network }, async (client, begun) => {
    const { key_id, company_id } = await enter(database, client, begun, credentials);
    return { id: Number(key_id), companyId: company_id ?? undefined };
  });

const ENTER_WITH_KEY = { name: "enter-with-key", text: "select * from tenant.enter_with_key($1, $2, $3)" };

const runOnce = async <T>(
  { database, log }: Deps,
  credentials: KeyCredentials,
  work: (scope: IntegrationScope) => Promise<T>,
): Promise<T> => {
  const known = knownKey(database, credentials) ?? (await checkKey(database, credentials));
  const { client, begun } = await beginTransaction(database, "write", holderOfKey(known.id, known.companyId));
  const afterCommitQueue = makeAfterCommitQueue();
  let result: T;
  try {
    const keyRow = await enter(database, client, begun, credentials);
    if (keyRow.unused_lately) recordKeyUse(database, known.id);
    result = await work(integrationScope(client, keyRow, afterCommitQueue.afterCommit));
  } catch (error) {
    await endTransaction(client, "rollback");
    throw error;
  }
  await endTransaction(client, "commit");
  await afterCommitQueue.run(log);
  return result;
};

const enter = async (
  { keys }: Database,
  client: pg.PoolClient,
  begun: Promise<unknown>,
  credentials: KeyCredentials,
): Promise<KeyRow> => {
  const { keyHash, slug, scope } = credentials;
  const [, { rows }] = await Promise.all([
    begun,
    execute(client, { ...ENTER_WITH_KEY, values: [keyHash, slug, scope] }),
  ]);
  const keyRow = rows[0] as KeyRow | undefined;
  if (keyRow?.key_id == null) {
    keys.delete(nameOf(credentials));
    fail("key.required");
  }
  if (!keyRow.allowed) fail("key.scope");
  if (slug !== null && keyRow.company_id === null) fail("not_found");
  return keyRow;
};

const integrationScope = (
  client: pg.PoolClient,
  keyRow: KeyRow,
  afterCommit: AfterCommit,
): IntegrationScope => ({
  key: { id: Number(keyRow.key_id), name: keyRow.key_name, companyId: keyRow.key_company_id },
  companyId: keyRow.company_id ?? Number.NaN,
  features: { approvals: keyRow.approvals === true, hierarchy: keyRow.hierarchy === true },
  // Otherwise PostgreSQL plans the foreign keys to the partitioned orders again for every line: 125 instead of 18 µs.
  db: queriesFor(client, "plan once"),
  afterCommit,
});

/** Written at most once a minute, and outside the transaction: calls with the same key must not wait for its row. */
const recordKeyUse = (database: Database, keyId: number): void => {
  database.platform
    .updateTable("api_keys")
    .set({ last_used_at: sql`now()` })
    .where("id", "=", keyId)
    .where((row) =>
      row.or([
        row("last_used_at", "is", null),
        row("last_used_at", "<", sql<Date>`now() - interval '1 minute'`),
      ]),
    )
    .execute()
    .catch(() => {}); // the next call tries again
};
