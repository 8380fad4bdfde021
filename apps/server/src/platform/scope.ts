import type { Session } from "@mcc/contract/access/session.ts";
import { fail } from "@mcc/contract/kit/errors.ts";
import type { Kysely } from "kysely";
import type pg from "pg";
import { queriesOn } from "./connection.ts";
import type { Database } from "./database.ts";
import type { Tables } from "./tables.ts";

/** Work to be done once the transaction is safely committed: waking a job, telling a stream. */
type AfterCommit = (work: () => unknown) => void;

/** Somebody who is signed in, whatever they may do. */
export interface SessionScope {
  readonly who: Session;
  readonly sessionId: string;
  /** The token the caller showed; answered again with the signed-in user. */
  readonly token: string;
  readonly afterCommit: AfterCommit;
}

/**
 * The only door to a company's data. A feature cannot query without a scope, a scope cannot exist without a company,
 * and the whole request is one transaction: it is committed when the handler returns, undone when it throws.
 */
export interface CompanyScope extends SessionScope {
  readonly companyId: number;
  /** Which sites this person may see. */
  readonly siteIds: "all" | readonly number[];
  readonly db: Kysely<Tables>;
}

/** The provider's own work, over all companies. */
export interface PlatformScope extends SessionScope {
  readonly db: Kysely<Tables>;
}

interface Entered {
  who: Session | null;
  site_ids: number[] | null;
}

export interface OpenScope {
  readonly company: CompanyScope;
  /** Ends the transaction; for a reader nobody needs to wait for it. */
  commit(): Promise<void>;
  /** What was put off until after the commit; its failure cannot undo what is already stored. */
  settle(): Promise<void>;
  rollback(): Promise<void>;
}

/** Begins the transaction, finds the session and narrows the connection to its company, in one round trip. */
export const openScope = async (
  database: Database,
  { sessionId, token, readOnly }: { sessionId: string; token: string; readOnly: boolean },
): Promise<OpenScope> => {
  const client = await database.requests.connect();
  try {
    const begun = client.query(readOnly ? "begin read only" : "begin");
    const entered = client.query<Entered>({
      name: "enter",
      text: "select who, site_ids from tenant.enter($1)",
      values: [sessionId],
    });
    // Both are on their way together; waiting for the first alone would leave a failure of the second unheard.
    const [, { rows }] = await Promise.all([begun, entered]);
    const who = rows[0]?.who ?? fail("auth.required");
    return scopeOn(client, who, rows[0]?.site_ids ?? null, { sessionId, token });
  } catch (error) {
    await end(client, "rollback");
    throw error;
  }
};

const scopeOn = (
  client: pg.PoolClient,
  who: Session,
  siteIds: number[] | null,
  session: { sessionId: string; token: string },
): OpenScope => {
  const afterwards: (() => unknown)[] = [];
  let ended = false;
  const endOnce = async (how: "commit" | "rollback") => {
    if (ended) return;
    ended = true;
    await end(client, how);
  };
  return {
    company: {
      who,
      ...session,
      companyId: who.company?.id ?? Number.NaN,
      siteIds: siteIds ?? "all",
      db: queriesOn(client),
      afterCommit: (work) => afterwards.push(work),
    },
    commit: () => endOnce("commit"),
    settle: async () => {
      for (const work of afterwards) await work();
    },
    rollback: () => endOnce("rollback"),
  };
};

/** A connection that cannot end its transaction is thrown away. */
const end = async (client: pg.PoolClient, how: "commit" | "rollback"): Promise<void> => {
  try {
    const { command } = await client.query(how);
    if (how === "commit" && command === "ROLLBACK") {
      throw new Error("A failed statement was passed over, and the transaction could not be committed.");
    }
    client.release();
  } catch (error) {
    client.release(error as Error);
    if (how === "commit") throw error;
  }
};

/** The platform's own transaction, for sign-in, jobs and the provider's area. */
export const platformTransaction = <T>(
  database: Database,
  work: (db: Kysely<Tables>) => Promise<T>,
): Promise<T> => database.platform.transaction().execute(work);
