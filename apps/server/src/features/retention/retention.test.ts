import { auditList } from "@mcc/contract/audit/audit.api.ts";
import { findRetention, previewRetention, updateRetention } from "@mcc/contract/retention/retention.api.ts";
import { createRole } from "@mcc/contract/roles/roles.api.ts";
import { beforeAll, describe, expect, test } from "vitest";
import { platformTransaction } from "../../platform/access/scope.ts";
import { addDocument } from "../../testing/documents.ts";
import { startTestServer, type TestServer } from "../../testing/test-server.ts";
import { setUpUserCompany } from "../../testing/user-records.ts";
import { chainHeads } from "../audit/audit-chain.queries.ts";
import { verifyAudit } from "../audit/audit-chain.service.ts";
import { compareHeads } from "../audit/audit-heads.service.ts";
import { retentionJobs } from "./retention.jobs.ts";

let testServer: TestServer;
beforeAll(async () => {
  testServer = await startTestServer();
});

const runJob = async () => {
  const [job] = retentionJobs(testServer.services);
  await job?.work({}, new AbortController().signal);
};

/** Without the guards of the tables. */
const asOwner = async (statement: string, values: unknown[]) => {
  for (const table of ["audit_entries", "audit_hashes"])
    await testServer.sql(`alter table ${table} disable trigger append_only`);
  await testServer.sql(statement, values);
  for (const table of ["audit_entries", "audit_hashes"])
    await testServer.sql(`alter table ${table} enable trigger append_only`);
};

/** A company with two of everything, of which one is older than a year and a half. */
const setUp = async () => {
  const company = await setUpUserCompany(testServer);
  const { companyId, site, admin, token } = company;
  await testServer.sql("delete from sign_ins where company_id = $1", [companyId]);
  const files: string[] = [];
  for (const age of ["600 days", "10 days"]) {
    await testServer.sql(
      `insert into alerts (company_id, site_id, user_id, content, fired_for, created)
       values ($1, $2, $3, 'An order', 'retention ' || $4, now() - $4::interval)`,
      [companyId, site.id, admin.id, age],
    );
    await testServer.sql(
      `insert into messages (company_id, channel, recipient, body, state, created_at)
       values ($1, 'email', 'ann@example.com', '', 'sent', now() - $2::interval)`,
      [companyId, age],
    );
    await testServer.sql(
      `insert into sign_ins (company_id, user_id, at, method, result, address, device)
       values ($1, $2, now() - $3::interval, 'Password', 'Accepted', '', '')`,
      [companyId, admin.id, age === "600 days" ? "200 days" : age],
    );
    const { key, id } = await addDocument(testServer, { id: site.id, companyId });
    await testServer.sql("update documents set created_at = now() - $2::interval where id = $1", [id, age]);
    files.push(key);
  }
  return { ...company, files, settings: (body: object) => testServer.call(updateRetention, { token, body }) };
};

const counts = { alerts: 1, messages: 1, sign_ins: 1, audit: 0, documents: 1 };
const ALL = { alerts: 365, messages: 365, sign_ins: 100, documents: 400 };

