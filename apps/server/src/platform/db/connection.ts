import {
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  type QueryResult,
  type RawBuilder,
  sql,
} from "kysely";
import type pg from "pg";
import { execute } from "./pipeline.ts";
import { ListsOnceCompiler } from "./query-compiler.ts";
import type { Tables } from "./tables.ts";

/** Whether statements without a name are planned for their own values. */
type Planning = "plan each" | "plan once";

const attached = new WeakMap<pg.PoolClient, { db: Kysely<Tables>; driver: RequestDriver }>();

/** Kysely on one connection that is already ours and at the beginning of a transaction. */
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
      createQueryCompiler: () => new ListsOnceCompiler(),
    },
  });
  attached.set(client, { db, driver });
  return { db, driver };
};

/** A statement that begins with its name is planned once a connection, not once a request. */
const NAME = /^\s*\/\* prepared: ([\w:-]+) \*\//;

/** Marks a statement whose text is always the same; worth it where planning takes longer than the work. */
export const prepared = (name: string) => sql.raw(`/* prepared: ${name} */`);

/**
 * A statement that knows nothing but the company: written once in a process, planned once a connection. It names the
 * company wherever it reads a company's table. The tenant views would narrow it as well, but a plan is made for whoever
 * comes first, and what is known of their company would be taken for granted of everybody's.
 */
export const companyStatement = <Row>(name: string, write: (companyId: number) => RawBuilder<Row>) => {
  let compiled: CompiledQuery<Row> | undefined;
  return async ({ db, companyId }: { db: Kysely<Tables>; companyId: number }): Promise<Row[]> => {
    compiled ??= mustUseOnlyCompany(companyId, sql<Row>`${prepared(name)} ${write(companyId)}`.compile(db));
    const statement: CompiledQuery<Row> = {
      ...compiled,
      parameters: compiled.parameters.map(() => companyId),
    };
    const { rows } = await db.executeQuery(statement);
    return rows;
  };
};

const mustUseOnlyCompany = <Row>(companyId: number, compiled: CompiledQuery<Row>): CompiledQuery<Row> => {
  if (compiled.parameters.every((parameter) => parameter === companyId)) return compiled;
  throw new Error(`A fixed statement knows nothing but the company: ${compiled.sql}`);
};

/**
 * Left to itself PostgreSQL plans a named statement over partitions again and again, because a plan for any company
 * looks dear to it. So connections are opened with the first setting; a statement that deserves a plan for its own
 * values is sent behind the second, and the next one with a name behind the third.
 */
export const PLAN_ONCE = "set plan_cache_mode = force_generic_plan";
const PLANNING = {
  each: { name: "plan-each", text: "set local plan_cache_mode = auto" },
  once: { name: "plan-once", text: "set local plan_cache_mode = force_generic_plan" },
} as const;

class RequestConnection implements DatabaseConnection {
  readonly #client: pg.PoolClient;
  #planning: Planning = "plan each";
  #planned: keyof typeof PLANNING = "once";

  constructor(client: pg.PoolClient) {
    this.#client = client;
  }

  begin(planning: Planning): void {
    this.#planning = planning;
    this.#planned = "once";
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    const name = NAME.exec(sql)?.[1];
    const planning = this.#plan(name === undefined && this.#planning === "plan each" ? "each" : "once");
    const [{ rows, command, rowCount }] = await Promise.all([
      execute(this.#client, { name, text: sql, values: parameters }),
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

/** The transaction belongs to whoever holds the connection, so Kysely may neither begin nor end one. */
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
