import { setTimeout as wait } from "node:timers/promises";
import type { KeyScope } from "@mcc/contract/access/key-scopes.ts";
import { AppError, fail } from "@mcc/contract/kit/errors.ts";
import { type Kysely, sql } from "kysely";
import type pg from "pg";
import { type AfterCommit, makePutOff } from "./after-commit.ts";
import { ask } from "./batch.ts";
import { queriesOn } from "./connection.ts";
import { type Database, isOverBudget } from "./database.ts";
import type { Platform } from "./platform.ts";
import { holderOfKey } from "./pool-shares.ts";
import type { Tables } from "./tables.ts";
import { begin, end } from "./transaction.ts";

/** One of the provider's systems, known by its API key, at work in one company and one transaction. */
export interface IntegrationScope {
  readonly key: { readonly id: number; readonly name: string; readonly companyId: number | null };
  /** Not a number on a path without a company: then no company is entered, and company data fails closed. */
  readonly companyId: number;
  readonly features: { readonly approvals: boolean; readonly hierarchy: boolean };
  readonly db: Kysely<Tables>;
  readonly afterCommit: AfterCommit;
}

/** What a caller showed, and what is asked of it. */
export interface KeyAsk {
  readonly keyHash: Buffer;
  readonly scope: KeyScope;
  /** The company of the path, where there is one. */
  readonly slug: string | null;
}

interface Entered {
  key_id: number | null;
  key_name: string;
  key_company_id: number | null;
  allowed: boolean;
  unused_lately: boolean;
  company_id: number | null;
  approvals: boolean | null;
  hierarchy: boolean | null;
}

/** Whoever loses a race has less left to lose next time, so this is far more than is ever needed. */
const MOST_TRIES = 20;
/** Serialization failure, deadlock, and a row that somebody else has just added. */
const WORTH_ANOTHER_TRY: ReadonlySet<string> = new Set(["40001", "40P01", "23505"]);

/** Thrown by work that met somebody else's change half-way: the transaction is undone and the work begins again. */
export class TryAgain extends Error {
  readonly code = "40001";
}

const isWorthAnotherTry = (error: unknown): boolean =>
  WORTH_ANOTHER_TRY.has((error as { code?: string } | undefined)?.code ?? "");

/** What it is run on. */
type Premises = Pick<Platform, "database" | "log">;

/** Runs work in one transaction, entered with a key; the work may run several times but takes effect once. */
export const withKey = async <T>(
  platform: Premises,
  asking: KeyAsk,
  work: (scope: IntegrationScope) => Promise<T>,
): Promise<T> => {
  for (let tries = 1; ; tries++) {
    try {
      return await once(platform, asking, work);
    } catch (error) {
      if (isOverBudget(error)) throw new AppError("unavailable", { retryAfter: 1 });
      if (!isWorthAnotherTry(error)) throw error;
      if (tries >= MOST_TRIES) throw new AppError("unavailable", { retryAfter: 1 });
      await wait(Math.random() * Math.min(20 * tries, 200));
    }
  }
};

const ENTER = { name: "enter-with-key", text: "select * from tenant.enter_with_key($1, $2, $3)" };

const once = async <T>(
  { database, log }: Premises,
  { keyHash, slug, scope }: KeyAsk,
  work: (scope: IntegrationScope) => Promise<T>,
): Promise<T> => {
  const { client, begun } = await begin(database, "write", holderOfKey(keyHash, slug));
  const putOff = makePutOff();
  let answer: T;
  try {
    const [, { rows }] = await Promise.all([
      begun,
      ask(client, { ...ENTER, values: [keyHash, slug, scope] }),
    ]);
    const entered = rows[0] as Entered | undefined;
    if (entered?.key_id == null) fail("key.required");
    if (entered.unused_lately) noteUse(database, entered.key_id);
    if (!entered.allowed) fail("key.scope");
    if (slug !== null && entered.company_id === null) fail("not_found");
    answer = await work(scopeOn(client, entered, putOff.afterCommit));
  } catch (error) {
    await end(client, "rollback");
    throw error;
  }
  await end(client, "commit");
  await putOff.settle(log);
  return answer;
};

const scopeOn = (client: pg.PoolClient, entered: Entered, afterCommit: AfterCommit): IntegrationScope => ({
  key: { id: Number(entered.key_id), name: entered.key_name, companyId: entered.key_company_id },
  companyId: entered.company_id ?? Number.NaN,
  features: { approvals: entered.approvals === true, hierarchy: entered.hierarchy === true },
  // Foreign keys to the partitioned orders would be planned anew for every line: 125 against 18 microseconds.
  db: queriesOn(client, "plan once"),
  afterCommit,
});

/** Once a minute at most, and beside the transaction: callers with one key must not wait for each other's row. */
const noteUse = (database: Database, keyId: number): void => {
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