describe("how long a company keeps things", () => {
  test("is set within the limits of the platform, counted before, carried out, and told (LIFE-003)", async () => {
    const { token, companyId, files, settings } = await setUp();
    const other = await setUp();
    const preview = (body: object) => testServer.call(previewRetention, { token, body });
    expect((await testServer.call(findRetention, { token })).body).toEqual({
      ...{ alerts: null, messages: null, sign_ins: null, audit: null, documents: null },
      ...{ checked_at: null, runs: [] },
    });
    expect((await preview({})).body).toEqual({ alerts: 0, messages: 0, sign_ins: 0, audit: 0, documents: 0 });
    expect((await preview(ALL)).body).toEqual(counts);
    for (const [kind, days] of Object.entries({
      alerts: 29,
      messages: 0,
      sign_ins: 401,
      audit: 364,
      documents: 1.5,
    }))
      expect(await settings({ [kind]: days })).toMatchObject({
        status: 400,
        body: { [kind]: expect.anything() },
      });
    expect(await settings(ALL)).toMatchObject({ status: 200, body: { ...ALL, audit: null } });
    await runJob();
    const after = (await testServer.call(findRetention, { token })).body;
    expect(after.checked_at).not.toBeNull();
    expect(after.runs.map(({ removed }) => removed)).toEqual([counts]);
    expect((await preview({})).body).toEqual({ alerts: 0, messages: 0, sign_ins: 0, audit: 0, documents: 0 });
    const left = (table: string, of: number) =>
      testServer.sql(`select from ${table} where company_id = $1`, [of]).then(({ length }) => length);
    for (const table of ["alerts", "messages", "sign_ins", "documents"])
      expect(await left(table, companyId)).toBe(1);
    for (const table of ["alerts", "messages", "documents"])
      expect(await left(table, other.companyId)).toBe(2);
    // A database that is restored to a moment of the last days has its files.
    const [unused] = await testServer.sql(
      "select storage_key, round(extract(epoch from drop_after - now()) / 86400)::int as days from unused_files where company_id = $1",
      [companyId],
    );
    expect(unused).toEqual({ storage_key: files[0], days: testServer.services.settings.replacedFileDays });
    const [count] = await testServer.sql("select documents::int from document_counts where company_id = $1", [
      companyId,
    ]);
    expect(count).toEqual({ documents: 1 });
    const entries = (await testServer.call(auditList.page, { token, query: { ordering: "at" } })).body
      .results;
    expect(entries.slice(-2)).toMatchObject([
      { action: "retention.updated", before: { alerts: null }, after: { alerts: 365 } },
      { action: "retention.carried_out", actor: "Retention", after: counts },
    ]);
    // Nothing is told of a night in which nothing was removed.
    await runJob();
    expect((await testServer.call(findRetention, { token })).body.runs).toHaveLength(1);
    expect((await testServer.call(auditList.page, { token })).body.results).toHaveLength(entries.length);
  });

  test("leaves a chain of audit entries that fits, and its heads", async () => {
    const { token, companyId, slug, settings } = await setUp();
    for (const name of ["A", "B", "C", "D"]) await testServer.call(createRole, { token, body: { name } });
    await settings({ audit: 365 });
    const verify = () =>
      platformTransaction(testServer.services.database, async (db) => (await verifyAudit(db, slug))[0]);
    // Older than a year: written again with the hashes that follow.
    await asOwner(
      `do $$ declare link record; begin
         update mcc.audit_entries set created_at = created_at - interval '500 days'
           where company_id = ${companyId} and record_type = 'role' and record_name in ('A', 'B', 'C');
         for link in select * from mcc.audit_hashes where company_id = ${companyId} order by position loop
           update mcc.audit_hashes held set hash = mcc.audit_hash(
             (select hash from mcc.audit_hashes where company_id = ${companyId} and position = link.position - 1),
             (select entry from mcc.audit_entries entry where entry.id = link.entry_id), held.commitment)
           where held.entry_id = link.entry_id;
         end loop;
       end $$`,
      [],
    );
    const before = await verify();
    expect(before?.broken).toBeNull();
    const heads = await platformTransaction(testServer.services.database, chainHeads);
    const early = heads.map((head) => (head.name === slug ? { ...head, entries: 1, hash: "00" } : head));
    const body = (await testServer.call(previewRetention, { token, body: {} })).body;
    expect(body.audit).toBe(3);
    await runJob();
    expect(await verify()).toMatchObject({ broken: null, entries: (before?.entries ?? 0) - 3 + 2 });
    const lostOf = (known: typeof heads, days: number) =>
      platformTransaction(testServer.services.database, (db) =>
        compareHeads(db, testServer.services.auditSigner, {
          heads: known,
          written_at: new Date(Date.now() - days * 86_400_000).toISOString(),
        }),
      );
    expect(await lostOf(heads, 0)).toEqual([]);
    // A head of what was removed since cannot be compared any more.
    expect(await lostOf(early, 366)).toEqual([]);
    expect(await lostOf(early, 300)).toEqual([
      { name: slug, problem: expect.stringContaining("before its time: 1 entries were there") },
    ]);
    const [removal] = (await testServer.call(auditList.page, { token, query: { action: "audit.removed" } }))
      .body.results;
    expect(removal).toMatchObject({ actor: "Retention", after: { entries: 3, position: 3 } });
    await runJob();
    expect((await verify())?.broken).toBeNull();
    // What nobody says was removed is missed.
    const [first] = await testServer.sql<{ entry_id: string; position: string }>(
      "select entry_id, position from audit_hashes where company_id = $1 order by position limit 1",
      [companyId],
    );
    await asOwner(
      "with gone as (delete from audit_hashes where entry_id = $1) delete from audit_entries where id = $1",
      [first?.entry_id],
    );
    expect((await verify())?.broken).not.toBeNull();
    // An entry that says more was removed hides nothing that was rewritten.
    await testServer.sql(
      `insert into audit_entries (company_id, actor_name, action, record_type, record_id, details)
       values ($1::bigint, 'Retention', 'audit.removed', 'company', '1', '{"position": 1000000, "hash": "00"}')`,
      [companyId],
    );
    const rewritten = heads.map((head) => (head.name === slug ? { ...head, hash: "00" } : head));
    for (const days of [0, 366])
      expect(await lostOf(rewritten, days)).toEqual([
        { name: slug, problem: expect.stringContaining("the chain was rewritten") },
      ]);
  });

  test("is carried out for the others when one company fails, and not for those that are closed", async () => {
    const [failing, closed, fine] = [await setUp(), await setUp(), await setUp()];
    for (const { settings } of [failing, closed, fine]) await settings({ alerts: 365 });
    await testServer.sql("update companies set closed_at = now() where id = $1", [closed.companyId]);
    await testServer.sql(
      `create function mcc.fail_here() returns trigger language plpgsql as 'begin raise exception ''not here''; end'`,
    );
    await testServer.sql(
      `create trigger fail_here before delete on alerts for each row when (old.company_id = ${failing.companyId})
       execute function mcc.fail_here()`,
    );
    await expect(runJob()).rejects.toThrow("not here");
    await testServer.sql("drop trigger fail_here on alerts");
    const left = await testServer.sql<{ count: number }>(
      `select count(alerts.id)::int as count from unnest($1::bigint[]) with ordinality as one (id, at)
       left join alerts on alerts.company_id = one.id group by at order by at`,
      [[failing, closed, fine].map(({ companyId }) => companyId)],
    );
    expect(left.map(({ count }) => count)).toEqual([2, 2, 1]);
  });

  test("is never shorter than a year for the audit, whoever asks the database", async () => {
    const { companyId } = await setUp();
    await expect(
      testServer.sql("select mcc.remove_audit($1, now() - interval '364 days', 10)", [companyId]),
    ).rejects.toThrow("365 days");
  });
});
