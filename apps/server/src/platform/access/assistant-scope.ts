import { fail } from "@mcc/contract/kit/errors.ts";
import type pg from "pg";
import type { Database } from "../db/database.ts";
import { execute } from "../db/pipeline.ts";
import { type Holder, holderOfAddress, holderOfAssistant } from "../db/pool-shares.ts";
import { beginTransaction, endTransaction } from "../db/transaction.ts";
import { type OpenScope, openScopeOn } from "./scope.ts";
import { parseSession, type SessionRow } from "./session-cache.ts";
import { mustBeAllowedHere } from "./sign-in-state.ts";
import { hashToken } from "./tokens.ts";

/** An assistant that calls with a token, for the person who gave it access. */
export interface AssistantCaller {
  readonly hash: Buffer;
  /** The address that the token is for. */
  readonly resource: string;
  readonly id: number;
  readonly companyId: number;
  readonly name: string;
  readonly kinds: readonly string[];
}

interface Row extends SessionRow {
  readonly grant_id: string | null;
  readonly name: string;
  readonly kinds: readonly string[];
}

const FORMAT = /^[\w-]{43}$/;
const ENTER = {
  name: "enter-with-assistant",
  text: "select grant_id, name, kinds, who::text, to_json(site_ids)::text as site_ids from tenant.enter_with_assistant($1, $2)",
};

type Token = Pick<AssistantCaller, "hash" | "resource">;

/** The token of an Authorization header; nothing if it cannot be one of ours. */
export const assistantToken = (authorization = "", resource: string): Token | undefined => {
  const [scheme = "", token = "", ...rest] = authorization.split(" ");
  const isToken = scheme.toLowerCase() === "bearer" && FORMAT.test(token) && rest.length === 0;
  return isToken ? { hash: hashToken(token), resource } : undefined;
};

/** Begins a transaction with the rights of the person: for every part of a call anew, as they may have changed. */
const open = async (database: Database, token: Token, holder: Holder, readOnly: boolean) => {
  const { client, begun } = await beginTransaction(database, readOnly ? "read" : "write", holder);
  try {
    const statement: pg.QueryConfig = { ...ENTER, values: [token.hash, token.resource] };
    const [, { rows }] = await Promise.all([begun, execute(client, statement)]);
    const row = rows[0] as Row | undefined;
    const session = row && parseSession(row, "");
    if (!row || !session) return fail("assistants.token");
    mustBeAllowedHere(session.signIn);
    return {
      row,
      scope: openScopeOn(client, session, { sessionId: "", token: "", readOnly }, async () => {}),
    };
  } catch (error) {
    await endTransaction(client, "rollback");
    throw error;
  }
};

/** Checks a token in a short transaction of its own, which counts for the network address of the caller. */
export const checkAssistant = async (
  database: Database,
  token: Token,
  network: string,
): Promise<AssistantCaller> => {
  const { row, scope } = await open(database, token, holderOfAddress(network), true);
  await scope.rollback();
  const { name, kinds } = row;
  return { ...token, id: Number(row.grant_id), companyId: scope.company.companyId, name, kinds };
};

export const openAssistant = async (
  database: Database,
  caller: AssistantCaller,
  readOnly: boolean,
): Promise<OpenScope> =>
  (await open(database, caller, holderOfAssistant(caller.id, caller.companyId), readOnly)).scope;
