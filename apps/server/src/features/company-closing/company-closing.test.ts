import { findCompany } from "@mcc/contract/companies/companies.api.ts";
import {
  closeCompany,
  companyClosings,
  reopenCompany,
} from "@mcc/contract/company-closing/company-closing.api.ts";
import { startCompanyExport } from "@mcc/contract/company-data/company-data.api.ts";
import { orderList } from "@mcc/contract/orders/orders.api.ts";
import { signIn } from "@mcc/contract/sign-in/sign-in.api.ts";
import { beforeAll, describe, expect, test } from "vitest";
import { companyTables } from "../../platform/db/company-tables.ts";
import { eventually } from "../../testing/eventually.ts";
import { setUpFullCompany } from "../../testing/every-endpoint/full-company.ts";
import { tablesOf } from "../../testing/every-endpoint/table-checksums.ts";
import { addPerson, PASSWORD, tokenFor } from "../../testing/people.ts";
import { setUpPlatformAdmin } from "../../testing/platform-admin.ts";
import { openEventStream } from "../../testing/streams.ts";
import { startTestServer, type TestServer } from "../../testing/test-server.ts";
import { storedHeads, writeHeads } from "../audit/audit-heads.service.ts";
import { readCertificate } from "../audit/deletion-certificate.service.ts";
import { dueReports } from "../reports/report-sending.queries.ts";
import { deleteCompany } from "./deletion.jobs.ts";
import { deletionOrder } from "./deletion-order.ts";

let testServer: TestServer;
let platform: string;
let operatorId: number;
type Full = Awaited<ReturnType<typeof setUpFullCompany>>;

beforeAll(async () => {
  testServer = await startTestServer();
  const { operator } = await setUpPlatformAdmin(testServer);
  operatorId = operator.id;
  platform = await tokenFor(testServer, operator.username);
});

const nameOf = async (id: number): Promise<string> =>
  (await testServer.call(findCompany, { token: platform, params: { id } })).body.name;
const close = async (id: number, more: object = {}) =>
  testServer.call(closeCompany, {
    token: platform,
    params: { id },
    body: { name: await nameOf(id), ...more },
  });

/** Without what jobs write meanwhile. */
const DATA = [
  ...["orders", "order_lines", "order_steps", "order_comments", "order_state_counts", "order_day_counts"],
  ...[
    "documents",
    "document_counts",
    "sites",
    "roles",
    "approval_rules",
    "budgets",
    "company_keys",
    "list_views",
  ],
];
const dataOf = <Value>(tables: Readonly<Record<string, Value>>) =>
  Object.fromEntries(Object.entries(tables).filter(([name]) => DATA.includes(name)));

/** Which of the sessions of support and the assistants have not ended. */
const linked = (id: number) =>
  testServer.sql(
    `select 'session' from sessions join support_accesses on support_accesses.id = support_access_id
       where support_accesses.company_id = $1 and ended_at is null
     union all select 'access' from support_accesses where company_id = $1 and revoked_at is null and ends_at > now()
     union all select 'assistant' from assistant_grants where company_id = $1 and ended_at is null`,
    [id],
  );
const addLinked = async ({ companyId, people }: Full): Promise<void> => {
  await testServer.sql(
    `with access as (insert into support_accesses (company_id, granted_by, ends_at)
       values ($1, $2, now() + interval '1 hour') returning id)
     insert into sessions (user_id, expires_at, method, rests_on, support_access_id)
       select user_id, expires_at, method, sessions.id, access.id from sessions, access where user_id = $3 limit 1`,
    [companyId, people.admin.id, operatorId],
  );
  await testServer.sql(
    `with given as (insert into assistant_grants
         (company_id, user_id, oauth_grant, oauth_client, name, host, kinds, method, with_factor, expires_at)
       values ($1::bigint, $2, 'grant of ' || $1::bigint, 'client', 'Assistant', 'example.com', '{orders}', 'password', false,
         now() + interval '1 hour') returning oauth_grant, expires_at)
     insert into oauth_items (kind, id_hash, payload, oauth_grant, expires_at)
       select 'AccessToken', convert_to(oauth_grant, 'UTF8'), '{}', oauth_grant, expires_at from given`,
    [companyId, people.admin.id],
  );
  expect((await linked(companyId)).length).toBeGreaterThan(2);
};

