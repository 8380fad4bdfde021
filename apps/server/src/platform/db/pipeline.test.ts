import { type Kysely, sql } from "kysely";
import type pg from "pg";
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { startTestServer, type TestServer } from "../../testing/test-server.ts";
import { type BatchingSocket, execute, firstErrorOf, forgetErrors } from "./pipeline.ts";
import type { Tables } from "./tables.ts";
import { pipelinedTransaction } from "./transaction.ts";

let testServer: TestServer;
let client: pg.PoolClient;

beforeAll(async () => {
  testServer = await startTestServer();
});
beforeEach(async () => {
  client = await testServer.services.database.requests.connect();
});
afterEach(() => client.release(true));

const rowsOf = async (text: string, values: unknown[] = [], name?: string) =>
  (await execute(client, { text, values, name })).rows;

describe("what is asked within one turn", () => {
  test("is answered each by its own rows, in its order", async () => {
    await expect(
      Promise.all([
        rowsOf("select 1 as one"),
        rowsOf("select n, n::text as word from generate_series(1, 3) as n where n > $1", [1]),
        rowsOf("select 1 where false"),
        rowsOf("select null as nothing, array[1, 2]::bigint[] as ids, '{\"a\": [1]}'::jsonb as json"),
      ]),
    ).resolves.toEqual([
      [{ one: 1 }],
      [
        { n: 2, word: "2" },
        { n: 3, word: "3" },
      ],
      [],
      [{ nothing: null, ids: [1, 2], json: { a: [1] } }],
    ]);
  });

  test("is one write", async () => {
    const { stream } = (client as unknown as { connection: { stream: BatchingSocket } }).connection;
    const write = vi.spyOn(stream, "_write");
    await Promise.all(Array.from({ length: 5 }, (_, at) => rowsOf("select $1::int as at", [at])));
    expect(write).toHaveBeenCalledTimes(1);
    write.mockRestore();
  });

  test("ends with the first that fails in a transaction, which cannot be committed then", async () => {
    const failure = { status: "rejected", reason: { code: "22012" } };
    const [, first, second, third, commit] = await Promise.allSettled([
      rowsOf("begin"),
      rowsOf("select 1 as one"),
      rowsOf("select 1 / $1::int", [0]),
      rowsOf("select 3 as three", [], "behind a failure"),
      execute(client, { text: "commit" }),
    ]);
    expect(first).toEqual({ status: "fulfilled", value: [{ one: 1 }] });
    expect(second).toMatchObject(failure);
    expect(third).toMatchObject(failure);
    expect(commit).toMatchObject({ status: "fulfilled", value: { command: "ROLLBACK" } });
    expect(firstErrorOf(client)).toMatchObject(failure.reason);
    forgetErrors(client);
    await expect(rowsOf("select 3 as three", [], "behind a failure")).resolves.toEqual([{ three: 3 }]);
  });

  test("fails as a whole when the connection is cut", async () => {
    const pid = (await rowsOf("select pg_backend_pid() as pid"))[0] as { pid: number };
    const asked = Promise.allSettled([rowsOf("select pg_sleep(60)"), rowsOf("select 1")]);
    await expect
      .poll(() =>
        testServer.sql("select from pg_stat_activity where pid = $1 and state = 'active'", [pid.pid]),
      )
      .toHaveLength(1);
    await testServer.sql("select pg_terminate_backend($1)", [pid.pid]);
    expect((await asked).map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  });
});

describe("a statement with a name", () => {
  const text = "select $1::int as value";

  test("is parsed once a connection, and answers the same ever after", async () => {
    for (const value of [1, 2, 3]) {
      await expect(rowsOf(text, [value], "named")).resolves.toEqual([{ value }]);
    }
    await expect(
      rowsOf("select name from pg_prepared_statements where name = 'named'"),
    ).resolves.toHaveLength(1);
  });

  test("may be asked twice in the turn in which it is new", async () => {
    await expect(Promise.all([rowsOf(text, [1], "twice"), rowsOf(text, [2], "twice")])).resolves.toEqual([
      [{ value: 1 }],
      [{ value: 2 }],
    ]);
  });

  test("that failed the first time is asked again", async () => {
    await expect(rowsOf(text, ["no number"], "failing")).rejects.toMatchObject({ code: "22P02" });
    forgetErrors(client);
    await expect(rowsOf(text, [5], "failing")).resolves.toEqual([{ value: 5 }]);
  });

  test("has one text", async () => {
    await rowsOf(text, [1], "unique");
    await expect(rowsOf("select 2 as value", [], "unique")).rejects.toThrow("must be unique");
    await expect(rowsOf(text, [3], "unique")).resolves.toEqual([{ value: 3 }]);
  });
});

describe("a pipelined transaction", () => {
  const pool = () => testServer.services.database.platformPool;
  const add = (db: Kysely<Tables>, bucket: string) =>
    sql`insert into rate_limits (bucket, hits, ends_at) values (${bucket}, 1, now())`.execute(db);
  const added = (bucket: string) =>
    testServer.sql("select hits from rate_limits where bucket = $1", [bucket]);

  test("keeps all that was sent before its commit, in the same turn", async () => {
    await pipelinedTransaction(pool(), (db, commit) =>
      Promise.all([add(db, "first"), add(db, "second"), commit()]),
    );
    expect([...(await added("first")), ...(await added("second"))]).toEqual([{ hits: 1 }, { hits: 1 }]);
  });

  test("keeps nothing when its work fails, or a statement that nobody waits for", async () => {
    const refused = pipelinedTransaction(pool(), async (db) => {
      await add(db, "refused");
      throw new Error("refused");
    });
    await expect(refused).rejects.toThrow("refused");
    const failed = pipelinedTransaction(pool(), async (db) => {
      await add(db, "failed");
      sql`select 1 / ${0}::int`.execute(db).catch(() => {});
    });
    await expect(failed).rejects.toMatchObject({ code: "22012" });
    expect([...(await added("refused")), ...(await added("failed"))]).toEqual([]);
    expect(pool().idleCount).toBe(pool().totalCount);
  });
});
