import { upsertOrder } from "@mcc/contract/integration/integration.api.ts";
import { findOrder, orderList } from "@mcc/contract/orders/orders.api.ts";
import { sql } from "kysely";
import type pg from "pg";
import { beforeAll, describe, expect, inject, test } from "vitest";
import { urlOf } from "../../testing/databases.ts";
import { eventually } from "../../testing/eventually.ts";
import { addShop, orderOf } from "../../testing/integration.ts";
import { addPerson, tokenFor } from "../../testing/people.ts";
import { openEventStream } from "../../testing/streams.ts";
import { startTestServer, type TestServer } from "../../testing/test-server.ts";

let testServer: TestServer;
let shop: Awaited<ReturnType<typeof addShop>>;
let token: string;

beforeAll(async () => {
  testServer = await startTestServer((database) => ({
    MCC_PREPARED_STATEMENTS: "off",
    DATABASE_DIRECT_URL: urlOf(inject("postgresUrl"), database),
  }));
  shop = await addShop(testServer);
  token = await tokenFor(testServer, (await addPerson(testServer, shop.companyId, { admin: true })).username);
});

/** What a transaction has left behind on each idle connection of the pool for requests. */
const leftBehind = async () => {
  const { requests } = testServer.services.database;
  const clients: pg.PoolClient[] = [];
  for (let taken = requests.totalCount; taken > 0; taken--) clients.push(await requests.connect());
  const found = await Promise.all(
    clients.map((client) =>
      client.query(`select
        (select count(*)::int from pg_prepared_statements) as named,
        current_user = session_user as is_login,
        current_setting('search_path') as search_path,
        current_setting('statement_timeout') as statement_timeout,
        current_setting('plan_cache_mode') as planning,
        coalesce(current_setting('mcc.company_id', true), '') as company`),
    ),
  );
  for (const client of clients) client.release();
  return found.flatMap(({ rows }) => rows);
};

describe("without prepared statements", () => {
  test("nothing is kept on a connection from one transaction to the next, and no statement is named (OPER-004 partly)", async () => {
    const { call } = testServer;
    const { slug, site, headers } = shop;
    for (const identifier of ["A-1", "A-2", "A-3"]) {
      const params = { slug, identifier };
      const sent = await call(upsertOrder, { params, headers, body: orderOf(site.shopUser) as never });
      expect(sent.status).toBe(200);
    }
    const pages = await Promise.all(
      Array.from({ length: 8 }, () => call(orderList.page, { token, query: { limit: "25" } as never })),
    );
    expect(pages.map(({ body }) => body.count)).toEqual(Array.from({ length: 8 }, () => 3));
    const exported = await call(orderList.page, { token, query: { limit: "5000" } as never });
    expect(exported.body.results).toHaveLength(3);
    expect((await call(findOrder, { token, params: { identifier: "A-2" } })).body.identifier).toBe("A-2");
    expect((await call(findOrder, { token, params: { identifier: "B-2" } })).status).toBe(404);

    const connections = await leftBehind();
    expect(connections.length).toBeGreaterThan(1);
    const nothing = {
      named: 0,
      is_login: true,
      search_path: '"$user", public',
      statement_timeout: "0",
      planning: "auto",
      company: "",
    };
    expect(connections).toEqual(connections.map(() => nothing));
  });

  test("jobs and platform work act as their role, inside and outside a transaction", async () => {
    const { platform } = testServer.services.database;
    const whoAmI = sql<{ role: string; path: string; within: string }>`
      select current_user as role, current_setting('search_path') as path, current_setting('statement_timeout') as within`;
    const expected = { role: "mcc_platform", path: "mcc, public", within: "1min" };
    expect((await whoAmI.execute(platform)).rows[0]).toEqual(expected);
    await platform.transaction().execute(async (db) => {
      expect((await whoAmI.execute(db)).rows[0]).toEqual(expected);
    });
    const failing = sql`select 1 / 0`.execute(platform);
    await expect(failing).rejects.toMatchObject({ code: "22012" });
    expect((await whoAmI.execute(platform)).rows[0]).toEqual(expected);
  });

  test("open pages hear of changes, on a connection of their own", async () => {
    const { call } = testServer;
    const { slug, site, headers } = shop;
    const stream = await openEventStream(testServer, token);
    await stream.hears(1);
    await call(upsertOrder, {
      params: { slug, identifier: "A-9" },
      headers,
      body: orderOf(site.shopUser) as never,
    });
    await eventually(() => expect(stream.received).toContain("orders"));
  });
});
