import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, sql } from "kysely";
import { expect, test } from "vitest";
import { prepared } from "./connection.ts";
import { CachingQueryCompiler, reuseKnownTexts } from "./query-compiler.ts";

const db = new Kysely<object>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (queries) => new PostgresIntrospector(queries),
    createQueryCompiler: () => new CachingQueryCompiler(),
  },
});

const written = (name: string, siteIds: readonly number[], typed: string, limit = 20) => {
  const seen = sql`site_id = any(${siteIds})`;
  const { sql: text, parameters } = sql`${prepared(name)}
    select ${sql.ref("id")} from orders where ${sql.join([seen, sql`po = ${typed}`], sql` and `)}
    and (${seen} or po is null) limit ${sql.lit(limit)}`.compile(db);
  return { text, parameters };
};

const TEXT = `/* prepared: known */ select "id" from orders where site_id = any($1) and po = $2 and (site_id = any($1) or po is null) limit 20`;

test("a name that stands for two statements is refused, however often it stood for one", () => {
  for (let n = 0; n < 200; n++) written("twofold", [n], `typed ${n}`);
  expect(() => written("twofold", [], "a", 50)).toThrow("One name stands for two statements");
});

test("a named statement whose values cannot be picked from it is refused", () => {
  const named = sql`${prepared("built")} ${db.selectNoFrom(sql`${1}`.as("one")).where(sql<boolean>`${2} > ${1}`)}`;
  expect(() => named.compile(db)).toThrow("are not to be picked");
});

test("the product takes the text that is known by its name, with the values of each statement", () => {
  const first = written("known", [1, 2], "a");
  expect(first.text.replace(/\s+/g, " ")).toBe(TEXT);
  reuseKnownTexts();
  for (let n = 0; n < 5; n++) {
    expect(written("known", [n], `typed ${n}`)).toEqual({ ...first, parameters: [[n], `typed ${n}`] });
  }
  expect(written("known", [7], "b", 50).text).toBe(first.text); // nothing is written anew
});
