import {
  closeCompany,
  companyClosings,
  reopenCompany,
} from "@mcc/contract/company-closing/company-closing.api.ts";
import { beforeAll, describe, expect, test } from "vitest";
import { addCompany, addPerson, tokenFor } from "../../testing/people.ts";
import { setUpPlatformAdmin } from "../../testing/platform-admin.ts";
import { startTestServer, type TestServer } from "../../testing/test-server.ts";
import { deleteCompany } from "./deletion.jobs.ts";

let testServer: TestServer;
let platform: string;

/** Nobody listens there: what is to be sent stays. */
const COLLECTOR = {
  MCC_COLLECTOR_URL: "https://localhost:9/audit",
  MCC_COLLECTOR_SECRET: `whsec_${Buffer.alloc(32, 7).toString("base64")}`,
};

beforeAll(async () => {
  testServer = await startTestServer(COLLECTOR);
  const { operator } = await setUpPlatformAdmin(testServer);
  platform = await tokenFor(testServer, operator.username);
});

const close = async (id: number) => {
  const [company] = await testServer.sql<{ name: string }>("select name from companies where id = $1", [id]);
  const body = { name: company?.name ?? "" };
  return testServer.call(closeCompany, { token: platform, params: { id }, body });
};

/** A closed company whose time is over since then. */
const addDue = async (since = "1 minute") => {
  const id = await addCompany(testServer);
  await addPerson(testServer, id, { admin: true });
  expect((await close(id)).status).toBe(200);
  await makeDue(id, since);
  return id;
};

const makeDue = async (id: number, since = "1 minute") => {
  for (const [table, column] of [
    ["companies", "id"],
    ["company_closings", "company_id"],
  ])
    await testServer.sql(`update ${table} set delete_after = now() - $2::interval where ${column} = $1`, [
      id,
      since,
    ]);
};

const listed = async (id: number) =>
  (await testServer.call(companyClosings, { token: platform })).body.results.filter(
    ({ company_id }) => company_id === id,
  );

const deleteNow = (id: number) => deleteCompany(testServer.services, id, new AbortController().signal);
const isThere = async (id: number): Promise<boolean> =>
  (await testServer.sql("select from companies where id = $1", [id])).length > 0;
const allSent = (id: number) =>
  testServer.sql(
    `insert into collector_positions (kind, chain, position) values ('audit', $1, 1000), ('sign_in', $1, 1000000)
     on conflict (kind, chain) do update set position = excluded.position`,
    [id],
  );

describe("the deletion of a company", () => {
  test("waits until the collector has its audit, can be called off meanwhile, and leaves no position (LIFE-004 partly)", async () => {
    const id = await addDue();
    await deleteNow(id);
    expect(await isThere(id)).toBe(true);
    expect(await listed(id)).toMatchObject([{ waits_for_collector: true, is_deleting: false }]);
    expect((await testServer.call(reopenCompany, { token: platform, params: { id } })).status).toBe(200);
    expect((await close(id)).status).toBe(200);
    await makeDue(id);
    await allSent(id);
    expect(await listed(id)).toMatchObject([{ waits_for_collector: false }]);
    await deleteNow(id);
    expect(await isThere(id)).toBe(false);
    expect(await testServer.sql("select from collector_positions where chain = $1", [id])).toEqual([]);
  });

  test("waits for a week at most (LIFE-004 partly)", async () => {
    const id = await addDue("8 days");
    await deleteNow(id);
    expect(await isThere(id)).toBe(false);
  });

  test("and its closing stand in the audit of the platform (LIFE-004 partly)", async () => {
    const id = await addDue();
    await allSent(id);
    await deleteNow(id);
    const entries = await testServer.sql(
      `select action, actor_name as actor, details ->> 'audit_entries' is not null as counts from audit_entries
       where company_id is null and record_type = 'company' and record_id = $1 order by id`,
      [String(id)],
    );
    expect(entries).toEqual([
      { action: "company.closed", actor: "Olive Platform", counts: false },
      { action: "company.deleted", actor: "Deletion of companies", counts: true },
    ]);
  });

  test("is possible again once the company was imported with its number (LIFE-004 partly)", async () => {
    const id = await addDue();
    await allSent(id);
    await deleteNow(id);
    await testServer.sql(
      `insert into companies (id, name, slug_name, short_name, label)
       values ($1::bigint, 'Back ' || $1::bigint, 'back-' || $1::bigint, 'Back', 'Back')`,
      [id],
    );
    expect((await close(id)).status).toBe(200);
    expect((await testServer.call(reopenCompany, { token: platform, params: { id } })).status).toBe(200);
    expect((await close(id)).status).toBe(200);
    await makeDue(id);
    await allSent(id);
    await deleteNow(id);
    const closings = await listed(id);
    expect(closings.map(({ deleted_at }) => deleted_at !== null)).toEqual([true, true]);
    // What the first one has counted stays its own.
    const [second, first] = closings.map(({ certificate }) => JSON.parse(certificate ?? "{}").certificate);
    expect([first.company.name, second.company.name]).not.toContain(undefined);
    expect(second.company.name).toBe(`Back ${id}`);
    expect(first.company.name).not.toBe(second.company.name);
  });
});
