/// <reference path="./pg-utils.d.ts" />
import pg from "pg";
import { prepareValue } from "pg/lib/utils.js";

export interface Statement {
  readonly text: string;
  readonly values?: readonly unknown[];
  /** Parsed and planned once a connection under this name. */
  readonly name?: string | undefined;
}

export interface Answer {
  readonly rows: unknown[];
  /** As PostgreSQL names what it did: `SELECT 3`, `COMMIT`. */
  readonly tag: string;
}

/**
 * Asks together with everything else that is asked of this connection within one turn: the statements leave in one
 * write and are answered in one, in their order. When one fails, those behind it are not run and fail with it.
 */
export const ask = (client: pg.PoolClient, statement: Statement): Promise<Answer> => {
  const batch = gathering.get(client) ?? gather(client);
  return batch.add(statement);
};

const gathering = new WeakMap<pg.PoolClient, Batch>();
const parsed = new WeakMap<pg.PoolClient, Parsed>();

const gather = (client: pg.PoolClient): Batch => {
  const known: Parsed = parsed.get(client) ?? new Map();
  parsed.set(client, known);
  const batch = new Batch(known, (oid) => client.getTypeParser(oid, "text"));
  gathering.set(client, batch);
  process.nextTick(() => {
    gathering.delete(client);
    client.query(batch);
  });
  return batch;
};

const writtenLists = new WeakMap<readonly unknown[], string>();

/** As the driver writes it; a list that cannot change, such as the sites of a session, only the first time. */
const writtenValue = (value: unknown): unknown => {
  if (!Array.isArray(value) || !Object.isFrozen(value)) return prepareValue(value);
  const written = writtenLists.get(value) ?? prepareValue(value);
  writtenLists.set(value, written as string);
  return written;
};

type Read = (text: string) => unknown;
type Row = Record<string, unknown>;

/** The columns of a statement's rows, told by PostgreSQL when the statement is parsed. */
interface Shape {
  readonly names: readonly string[];
  readonly readers: readonly Read[];
  readonly empty: Readonly<Row>;
}

/** The statements a connection has parsed, by name. */
type Parsed = Map<string, { readonly text: string; readonly shape: Shape }>;

const NO_ROWS: Shape = { names: [], readers: [], empty: {} };

const rowOf = ({ names, readers, empty }: Shape, texts: readonly (string | null)[]): Row => {
  const row = { ...empty };
  for (let at = 0; at < texts.length; at++) {
    const text = texts[at];
    if (text != null) row[names[at] as string] = (readers[at] as Read)(text);
  }
  return row;
};

interface Asked {
  readonly statement: Statement;
  readonly values: readonly unknown[];
  readonly rows: Row[];
  shape: Shape;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: Error) => void;
}

/** What the driver's connection does for its own queries; its types say less. */
interface Wire {
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
  readonly #known: Parsed;
  readonly #readerOf: (oid: number) => Read;
  readonly #asked: Asked[] = [];
  /** The one whose answer is being read. */
  #at = 0;

  constructor(known: Parsed, readerOf: (oid: number) => Read) {
    super("");
    this.#known = known;
    this.#readerOf = readerOf;
  }

  add(statement: Statement): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const { name = "", text } = statement;
      if ((this.#known.get(name)?.text ?? text) !== text)
        throw new Error(`There are two statements named ${name}.`);
      const values = (statement.values ?? []).map(writtenValue);
      this.#asked.push({ statement, values, rows: [], shape: NO_ROWS, resolve, reject });
    });
  }

  override submit = (connection: unknown): null => {
    const wire = connection as Wire;
    wire.stream.cork();
    for (const asked of this.#asked) this.#write(wire, asked);
    wire.sync();
    wire.stream.uncork();
    return null;
  };

  #write(wire: Wire, asked: Asked): void {
    const { name = "", text } = asked.statement;
    const known = this.#known.get(name);
    if (!known) {
      // It is there already when it was parsed and then failed, the first time it was asked.
      if (name) wire.close({ type: "S", name });
      wire.parse({ name, text });
    }
    wire.bind({ statement: name, values: asked.values });
    if (known) asked.shape = known.shape;
    else wire.describe({ type: "P", name: "" });
    wire.execute({ portal: "" });
  }

  handleRowDescription({ fields }: { fields: readonly pg.FieldDef[] }): void {
    const asked = this.#asked[this.#at];
    if (!asked) return;
    const names = fields.map(({ name }) => name);
    asked.shape = {
      names,
      readers: fields.map(({ dataTypeID }) => this.#readerOf(dataTypeID)),
      empty: Object.fromEntries(names.map((name) => [name, null])),
    };
  }

  handleDataRow({ fields }: { fields: readonly (string | null)[] }): void {
    const asked = this.#asked[this.#at];
    if (!asked) return;
    try {
      asked.rows.push(rowOf(asked.shape, fields));
    } catch (error) {
      asked.reject(error as Error);
    }
  }

  handleCommandComplete({ text }: { text: string }): void {
    const asked = this.#asked[this.#at++];
    if (!asked) return;
    const { statement, shape, rows } = asked;
    if (statement.name) this.#known.set(statement.name, { text: statement.text, shape });
    asked.resolve({ rows, tag: text });
  }

  handleError(error: Error): void {
    for (const { reject } of this.#asked.slice(this.#at)) reject(error);
    this.#at = this.#asked.length;
  }

  handleReadyForQuery(): void {}
}
