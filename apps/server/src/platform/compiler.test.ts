import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, sql } from "kysely";
import { expect, test } from "vitest";
import { KnowingCompiler } from "./compiler.ts";
import { prepared } from "./connection.ts";

const db = new Kysely<object>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (queries) => new PostgresIntrospector(queries),
    createQueryCompiler: () => new KnowingCompiler(),
  },
});

const written = (name: string, siteIds: readonly number[], typed: string, limit = 20) => {
  const seen = sql`site_id = any(${siteIds})`;
  const { sql: text, parameters } = sql`${prepared(name)}
    select ${sql.ref("id")} from orders where ${sql.join([seen, sql`po = ${typed}`], sql` and `)}
    and (${seen} or po is null) limit ${sql.lit(limit)}`.compile(db);
  return { text, parameters };
};

test("a statement that is known by its name has the text and the values it would be written with", () => {
  const first = written("known", [1, 2], "a");
  expect(first.text.replace(/\s+/g, " ")).toBe(
    `/* prepared: known */ select "id" from orders where site_id = any($1) and po = $2 and (site_id = any($1) or po is null) limit 20`,
  );
  for (let n = 0; n < 5; n++) {
    expect(written("known", [n], `typed ${n}`)).toEqual({ ...first, parameters: [[n], `typed ${n}`] });
  }
});

test("a name that stands for two statements is refused, at the latest after a while", () => {
  written("twofold", [], "a");
  expect(() => written("twofold", [], "a", 50)).toThrow("One name stands for two statements");
  for (let n = 0; n < 10; n++) written("trusted", [], "a");
  const often = () => {
    for (let n = 0; n < 100; n++) written("trusted", [], "a", 50);
  };
  expect(often).toThrow("One name stands for two statements");
});
