import { Kysely, PostgresDialect } from "kysely";
import pg from "pg";
import {
  type KnownKeys,
  makeKnownKeys,
  makeSessionCache,
  type SessionCache,
} from "../access/session-cache.ts";
import { PLAN_ONCE } from "./connection.ts";
import { BatchingSocket } from "./pipeline.ts";
import { makePoolShares, type PoolShares, WAITS } from "./pool-shares.ts";
import type { Tables } from "./tables.ts";

// Identifiers and counts stay far below 2^53; amounts of money stay text, which is exact.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);
const INT8_ARRAY = 1016 as typeof pg.types.builtins.INT8;
pg.types.setTypeParser(INT8_ARRAY, (text) => (text === "{}" ? [] : text.slice(1, -1).split(",").map(Number)));
const TEXT_ARRAY = 1009 as typeof pg.types.builtins.INT8;
const readTexts = pg.types.getTypeParser(TEXT_ARRAY) as (text: string) => unknown[];
/** Most elements are written without quotes, so the text between two commas is the value. */
const UNQUOTED = /^\{[^"\\{]*\}$/;
pg.types.setTypeParser(TEXT_ARRAY, (text) => {
  if (text === "{}") return [];
  return UNQUOTED.test(text) && !/null/i.test(text) ? text.slice(1, -1).split(",") : readTexts(text);
});

/** Who a connection acts as: requests see tenant views only, the platform and jobs see the tables. */
type Role = "mcc_request" | "mcc_platform";

const REQUEST_CONNECTIONS = 12;
const PLATFORM_CONNECTIONS = 8;
const CONNECT_TIMEOUT = 5_000;
/** Time limits of a statement in milliseconds: of a request, of a job, and of an export, which sorts before its first row. */
const STATEMENT_WITHIN: Readonly<Record<Role, number>> = { mcc_request: 10_000, mcc_platform: 60_000 };
export const EXPORT_STATEMENT_WITHIN = 60_000;

const poolFor = (url: string, role: Role, max: number, onError: (error: Error) => unknown) => {
  const schema = role === "mcc_request" ? "tenant" : "mcc";
  const pool = new pg.Pool({
    connectionString: url,
    max,
    connectionTimeoutMillis: CONNECT_TIMEOUT,
    // Long, because prepared statements and their plans end with the connection.
    idleTimeoutMillis: 600_000,
    keepAlive: true,
    pipeline: true,
    stream: () => new BatchingSocket(),
    application_name: role,
    statement_timeout: STATEMENT_WITHIN[role],
    idle_in_transaction_session_timeout: 60_000,
    // Awaited before the connection is used: one that could not take its role is discarded.
    onConnect: async (client) => {
      // Also while it is in use: a connection that is cut must not end the process.
      client.on("error", onError);
      const planning = role === "mcc_request" ? PLAN_ONCE : "";
      await client.query(
        `set role ${role}; set search_path = ${schema}, public; set timezone = 'UTC'; ${planning}`,
      );
    },
  });
  pool.on("error", () => {}); // each connection reports its own errors
  return pool;
};

/** How many connections of a pool are open and in use, and how many callers wait for one. */
interface PoolUse {
  readonly pool: string;
  readonly open: number;
  readonly inUse: number;
  readonly waiting: number;
}

const useOf = (
  pool: string,
  { totalCount, idleCount, waitingCount }: pg.Pool,
  shares?: PoolShares,
): PoolUse => ({
  pool,
  open: totalCount,
  inUse: totalCount - idleCount,
  waiting: waitingCount + (shares?.waiting ?? 0),
});

/** The two pools of the database. */
export interface Database {
  readonly requests: pg.Pool;
  /** How many of its connections a user, key or company may hold. */
  readonly shares: PoolShares;
  readonly platform: Kysely<Tables>;
  readonly url: string;
  /** The users of recent sessions. */
  readonly sessionCache: SessionCache;
  /** API keys that were valid recently. */
  readonly keys: KnownKeys;
  pools(): readonly PoolUse[];
  close(): Promise<void>;
}

export const openDatabase = (url: string, onError: (error: Error) => void, waits = WAITS): Database => {
  let closing = false;
  const onLost = (error: Error) => closing || onError(error);
  const requests = poolFor(url, "mcc_request", REQUEST_CONNECTIONS, onLost);
  const platformPool = poolFor(url, "mcc_platform", PLATFORM_CONNECTIONS, onLost);
  const platform = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: platformPool }) });
  const shares = makePoolShares(waits);
  return {
    requests,
    shares,
    platform,
    url,
    sessionCache: makeSessionCache(),
    keys: makeKnownKeys(),
    pools: () => [useOf("requests", requests, shares), useOf("platform", platformPool)],
    close: async () => {
      closing = true;
      await Promise.all([requests.end(), platform.destroy()]);
    },
  };
};

/** Serialization failure or deadlock: PostgreSQL rolled the transaction back, and it can be repeated. */
export const isSerializationFailure = (error: unknown): boolean =>
  ["40001", "40P01"].includes((error as { code?: string } | undefined)?.code ?? "");

/** A statement exceeded its time limit and was canceled. */
export const isOverBudget = (error: unknown): boolean =>
  (error as { code?: string } | undefined)?.code === "57014";

/** The database cannot be reached, or is stopping or starting: the request can be repeated in a moment. */
export const isUnavailable = (error: unknown): boolean => {
  const { code, message } = error as { code?: string; message?: string };
  if (code && /^(08|53|57P0)/.test(code)) return true;
  if (code && /^E(CONNREFUSED|CONNRESET|PIPE|TIMEDOUT|NOTFOUND|AI_AGAIN|HOSTUNREACH)$/.test(code))
    return true;
  return /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Cannot use a pool after)/.test(
    message ?? "",
  );
};
