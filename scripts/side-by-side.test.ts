import { expect, test } from "vitest";
import { sideBySideProblems } from "./side-by-side.ts";

const namesOf = (text: string) => sideBySideProblems(text).map((problem) => problem.split(/ in line |: /)[0]);

test.each([
  ["drop table mcc.alerts;", "ban-drop-table"],
  ["alter table mcc.sites\n  add column a text,\n  drop column region;", "ban-drop-column"],
  ["alter table mcc.sites rename column region to area;", "renaming-column"],
  ["alter table mcc.sites alter size set data type bigint;", "changing-column-type"],
  ["alter table mcc.sites alter column region set not null;", "adding-not-nullable-field"],
  ["alter table mcc.sites add column area text not null;", "adding-required-field"],
  ["alter table mcc.sites add constraint named check (name <> '');", "constraint-missing-not-valid"],
  ["create unique index on mcc.sites (region);", "require-concurrent-index-creation"],
  ["alter tabel mcc.sites add column area text;", "syntax-error"],
  ["drop function if exists tenant.enter;", "drops what the previous version may use"],
  ["DROP VIEW tenant.users;", "drops what the previous version may use"],
  ["alter function mcc.a() rename to b;", "renames or moves what the previous version uses"],
  ["alter table mcc.sites\n  set schema old;", "renames or moves what the previous version uses"],
  [
    "alter table mcc.sites alter region drop default;",
    "removes a default that the previous version relies on",
  ],
  ["delete from mcc.alerts;", "deletes rows"],
  ["do $$ begin\n  drop table mcc.alerts;\nend $$;", "runs a block that this check does not read"],
])("%s is reported", (text, problem) => {
  expect(namesOf(text)).toContain(problem);
  expect(namesOf(`-- not side by side: the table is empty until this release\n${text}`)).toEqual([]);
  expect(namesOf(`-- not side by side:\n${text}`)).toContain(problem);
});

test.each([
  [
    "create table mcc.a (id bigint primary key, b text not null); create index a_b on mcc.a (b); alter table mcc.a add unique (b);",
  ],
  ["alter table mcc.sites add column area text, add column size integer not null default 0;"],
  ["alter table mcc.sites add constraint named check (name <> '') not valid;"],
  ["create or replace function mcc.clean() returns void language sql as $$ delete from mcc.alerts; $$;"],
  ["-- drop table mcc.alerts;\nselect 1;"],
  ["alter table mcc.orders drop constraint orders_check;"],
  [
    "alter table mcc.warehouses add column active boolean not null default true;\ncall mcc.publish('warehouses');",
  ],
])("%s works beside the previous version", (text) => expect(namesOf(text)).toEqual([]));
