import { AppError, fail } from "@mcc/contract/kit/errors.ts";
import { sql } from "kysely";
import type pg from "pg";
import type { Database } from "../db/database.ts";
import { execute } from "../db/pipeline.ts";
import { holderOfDirectory } from "../db/pool-shares.ts";
import { beginTransaction, endTransaction } from "../db/transaction.ts";
import type { Log } from "../log.ts";
import type { Services } from "../services.ts";
import { checkOnce } from "./keys/check-once.ts";
import { type CompanyScope, type OpenScope, openScopeOn, openScopeWith } from "./scope.ts";
import { type KnownKey, parseSession } from "./session-cache.ts";
import { withRetries } from "./transactions.ts";

interface TokenRow {
  token_id: number | null;
  token_name: string;
  unused_lately: boolean;
  whose: number;
  who: string;
}

const ENTER = {
  name: "enter-with-directory-token",
  text: "select token_id, token_name, unused_lately, whose, who::text from tenant.enter_with_directory_token($1)",
};

/** The id of no session: the directory has none that could be kept. */
const NO_SESSION = "00000000-0000-0000-0000-000000000000";

const nameOf = (hash: Buffer): string => `directory ${hash.toString("base64")}`;

const enter = async (
  { keys }: Database,
  client: pg.PoolClient,
  begun: Promise<unknown>,
  hash: Buffer,
): Promise<TokenRow & { token_id: number }> => {
  const [, { rows }] = await Promise.all([begun, execute(client, { ...ENTER, values: [hash] })]);
  const row = rows[0] as TokenRow | undefined;
  if (row?.token_id == null) {
    keys.delete(nameOf(hash));
    fail("directory.token_required");
  }
  return { ...row, token_id: Number(row.token_id), whose: Number(row.whose) };
};

export const knownDirectoryToken = ({ keys }: Database, hash: Buffer): KnownKey | undefined =>
  keys.get(nameOf(hash));

export const checkDirectoryToken = (database: Database, hash: Buffer, network: string): Promise<KnownKey> =>
  checkOnce(database, { name: nameOf(hash), network }, async (client, begun) => {
    const { token_id, whose } = await enter(database, client, begun, hash);
    return { id: token_id, companyId: whose };
  });

/** Written at most once a minute, and outside the transaction: requests with one token must not wait for its row. */
const recordUse = ({ platform }: Database, id: number): void => {
  platform
    .updateTable("directory_tokens")
    .set({ last_used_at: sql`now()` })
    .where("id", "=", id)
    .execute()
    .catch(() => {}); // the next request tries again
};

/** Ends the transaction as the work ends. */
const runIn = async <T>(open: OpenScope, log: Log, work: (scope: CompanyScope) => Promise<T>): Promise<T> => {
  try {
    const result = await work(open.company);
    await open.commit();
    await open.runAfterCommit(log);
    return result;
  } catch (error) {
    await open.rollback();
    throw error;
  }
};

/** Begins the transaction of a request with a token: it works as a company admin who has no account. */
const openDirectory = async (
  database: Database,
  hash: Buffer,
  known: KnownKey,
  readOnly: boolean,
): Promise<OpenScope> => {
  const holder = holderOfDirectory(known.id, known.companyId);
  const { client, begun } = await beginTransaction(database, readOnly ? "read" : "write", holder);
  try {
    const row = await enter(database, client, begun, hash);
    if (row.unused_lately) recordUse(database, row.token_id);
    const session = parseSession({ who: row.who, site_ids: null }, "") ?? fail("directory.token_required");
    const request = { sessionId: NO_SESSION, token: row.token_name, readOnly };
    return openScopeOn(client, session, request, async () => {});
  } catch (error) {
    await endTransaction(client, "rollback");
    throw error;
  }
};

type Method = Parameters<typeof withRetries>[0]["method"];

/** Runs work in one transaction of the company of a token; a transaction that PostgreSQL aborts runs again. */
export const withDirectoryToken = <T>(
  { database, log }: Pick<Services, "database" | "log">,
  { hash, known, method }: { readonly hash: Buffer; readonly known: KnownKey; readonly method: Method },
  work: (scope: CompanyScope) => Promise<T>,
): Promise<T> =>
  withRetries({ method }, async () =>
    runIn(await openDirectory(database, hash, known, method === "GET"), log, work),
  );

const NO_USER = 0;

/**
 * Runs work in a company without a user: what single sign-on and the directory change. The audit names them instead of a
 * user. One transaction, repeated if PostgreSQL aborts it.
 */
export const runAsDirectory = <T>(
  { database, log }: { readonly database: Database; readonly log: Log },
  companyId: number,
  name: "Single sign-on" | "Directory",
  work: (scope: CompanyScope) => Promise<T>,
): Promise<T> =>
  withRetries({ method: "POST" }, async () => {
    const open = await openScopeWith(
      database,
      { userId: NO_USER, companyId, readOnly: false },
      {
        text: "select who::text, to_json(site_ids)::text as site_ids from tenant.enter_for_directory($1, $2)",
        values: [companyId, name],
      },
    ).catch((error) => {
      throw error instanceof AppError ? new AppError("not_found") : error;
    });
    return runIn(open, log, work);
  });
