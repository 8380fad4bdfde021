import { writeFileSync } from "node:fs";
import { apiKeyList } from "@mcc/contract/api-keys/api-keys.api.ts";
import { auditList } from "@mcc/contract/audit/audit.api.ts";
import { approveOrder } from "@mcc/contract/decisions/decisions.api.ts";
import { documentList } from "@mcc/contract/documents/documents.api.ts";
import { findOrder, orderList } from "@mcc/contract/orders/orders.api.ts";
import { siteList } from "@mcc/contract/sites/sites.api.ts";
import { userList } from "@mcc/contract/users/users.api.ts";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { migrate } from "../../platform/db/migrate.ts";
import { onServer, urlOf } from "../databases.ts";
import { setUpFullCompany } from "../every-endpoint/full-company.ts";
import { addPerson, tokenFor } from "../people.ts";
import { startTestServer, type TestServer } from "../test-server.ts";
import { loadRelease, packRelease, readRelease, releaseOf, rowsOf, schemaOf } from "./kept-release.ts";

const NAME = `previous_release_${process.pid}`;
const url = urlOf(inject("postgresUrl"), NAME);
const release = readRelease();
let after: Awaited<ReturnType<typeof rowsOf>>;
let testServer: TestServer;

beforeAll(async () => {
  await onServer(inject("postgresUrl"), `create database ${NAME}`);
  await loadRelease(url, release);
  await migrate(url);
  after = await rowsOf(url);
  testServer = await startTestServer({}, { template: NAME });
});
afterAll(() => onServer(inject("postgresUrl"), `drop database if exists ${NAME} with (force)`));

/** What a migration has removed or replaced on purpose, as "table" or "table.column"; it says there where it went. */
const GONE: readonly string[] = [];

test("the upgrade from the previous release keeps every row of every table, with every value", () => {
  const lost: string[] = [];
  for (const [table, rows] of Object.entries(release.tables)) {
    const now = after[table];
    if (GONE.includes(table)) continue;
    if (!now) lost.push(table);
    if (!now || rows.length === 0) continue;
    const columns = Object.keys(rows[0] ?? {}).filter((column) => !GONE.includes(`${table}.${column}`));
    const valuesOf = (row: Readonly<Record<string, unknown>>) =>
      JSON.stringify(columns.map((column) => [column, row[column]]));
    const found = new Set(now.map(valuesOf));
    lost.push(
      ...rows
        .map(valuesOf)
        .filter((row) => !found.has(row))
        .map((row) => `${table}: ${row}`),
    );
  }
  expect(lost).toEqual([]);
  expect(Object.values(release.tables).flat().length).toBeGreaterThan(200);
});

test("an upgraded database has the schema of a new one", async () => {
  const upgraded = await schemaOf(url);
  const fresh = await schemaOf((await startTestServer()).url);
  const without = (lines: string[], others: string[]) => {
    const known = new Set(others);
    return lines.filter((line) => !known.has(line));
  };
  expect({ more: without(upgraded, fresh), less: without(fresh, upgraded) }).toEqual({ more: [], less: [] });
  expect(fresh.length).toBeGreaterThan(2000);
});

/** The rows of a company, and how many of them its admin is told there are. */
const ownRows = (table: string, company: unknown) =>
  (release.tables[table] ?? []).filter(({ company_id }) => company_id === company);

test("the upgraded database answers for its records, and goes on", async () => {
  const admins = (release.tables.users ?? []).filter(({ is_company_admin }) => is_company_admin);
  expect(admins).toHaveLength(2);
  for (const { username, company_id } of admins) {
    const token = await tokenFor(testServer, String(username));
    for (const [list, table] of [
      [orderList, "orders"],
      [siteList, "sites"],
      [userList, "users"],
      [documentList, "documents"],
    ] as const) {
      const { status, body } = await testServer.call(list.page, { token, query: {} as never });
      expect([table, status, body.count]).toEqual([table, 200, ownRows(table, company_id).length]);
    }
    expect((await testServer.call(auditList.page, { token, query: {} })).body.results).not.toEqual([]);
    for (const { identifier, total } of ownRows("orders", company_id)) {
      const { body } = await testServer.call(findOrder, {
        token,
        params: { identifier: String(identifier) },
      });
      expect([body.status, Number(body.taxful_total_price_value)]).toEqual(["Pending Approval", total]);
    }
  }
  const services = await tokenFor(
    testServer,
    (await addPerson(testServer, null, { username: "operator" })).username,
  );
  const keys = await testServer.call(apiKeyList.page, { token: services, query: {} });
  expect(keys.body.count).toBe(release.tables.api_keys?.length);

  const role = release.tables.roles?.find(({ name }) => String(name).startsWith("Approver of"));
  const approver = release.tables.users?.find(({ role_id }) => role_id === role?.id);
  const [order] = ownRows("orders", role?.company_id);
  const approved = await testServer.call(approveOrder, {
    token: await tokenFor(testServer, String(approver?.username)),
    params: { identifier: String(order?.identifier) },
  });
  expect(approved.status).toBe(200);
});

/** `MCC_KEEP_RELEASE=file`: the database of this release, kept for the tests of the next one. */
const target = process.env.MCC_KEEP_RELEASE;
if (target)
  test("the database of this release is kept", async () => {
    const current = await startTestServer();
    await setUpFullCompany(current, { hierarchy: false });
    await setUpFullCompany(current, { hierarchy: true });
    writeFileSync(target, packRelease(await releaseOf(current.url)));
  });
