import { expect, test } from "vitest";
import { sideBySideProblems } from "./side-by-side.ts";

const wordsOf = (text: string) => sideBySideProblems(text).map((problem) => problem.split(":")[0]);

test.each([
  ["drop table mcc.alerts;", "drops what the previous version may use"],
  ["drop function if exists tenant.enter;", "drops what the previous version may use"],
  ["alter table mcc.sites drop column region;", "drops a column that the previous version reads"],
  [
    "alter table mcc.sites\n  add column a text,\n  drop column region;",
    "drops a column that the previous version reads",
  ],
  ["alter table mcc.sites rename column region to area;", "renames what the previous version uses"],
  ["ALTER TABLE mcc.sites RENAME TO places;", "renames what the previous version uses"],
  ["alter table mcc.sites alter column size type bigint;", "changes the type of a column"],
  ["alter table mcc.sites alter size set data type bigint;", "changes the type of a column"],
  [
    "alter table mcc.sites alter column region set not null;",
    "requires a value that the previous version does not write",
  ],
  [
    "alter table mcc.sites add column area text not null;",
    "adds a column that the previous version does not write",
  ],
  [
    "alter table mcc.sites alter column region drop default;",
    "removes a default that the previous version relies on",
  ],
  [
    "alter table mcc.sites add constraint named check (name <> '');",
    "adds a constraint that the previous version may violate",
  ],
  [
    "alter table mcc.sites add unique (company_id, name);",
    "adds a constraint that the previous version may violate",
  ],
  ["create index sites_area on mcc.sites (region);", "creates an index, which stops all writes to its table"],
  ["create unique index on mcc.sites (region);", "creates an index, which stops all writes to its table"],
  ["delete from mcc.alerts;", "deletes rows"],
  ["do $$ begin\n  drop table mcc.alerts;\nend $$;", "drops what the previous version may use"],
])("%s is reported", (text, problem) => {
  expect(wordsOf(text)).toEqual([problem]);
  expect(wordsOf(`-- not side by side: the table is empty until this release\n${text}`)).toEqual([]);
  expect(wordsOf(`-- not side by side:\n${text}`)).toEqual([problem]);
});

test.each([
  [
    "create table mcc.a (id bigint primary key, b text not null); create index a_b on mcc.a (b); alter table mcc.a add unique (b);",
  ],
  ["alter table mcc.sites add column area text, add column size integer not null default 0;"],
  ["alter table mcc.sites add column area text not null generated always as (lower(name)) stored;"],
  ["alter table mcc.sites add constraint named check (name <> '') not valid;"],
  ["alter table mcc.sites add column type_id bigint references mcc.site_types (id);"],
  ["create or replace function mcc.clean() returns void language sql as $$ delete from mcc.alerts; $$;"],
  ["-- drop table mcc.alerts;\nselect 1;"],
  ["alter table mcc.orders drop constraint orders_check;"],
])("%s works beside the previous version", (text) => expect(wordsOf(text)).toEqual([]));