describe("a closed company", () => {
  let company: Full;
  beforeAll(async () => {
    company = await setUpFullCompany(testServer, { hierarchy: false });
  });
  const { orders } = { orders: (request: object) => testServer.call(orderList.page, request) };
  const ways = () => ({
    person: () => orders({ token: company.people.admin.token }),
    key: () => orders({ headers: { authorization: `ApiKey ${company.keys.wholeKey.key}` } }),
    provider: () =>
      fetch(
        `${testServer.address}/api/integration/v1/companies/${company.slug}/orders/${company.ids.order}/`,
        { headers: { authorization: `ApiKey ${company.keys.key.key}` } },
      ),
  });

  test("needs its name, and another time than none (LIFE-004 partly)", async () => {
    const { companyId: id } = company;
    expect(await close(id, { name: "Somebody else" })).toMatchObject({
      status: 400,
      body: { name: ["Type the name of the company exactly as it is shown."] },
    });
    expect(await close(id, { days: 0 })).toMatchObject({
      status: 400,
      body: { days: ["Choose 1 to 365 days."] },
    });
    expect((await close(id, { days: 366 })).status).toBe(400);
    expect((await testServer.call(reopenCompany, { token: platform, params: { id } })).status).toBe(409);
  });

  test("refuses everybody at once and tells why; opened again, it is as it was (LIFE-004 partly)", async () => {
    const { companyId: id, people } = company;
    const before = await tablesOf(testServer, id);
    for (const way of Object.values(ways())) expect((await way()).status).toBe(200);
    const stream = await openEventStream(testServer, people.admin.token);
    await testServer.sql("update reports set next_run = now() - interval '1 hour' where company_id = $1", [
      id,
    ]);

    const closed = await close(id, { days: 3 });
    expect(closed.status).toBe(200);
    const days = (Date.parse(closed.body.delete_after) - Date.now()) / 86_400_000;
    expect(Math.round(days)).toBe(3);
    expect(closed.body).toMatchObject({ closed_by: "Olive Platform", is_deleting: false, deleted_at: null });
    expect((await close(id)).status).toBe(409);

    expect(await ways().person()).toMatchObject({
      status: 401,
      body: {
        detail: "Your company's account is closed. Please contact your provider.",
        reason: "company_closed",
      },
    });
    expect((await ways().key()).status).toBe(401);
    expect((await ways().provider()).status).toBe(404);
    expect(await stream.ended).toBe("ended");
    const { username } = people.regular;
    expect(await testServer.call(signIn, { body: { username, password: PASSWORD } })).toMatchObject({
      status: 403,
      body: { code: "auth.company_closed" },
    });
    // Who does not know the password learns nothing.
    expect((await testServer.call(signIn, { body: { username, password: "Wrong-Horse-1" } })).status).toBe(
      401,
    );
    const reports = await dueReports(testServer.services.database.platform, new Date(), 1_000);
    expect(reports.filter(({ company_id }) => company_id === id)).toEqual([]);
    const mails = await testServer.sql(
      "select recipient from messages where company_id = $1 and subject like '%is closed'",
      [id],
    );
    expect(mails.length).toBeGreaterThan(0);

    // Nothing is deleted before its time.
    await deleteCompany(testServer.services, id, new AbortController().signal);
    expect(
      (await testServer.call(findCompany, { token: platform, params: { id } })).body.closed_at,
    ).not.toBeNull();

    expect((await testServer.call(reopenCompany, { token: platform, params: { id } })).status).toBe(200);
    expect((await testServer.call(signIn, { body: { username, password: PASSWORD } })).status).toBe(200);
    const { person: _, ...others } = ways();
    for (const way of Object.values(others)) expect((await way()).status).toBe(200);
    expect(dataOf(await tablesOf(testServer, id))).toEqual(dataOf(before));
  });
});

