import { Kysely, PostgresDialect } from "kysely";
import pg from "pg";
import {
  type KnownKeys,
  makeKnownKeys,
  makeSessionCache,
  type SessionCache,
} from "../access/session-cache.ts";
import { currentTracer } from "../tracing.ts";
import { BatchingSocket, markPooled } from "./pipeline.ts";
import { makePoolShares, type PoolShares, WAITS, type Waits } from "./pool-shares.ts";
import { pooledDialect } from "./pooled-dialect.ts";
import { traceQuery } from "./query-spans.ts";
import { makeReplica, type Replica } from "./replica.ts";
import { type Role, setForever } from "./role-settings.ts";
import type { Tables } from "./tables.ts";
import { ANSWER_WITHIN, CONNECT_WITHIN, IDLE_WITHIN, STATEMENT_WITHIN } from "./time-limits.ts";

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

const REQUEST_CONNECTIONS = 12;
const PLATFORM_CONNECTIONS = 8;
/** A replica that does not answer soon is left out. */
const REPLICA_CONNECT_TIMEOUT = 1_500;
interface PoolOptions {
  readonly url: string;
  readonly role: Role;
  readonly max: number;
  readonly connectWithin?: number;
  /** Behind a transaction pooler, nothing may be set for the life of a connection. */
  readonly isPooled: boolean;
  readonly onError: (error: Error) => unknown;
}

const poolFor = ({ url, role, max, connectWithin = CONNECT_WITHIN, isPooled, onError }: PoolOptions) => {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    connectionTimeoutMillis: connectWithin,
    // Long, because prepared statements and their plans end with the connection.
    idleTimeoutMillis: 600_000,
    keepAlive: true,
    pipeline: true,
    stream: () => new BatchingSocket(),
    application_name: role,
    query_timeout: ANSWER_WITHIN[role],
    ...(!isPooled && {
      statement_timeout: STATEMENT_WITHIN[role],
      idle_in_transaction_session_timeout: IDLE_WITHIN,
    }),
    // Awaited before the connection is used: one that could not take its role is discarded.
    onConnect: async (client) => {
      // Also while it is in use: a connection that is cut must not end the process.
      client.on("error", onError);
      if (isPooled) markPooled(client);
      else await client.query(setForever(role));
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

/** The pools of the database. */
export interface Database {
  readonly requests: pg.Pool;
  /** How many of its connections a user, key or company may hold. */
  readonly shares: PoolShares;
  readonly platform: Kysely<Tables>;
  /** The connections of `platform`, for `pipelinedTransaction`. */
  readonly platformPool: pg.Pool;
  /** Leads to PostgreSQL itself, also behind a transaction pooler: for connections that are kept. */
  readonly directUrl: string;
  /** What only reads, and may take a while, is read there: see `readsReplica` of a route. */
  readonly replica: Replica | undefined;
  /** The users of recent sessions. */
  readonly sessionCache: SessionCache;
  /** API keys that were valid recently. */
  readonly keys: KnownKeys;
  pools(): readonly PoolUse[];
  close(): Promise<void>;
}

interface DatabaseOptions {
  readonly waits?: Waits | undefined;
  readonly directUrl?: string | undefined;
  readonly replicaUrl?: string | undefined;
  readonly preparedStatements?: boolean;
}

export const openDatabase = (
  url: string,
  onError: (error: Error) => void,
  { waits = WAITS, directUrl = url, replicaUrl, preparedStatements = true }: DatabaseOptions = {},
): Database => {
  let closing = false;
  const shared = { isPooled: !preparedStatements, onError: (error: Error) => closing || onError(error) };
  const requests = poolFor({ ...shared, url, role: "mcc_request", max: REQUEST_CONNECTIONS });
  const platformPool = poolFor({ ...shared, url, role: "mcc_platform", max: PLATFORM_CONNECTIONS });
  const replicas =
    replicaUrl === undefined
      ? undefined
      : poolFor({
          ...shared,
          url: replicaUrl,
          role: "mcc_request",
          max: REQUEST_CONNECTIONS,
          connectWithin: REPLICA_CONNECT_TIMEOUT,
        });
  const dialect = preparedStatements
    ? new PostgresDialect({ pool: platformPool })
    : pooledDialect(platformPool);
  const platform = new Kysely<Tables>({ dialect, ...(currentTracer() && { log: traceQuery }) });
  const shares = makePoolShares(waits);
  const replica = replicas && makeReplica({ requests: replicas, shares: makePoolShares(waits) });
  return {
    requests,
    shares,
    platform,
    platformPool,
    directUrl,
    replica,
    sessionCache: makeSessionCache(),
    keys: makeKnownKeys(),
    pools: () => [
      useOf("requests", requests, shares),
      useOf("platform", platformPool),
      ...(replicas ? [useOf("replica", replicas)] : []),
    ],
    close: async () => {
      closing = true;
      await Promise.all([requests.end(), platform.destroy(), replicas?.end()]);
    },
  };
};

/** Serialization failure or deadlock: PostgreSQL rolled the transaction back, and it can be repeated. */
export const isSerializationFailure = (error: unknown): boolean =>
  ["40001", "40P01"].includes((error as { code?: string } | undefined)?.code ?? "");

/** A statement exceeded its time limit and was canceled. */
export const isOverBudget = (error: unknown): boolean =>
  (error as { code?: string } | undefined)?.code === "57014";

/**
 * The database cannot be reached, is stopping or starting, or is a standby that is not promoted yet and therefore writes
 * nothing (25006): the request can be repeated in a moment.
 */
export const isUnavailable = (error: unknown): boolean => {
  const { code, message } = error as { code?: string; message?: string };
  if (code && /^(08|53|57P0|25006)/.test(code)) return true;
  if (code && /^E(CONNREFUSED|CONNRESET|PIPE|TIMEDOUT|NOTFOUND|AI_AGAIN|HOSTUNREACH)$/.test(code))
    return true;
  return /^(Connection terminated|Query read timeout|timeout exceeded when trying to connect|Client has encountered a connection error|Cannot use a pool after)/.test(
    message ?? "",
  );
};
