/// <reference path="./pg-utils.d.ts" />
import pg from "pg";
import { prepareValue } from "pg/lib/utils.js";

export interface Statement {
  readonly text: string;
  readonly values?: readonly unknown[];
  /** Parsed and planned once a connection under this name. */
  readonly name?: string | undefined;
}

export interface StatementResult {
  readonly rows: unknown[];
  /** As PostgreSQL names what it did: `SELECT 3`, `COMMIT`. */
  readonly tag: string;
}

/**
 * Asks together with everything else that is asked of this connection within one turn: the statements leave in one
 * write and are answered in one, in their order. When one fails, those behind it are not run and fail with it.
 */
export const execute = (client: pg.PoolClient, statement: Statement): Promise<StatementResult> => {
  const batch = openBatches.get(client) ?? openBatch(client);
  return batch.add(statement);
};

const openBatches = new WeakMap<pg.PoolClient, Batch>();
const parsedStatements = new WeakMap<pg.PoolClient, ParsedStatements>();

const openBatch = (client: pg.PoolClient): Batch => {
  const parsedStatement: ParsedStatements = parsedStatements.get(client) ?? new Map();
  parsedStatements.set(client, parsedStatement);
  const batch = new Batch(parsedStatement, (oid) => client.getTypeParser(oid, "text"));
  openBatches.set(client, batch);
  process.nextTick(() => {
    openBatches.delete(client);
    client.query(batch);
  });
  return batch;
};

const serializedLists = new WeakMap<readonly unknown[], string>();

/** As the driver writes it; a list that cannot change, such as the sites of a session, only the first time. */
const serializedValue = (value: unknown): unknown => {
  if (!Array.isArray(value) || !Object.isFrozen(value)) return prepareValue(value);
  const serialized = serializedLists.get(value) ?? prepareValue(value);
  serializedLists.set(value, serialized as string);
  return serialized;
};

type ValueReader = (text: string) => unknown;
type Row = Record<string, unknown>;

/** The columns of a statement's rows, told by PostgreSQL when the statement is parsed. */
interface RowShape {
  readonly names: readonly string[];
  readonly readers: readonly ValueReader[];
  readonly empty: Readonly<Row>;
}

/** The statements a connection has parsed, by name. */
type ParsedStatements = Map<string, { readonly text: string; readonly shape: RowShape }>;

const NO_ROWS: RowShape = { names: [], readers: [], empty: {} };

const rowOf = ({ names, readers, empty }: RowShape, texts: readonly (string | null)[]): Row => {
  const row = { ...empty };
  for (let at = 0; at < texts.length; at++) {
    const text = texts[at];
    if (text != null) row[names[at] as string] = (readers[at] as ValueReader)(text);
  }
  return row;
};

interface PendingStatement {
  readonly statement: Statement;
  readonly values: readonly unknown[];
  readonly rows: Row[];
  shape: RowShape;
  readonly resolve: (answer: StatementResult) => void;
  readonly reject: (error: Error) => void;
}

/** What the driver's connection does for its own queries; its types say less. */
interface DriverConnection {
  readonly stream: { cork(): void; uncork(): void };
  parse(statement: { name: string; text: string }): void;
  bind(bound: { statement: string; values: readonly unknown[] }): void;
  describe(what: { type: "P"; name: string }): void;
  execute(what: { portal: string }): void;
  close(what: { type: "S"; name: string }): void;
  sync(): void;
}

/** Several statements up to one common end, as the driver has it for one. */
class Batch extends pg.Query {
  readonly #parsed: ParsedStatements;
  readonly #readerOf: (oid: number) => ValueReader;
  readonly #pending: PendingStatement[] = [];
  /** The one whose answer is being read. */
  #current = 0;

  constructor(parsedStatement: ParsedStatements, readerOf: (oid: number) => ValueReader) {
    super("");
    this.#parsed = parsedStatement;
    this.#readerOf = readerOf;
  }

  add(statement: Statement): Promise<StatementResult> {
    return new Promise((resolve, reject) => {
      const { name = "", text } = statement;
      if ((this.#parsed.get(name)?.text ?? text) !== text)
        throw new Error(`There are two statements named ${name}.`);
      const values = (statement.values ?? []).map(serializedValue);
      this.#pending.push({ statement, values, rows: [], shape: NO_ROWS, resolve, reject });
    });
  }

  override submit = (connection: unknown): null => {
    const driver = connection as DriverConnection;
    driver.stream.cork();
    for (const pending of this.#pending) this.#write(driver, pending);
    driver.sync();
    driver.stream.uncork();
    return null;
  };

  #write(driver: DriverConnection, pending: PendingStatement): void {
    const { name = "", text } = pending.statement;
    const parsedStatement = this.#parsed.get(name);
    if (!parsedStatement) {
      // It is there already when it was parsed and then failed, the first time it was asked.
      if (name) driver.close({ type: "S", name });
      driver.parse({ name, text });
    }
    driver.bind({ statement: name, values: pending.values });
    if (parsedStatement) pending.shape = parsedStatement.shape;
    else driver.describe({ type: "P", name: "" });
    driver.execute({ portal: "" });
  }

  handleRowDescription({ fields }: { fields: readonly pg.FieldDef[] }): void {
    const pending = this.#pending[this.#current];
    if (!pending) return;
    const names = fields.map(({ name }) => name);
    pending.shape = {
      names,
      readers: fields.map(({ dataTypeID }) => this.#readerOf(dataTypeID)),
      empty: Object.fromEntries(names.map((name) => [name, null])),
    };
  }

  handleDataRow({ fields }: { fields: readonly (string | null)[] }): void {
    const pending = this.#pending[this.#current];
    if (!pending) return;
    try {
      pending.rows.push(rowOf(pending.shape, fields));
    } catch (error) {
      pending.reject(error as Error);
    }
  }

  handleCommandComplete({ text }: { text: string }): void {
    const pending = this.#pending[this.#current++];
    if (!pending) return;
    const { statement, shape, rows } = pending;
    if (statement.name) this.#parsed.set(statement.name, { text: statement.text, shape });
    pending.resolve({ rows, tag: text });
  }

  handleError(error: Error): void {
    for (const { reject } of this.#pending.slice(this.#current)) reject(error);
    this.#current = this.#pending.length;
  }

  handleReadyForQuery(): void {}
}