describe("the deletion of a company", () => {
  test("covers every table with rows of companies (LIFE-004 partly)", async () => {
    const tables = await companyTables(testServer.services.database.platform);
    const order = deletionOrder(tables).map(({ name }) => name);
    const covered = [...order, "company_closings", "companies", "access_versions"];
    expect(covered.toSorted()).toEqual(tables.map(({ name }) => name).toSorted());
    for (const { name, refersTo } of tables.filter((table) => order.includes(table.name)))
      for (const other of refersTo.filter((one) => order.includes(one)))
        expect([name, other, order.indexOf(name) < order.indexOf(other)]).toEqual([name, other, true]);
  });

  test("after the waiting time leaves nothing, in two goes, and certifies what it was (LIFE-004)", async () => {
    const [gone, neighbor] = [
      await setUpFullCompany(testServer, { hierarchy: true }),
      await setUpFullCompany(testServer, { hierarchy: true }),
    ];
    const { companyId: id } = gone;
    const { sql, services } = testServer;
    await testServer.call(startCompanyExport, { token: gone.people.admin.token });
    await eventually(async () => {
      expect(
        await sql("select 1 from company_exports where company_id = $1 and ready_at is not null", [id]),
      ).toHaveLength(1);
    });
    const keys = await sql<{ key: string }>(
      "select storage_key as key from documents where company_id = $1 union select storage_key from unused_files where company_id = $1",
      [id],
    );
    expect(keys.length).toBeGreaterThan(5);
    await writeHeads(services.database.platform, services, new Date());
    await addLinked(gone);
    await close(id, { days: 1 });
    expect(await linked(id)).toEqual([]);
    // Its letters are sent, so that nothing else changes.
    await eventually(async () => {
      expect(await sql("select 1 from messages where company_id = $1 and state = 'waiting'", [id])).toEqual(
        [],
      );
    });
    const tables = await companyTables(services.database.platform);
    const countOf = async (name: string): Promise<number> => {
      const condition = tables.find((table) => table.name === name)?.columns.includes("company_id")
        ? "company_id = $1"
        : name === "companies"
          ? "id = $1"
          : "user_id in (select id from users where company_id = $1)";
      if (name === "event_attempts" || name === "sso_requests") return 0;
      const [row] = await sql<{ count: number }>(
        `select count(*)::int as count from ${name} where ${condition}`,
        [id],
      );
      return row?.count ?? 0;
    };
    const expected: Record<string, number> = {};
    for (const { name } of tables) {
      const count = await countOf(name);
      if (count > 0 && !["access_versions", "company_closings"].includes(name)) expected[name] = count;
    }
    expect(Object.keys(expected).length).toBeGreaterThan(50);
    const others = await tablesOf(testServer, neighbor.companyId);
    const [last] = await sql<{ entries: number; hash: string }>(
      "select position::int as entries, encode(hash, 'hex') as hash from audit_hashes where chain = $1 order by position desc limit 1",
      [id],
    );

    await sql("update companies set delete_after = now() where id = $1", [id]);
    let batches = 0;
    const interrupted = {
      throwIfAborted: () => {
        if (++batches > 25) throw new Error("stopped");
      },
    } as AbortSignal;
    await expect(deleteCompany(services, id, interrupted)).rejects.toThrow("stopped");
    const halfway = await testServer.call(companyClosings, { token: platform });
    expect(halfway.body.results.find(({ company_id }) => company_id === id)).toMatchObject({
      is_deleting: true,
    });
    expect(await testServer.call(reopenCompany, { token: platform, params: { id } })).toMatchObject({
      status: 409,
      body: { code: "company.deleting" },
    });
    // Two workers at once count nothing twice.
    const never = new AbortController().signal;
    await Promise.all([deleteCompany(services, id, never), deleteCompany(services, id, never)]);
    expect(await sql("select 1 from oauth_items where oauth_grant = $1", [`grant of ${id}`])).toEqual([]);

    for (const { name } of tables.filter((table) => table.name !== "company_closings"))
      expect([name, await countOf(name)]).toEqual([name, 0]);
    for (const { key } of keys) expect(await services.storage.sizeOf(key)).toBeUndefined();
    expect(dataOf(await tablesOf(testServer, neighbor.companyId))).toEqual(dataOf(others));
    expect((await testServer.call(findCompany, { token: platform, params: { id } })).status).toBe(404);

    const { body } = await testServer.call(companyClosings, { token: platform });
    const text = body.results.find(({ company_id }) => company_id === id)?.certificate ?? "";
    const certificate = readCertificate(services.auditSigner, text);
    expect(certificate).toMatchObject({
      company: { id, slug: gone.slug },
      records: dataOf(expected),
      files: { count: keys.length },
      audit: { entries: last?.entries, last_hash: last?.hash },
    });
    expect(Object.keys(certificate?.records ?? {})).toEqual(expect.arrayContaining(Object.keys(expected)));
    expect(readCertificate(services.auditSigner, text.replace(gone.slug, "another"))).toBeUndefined();

    // The audit of the company ended with its certificate: no head is missing.
    expect((await storedHeads(services))?.heads.some(({ chain }) => chain === id)).toBe(true);
    expect((await writeHeads(services.database.platform, services, new Date())).lost).toEqual([]);
  });

  test("begins by itself when the time is over (LIFE-004 partly)", async () => {
    const { companyId: id } = await setUpFullCompany(testServer, { hierarchy: false });
    await close(id);
    await testServer.sql("update companies set delete_after = now() where id = $1", [id]);
    const { jobs } = testServer.services;
    await jobs.requestJob("sweep-closed-companies", {}, "now");
    await eventually(async () => {
      expect(await testServer.sql("select 1 from companies where id = $1", [id])).toEqual([]);
    });
  });

  test("nobody deletes the audit of a company whose time is not over (LIFE-004 partly)", async () => {
    const { companyId: id } = await setUpFullCompany(testServer, { hierarchy: false });
    await addPerson(testServer, id);
    await expect(
      testServer.sql("select mcc.delete_company_rows($1, 'audit_entries', 10, null, null)", [id]),
    ).rejects.toThrow(/waiting time/);
    await expect(testServer.sql("delete from audit_entries where company_id = $1", [id])).rejects.toThrow(
      /only be appended/,
    );
  });
});
