import {
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  type QueryResult,
  sql,
} from "kysely";
import type pg from "pg";
import { execute, isPooled } from "./pipeline.ts";
import { RepeatedListCompiler } from "./query-compiler.ts";
import type { Tables } from "./tables.ts";
import { EXPORT_ANSWER_WITHIN, EXPORT_STATEMENT_WITHIN } from "./time-limits.ts";

/** Whether PostgreSQL plans each unnamed statement for its own values. */
type Planning = "plan each" | "plan once";

const attached = new WeakMap<pg.PoolClient, { db: Kysely<Tables>; driver: RequestDriver }>();

/** Kysely on a connection that has been taken from the pool and has begun a transaction. */
export const queriesFor = (client: pg.PoolClient, planning: Planning = "plan each"): Kysely<Tables> => {
  const { db, driver } = attached.get(client) ?? attach(client);
  driver.begin(planning);
  return db;
};

const attach = (client: pg.PoolClient) => {
  const driver = new RequestDriver(client);
  const db = new Kysely<Tables>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => driver,
      createIntrospector: (queries) => new PostgresIntrospector(queries),
      createQueryCompiler: () => new RepeatedListCompiler(),
    },
  });
  attached.set(client, { db, driver });
  return { db, driver };
};

/** A statement that begins with a name is planned once per connection instead of once per request. */
const NAME = /^\s*\/\* prepared: ([\w:-]+) \*\//;

/** Names a statement whose text is always the same. Worth it where planning takes longer than executing. */
export const prepared = (name: string) => sql.raw(`/* prepared: ${name} */`);

/** Sorting all rows takes longer than a page may. Exports have a longer time limit; instead their number is limited. */
const EXPORT_BUDGET = `set local statement_timeout = ${EXPORT_STATEMENT_WITHIN}`;
export const grantExportBudget = (db: Kysely<Tables>) => sql.raw(EXPORT_BUDGET).execute(db);

/**
 * By default PostgreSQL plans a named statement over partitions every time, because it estimates a generic plan as more
 * expensive. Connections are opened with generic plans forced. Before a statement that needs a plan for its own values
 * this is switched off, and before the next named one it is switched on again.
 */
export const PLAN_ONCE = "set plan_cache_mode = force_generic_plan";
const PLANNING = {
  each: { name: "plan-each", text: "set local plan_cache_mode = auto" },
  once: { name: "plan-once", text: "set local plan_cache_mode = force_generic_plan" },
} as const;

class RequestConnection implements DatabaseConnection {
  readonly #client: pg.PoolClient;
  readonly #isPooled: boolean;
  #planning: Planning = "plan each";
  #planned: keyof typeof PLANNING = "once";
  #answerWithin: number | undefined;

  constructor(client: pg.PoolClient) {
    this.#client = client;
    this.#isPooled = isPooled(client);
  }

  begin(planning: Planning): void {
    this.#planning = planning;
    this.#planned = this.#isPooled ? "each" : "once";
    this.#answerWithin = undefined;
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    const name = NAME.exec(sql)?.[1];
    if (sql === EXPORT_BUDGET) this.#answerWithin = EXPORT_ANSWER_WITHIN;
    const isKept = name !== undefined && !this.#isPooled;
    const planning = this.#plan(!isKept && this.#planning === "plan each" ? "each" : "once");
    const [{ rows, command, rowCount }] = await Promise.all([
      execute(this.#client, { name, text: sql, values: parameters, answerWithin: this.#answerWithin }),
      planning,
    ]);
    if (command === "SELECT") return { rows };
    return { rows, numAffectedRows: BigInt(rowCount ?? 0) };
  }

  #plan(mode: keyof typeof PLANNING): Promise<unknown> | undefined {
    if (this.#planned === mode) return undefined;
    this.#planned = mode;
    return execute(this.#client, PLANNING[mode]);
  }

  /** Long lists are fetched in batches from a cursor declared in SQL. */
  streamQuery(): never {
    throw new Error("A held connection does not stream.");
  }
}

/** The request begins and ends the transaction, so Kysely must do neither. */
class RequestDriver implements Driver {
  readonly #connection: RequestConnection;

  constructor(client: pg.PoolClient) {
    this.#connection = new RequestConnection(client);
  }

  begin(planning: Planning): void {
    this.#connection.begin(planning);
  }

  async init(): Promise<void> {}
  async acquireConnection(): Promise<DatabaseConnection> {
    return this.#connection;
  }
  async releaseConnection(): Promise<void> {}
  async destroy(): Promise<void> {}
  async beginTransaction(): Promise<void> {
    throw new Error("The request already is a transaction.");
  }
  async commitTransaction(): Promise<void> {
    throw new Error("The request ends its own transaction.");
  }
  async rollbackTransaction(): Promise<void> {
    throw new Error("The request ends its own transaction.");
  }
}
