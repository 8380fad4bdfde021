import {
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
  sql,
} from "kysely";
import type pg from "pg";
import type { Tables } from "./tables.ts";

/** Kysely on one connection that is already ours and already inside a transaction. */
export const queriesOn = (client: pg.PoolClient): Kysely<Tables> =>
  new Kysely<Tables>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new HeldDriver(client),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  });

/** A statement that begins with its name is planned once a connection, not once a request. */
const NAME = /^\s*\/\* prepared: ([\w:-]+) \*\//;

/** Marks a statement whose text is always the same; worth it where planning takes longer than the work. */
export const prepared = (name: string) => sql.raw(`/* prepared: ${name} */`);

class HeldConnection implements DatabaseConnection {
  readonly #client: pg.PoolClient;

  constructor(client: pg.PoolClient) {
    this.#client = client;
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    const name = NAME.exec(sql)?.[1];
    const query = { name, text: sql, values: parameters as unknown[] };
    const { command, rowCount, rows } = await this.#client.query(query);
    return command === "SELECT" ? { rows } : { rows, numAffectedRows: BigInt(rowCount ?? 0) };
  }

  // biome-ignore lint/correctness/useYield: long lists are fetched in batches from a cursor declared in SQL
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error("A held connection does not stream.");
  }
}

/** The transaction belongs to whoever holds the connection, so Kysely may neither begin nor end one. */
class HeldDriver implements Driver {
  readonly #connection: HeldConnection;

  constructor(client: pg.PoolClient) {
    this.#connection = new HeldConnection(client);
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
