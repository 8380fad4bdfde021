import { allowsCall, type KeyCall } from "@mcc/contract/access/company-key-kinds.ts";
import { fail } from "@mcc/contract/kit/errors.ts";
import { type Kysely, sql } from "kysely";
import type pg from "pg";
import type { Database } from "../../db/database.ts";
import { execute } from "../../db/pipeline.ts";
import { type Holder, holderOfCompanyKey } from "../../db/pool-shares.ts";
import type { Tables } from "../../db/tables.ts";
import { beginTransaction, endTransaction } from "../../db/transaction.ts";
import { type OpenScope, openScopeOn } from "../scope.ts";
import { type KnownKey, parseSession, type SessionRow } from "../session-cache.ts";
import { mustBeAllowedHere } from "../sign-in-state.ts";
import { hashToken } from "../tokens.ts";
import { checkOnce } from "./check-once.ts";

export const COMPANY_KEY_PREFIX = "mcc_company_";
const FORMAT = /^mcc_company_[0-9a-f]{48}$/;

/** The hash of a key in an Authorization header; nothing if it cannot be a key of a company. */
export const companyKeyHash = (authorization = ""): Buffer | undefined => {
  const [scheme, key = "", ...rest] = authorization.split(" ");
  return scheme === "ApiKey" && FORMAT.test(key) && rest.length === 0 ? hashToken(key) : undefined;
};

/** What stands for the session in the links of a key; no token names such a session. */
const sessionOfKey = ({ id, companyId }: { id: number; companyId: number }): string =>
  `company key ${id} of ${companyId}`;
const keyOfSession = (sessionId: string): { id: number; companyId: number } | undefined => {
  const [, id, companyId] = /^company key (\d+) of (\d+)$/.exec(sessionId) ?? [];
  return id === undefined ? undefined : { id: Number(id), companyId: Number(companyId) };
};

interface KeyRow extends SessionRow {
  readonly key_id: string | null;
  readonly scopes: readonly string[];
  readonly whose: string;
}

const ENTER = {
  name: "enter-with-company-key",
  text: "select key_id, scopes, whose, who::text, to_json(site_ids)::text as site_ids from tenant.enter_with_company_key($1, $2)",
};

/** By its hash, or by its id for a link that was made for it. */
type Which = { readonly hash: Buffer } | { readonly id: number };

const enterStatement = (which: Which): pg.QueryConfig => ({
  ...ENTER,
  values: "hash" in which ? [which.hash, null] : [null, which.id],
});

/** Whether the key that a link was made for may still be used; nothing for the link of a user. */
export const findKeyOfSession = (
  db: Kysely<Tables>,
  sessionId: string,
): Promise<SessionRow | undefined> | undefined => {
  const key = keyOfSession(sessionId);
  if (!key) return undefined;
  return sql<SessionRow>`
    select who::text, to_json(site_ids)::text as site_ids from tenant.enter_with_company_key(null, ${key.id})`
    .execute(db)
    .then(({ rows }) => rows[0]);
};

const nameOf = (hash: Buffer): string => `company ${hash.toString("base64")}`;

export const knownCompanyKey = ({ keys }: Database, hash: Buffer): KnownKey | undefined =>
  keys.get(nameOf(hash));

const findIn = async (client: pg.PoolClient, begun: Promise<unknown>, which: Which) => {
  const [, { rows }] = await Promise.all([begun, execute(client, enterStatement(which))]);
  const row = rows[0] as KeyRow | undefined;
  return row?.key_id == null ? undefined : { ...row, id: Number(row.key_id), companyId: Number(row.whose) };
};

export const checkCompanyKey = (database: Database, hash: Buffer, network: string): Promise<KnownKey> =>
  checkOnce(database, { name: nameOf(hash), network }, async (client, begun) => {
    const { id, companyId } = (await findIn(client, begun, { hash })) ?? fail("key.required");
    return { id, companyId };
  });

interface KeyRequest {
  readonly which: Which;
  readonly holder: Holder;
  readonly readOnly: boolean;
  /** What the key must allow. */
  readonly call?: KeyCall;
}

/** Begins the transaction of a request with a key, in a scope like that of a user. */
const openKeyScope = async (
  database: Database,
  { which, holder, readOnly, call }: KeyRequest,
): Promise<OpenScope> => {
  const { client, begun } = await beginTransaction(database, readOnly ? "read" : "write", holder);
  try {
    const row = await findIn(client, begun, which);
    const session = row && parseSession(row, "");
    if (!row || !session) {
      if ("hash" in which) database.keys.delete(nameOf(which.hash));
      return fail("key.required");
    }
    mustBeAllowedHere(session.signIn);
    if (call && !allowsCall(row.scopes, call)) fail("key.scope");
    const request = { sessionId: sessionOfKey(row), token: "", readOnly };
    const open = openScopeOn(client, session, request, async () => {});
    return { ...open, company: { ...open.company, companyKey: row.id } };
  } catch (error) {
    await endTransaction(client, "rollback");
    throw error;
  }
};

/** A key that a request came with, as it was found before the body was read. */
export interface CompanyKeyCaller {
  readonly hash: Buffer;
  readonly known: KnownKey;
  readonly call: KeyCall;
}

export const openCompanyKey = (
  database: Database,
  { hash, known, call }: CompanyKeyCaller,
  readOnly: boolean,
): Promise<OpenScope> =>
  openKeyScope(database, {
    which: { hash },
    holder: holderOfCompanyKey(known.id, known.companyId),
    readOnly,
    call,
  });

/** The scope of the key that a link was made for; nothing for the link of a user. */
export const openKeyOfSession = (database: Database, sessionId: string): Promise<OpenScope> | undefined => {
  const key = keyOfSession(sessionId);
  if (!key) return undefined;
  const holder = holderOfCompanyKey(key.id, key.companyId);
  return openKeyScope(database, { which: { id: key.id }, holder, readOnly: true });
};
