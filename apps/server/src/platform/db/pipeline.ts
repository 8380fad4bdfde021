import { Socket } from "node:net";
import type pg from "pg";
import { inSpan, statementInfo } from "../tracing.ts";

export interface Statement {
  readonly text: string;
  readonly values?: readonly unknown[];
  /** Parsed and planned once per connection under this name. */
  readonly name?: string | undefined;
  /** Milliseconds until the connection counts as lost, if they are not those of its role. */
  readonly answerWithin?: number | undefined;
}

/** The first error of the transaction on a connection. PostgreSQL refuses all statements after it. */
const firstErrors = new WeakMap<pg.PoolClient, Error>();

/** Called when a transaction begins. */
export const forgetErrors = (client: pg.PoolClient): void => {
  firstErrors.delete(client);
};

/** Called when a transaction ends: the error that made PostgreSQL answer COMMIT with ROLLBACK. */
export const firstErrorOf = (client: pg.PoolClient): Error | undefined => firstErrors.get(client);

/** Connections of a transaction pooler, which keep nothing from one transaction to the next: no named statements. */
const pooled = new WeakSet<pg.ClientBase>();

export const markPooled = (client: pg.ClientBase): void => void pooled.add(client);
export const isPooled = (client: pg.ClientBase): boolean => pooled.has(client);

/** Also for statements without values: then a text that holds two statements is refused. */
const EXTENDED = { queryMode: "extended" } as const;

/**
 * Sends the statement without waiting for the ones before it (the driver's pipelining). A statement that PostgreSQL
 * refuses because an earlier one failed rejects with the error of that one, which says what went wrong.
 */
export const execute = async (
  client: pg.PoolClient,
  { name, text, values = [], answerWithin }: Statement,
): Promise<pg.QueryResult> => {
  try {
    const known = pooled.has(client) ? undefined : name;
    const query = {
      ...EXTENDED,
      name: known,
      text,
      values: values.map(sendable),
      query_timeout: answerWithin,
    };
    return await inSpan(
      () => statementInfo(text, name),
      () => client.query(query),
    );
  } catch (error) {
    const first = firstErrors.get(client) ?? (error as Error);
    firstErrors.set(client, first);
    throw first;
  }
};

const serializedLists = new WeakMap<readonly unknown[], unknown>();

/** A list that cannot change, such as the sites of a session, is written out only once. */
const sendable = (value: unknown): unknown => {
  if (!Array.isArray(value) || !Object.isFrozen(value)) return value;
  return {
    toPostgres: (prepareValue: (list: unknown) => unknown) => {
      const serialized = serializedLists.get(value) ?? prepareValue(value);
      serializedLists.set(value, serialized);
      return serialized;
    },
  };
};

/**
 * The driver groups the messages of one statement by `cork` and `uncork`; here the group lasts until the end of the turn
 * of the event loop, so that all statements of a turn leave in one system call.
 */
export class BatchingSocket extends Socket {
  #isHolding = false;

  override cork(): void {
    if (this.#isHolding) return;
    this.#isHolding = true;
    super.cork();
    process.nextTick(() => {
      this.#isHolding = false;
      super.uncork();
    });
  }

  override uncork(): void {}

  override _writev(chunks: { chunk: Buffer }[], done: (error?: Error | null) => void): void {
    this._write(Buffer.concat(chunks.map(({ chunk }) => chunk)), "buffer" as BufferEncoding, done);
  }
}
