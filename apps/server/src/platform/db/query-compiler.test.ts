import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, sql } from "kysely";
import { expect, test } from "vitest";
import { RepeatedListCompiler } from "./query-compiler.ts";

const db = new Kysely<object>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (queries) => new PostgresIntrospector(queries),
    createQueryCompiler: () => new RepeatedListCompiler(),
  },
});

test("a list that a statement names twice is sent once, any other value each time", () => {
  const siteIds = [1, 2];
  for (const typed of ["a", "b"]) {
    const seen = sql`site_id = any(${siteIds})`;
    const query = sql`select from orders where ${seen} and po = ${typed} and (${seen} or afe = ${typed})`;
    expect(query.compile(db)).toMatchObject({
      sql: "select from orders where site_id = any($1) and po = $2 and (site_id = any($1) or afe = $3)",
      parameters: [siteIds, typed, typed],
    });
  }
});
