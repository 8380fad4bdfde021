import { createComment } from "@mcc/contract/comments/comments.api.ts";
import { beforeAll, expect, test } from "vitest";
import { platformTransaction } from "../../platform/access/scope.ts";
import { startTestServer, type TestServer } from "../../testing/test-server.ts";
import { setUpUserCompany } from "../../testing/user-records.ts";
import { verifyAudit } from "../audit/audit-chain.service.ts";
import { erasureJobs } from "./erasure.jobs.ts";

let testServer: TestServer;
beforeAll(async () => {
  testServer = await startTestServer();
});

/** Somebody, and the job that erases them, by hand. */
const setUp = async () => {
  const company = await setUpUserCompany(testServer);
  const { companyId, admin } = company;
  const person = await company.person({ firstName: "Vera", lastName: "Gone" });
  const erase = async (rowsAtOnce?: number) => {
    const [{ id } = { id: 0 }] = await testServer.sql<{ id: number }>(
      `with gone as (update users set deleted_at = now() where id = $2)
       insert into erasures (company_id, user_id, asked_by) values ($1, $2, $3) returning id::int`,
      [companyId, person.id, admin.id],
    );
    const [job] = erasureJobs(testServer.services, testServer.services.jobs, rowsAtOnce);
    await job?.work({ erasure: id, companyId }, new AbortController().signal);
  };
  return { ...company, person, erase };
};

test("exports of the company that hold the person end, or begin again", async () => {
  const { companyId, person, erase } = await setUp();
  await testServer.sql(
    `insert into company_exports (company_id, created_by, created_by_name, state, attempts, tables, manifest, readme,
       archive_bytes, expires_at)
     values ($1, $2, 'Vera Gone', 'ready', 1, '[]', 'Vera Gone', 'Vera Gone', 10, now() + interval '5 days'),
       ($1, $2, 'Vera Gone', 'documents', 1, '[{"name": "before"}]', null, null, null, null)`,
    [companyId, person.id],
  );
  await testServer.sql(
    `insert into unused_files (company_id, storage_key, drop_after)
     select $1::bigint, $1::bigint || key, now() + interval '8 days' from unnest(array['/company-exports/1/1', '/other']) as key`,
    [companyId],
  );
  await erase();
  const [ready, open] = await testServer.sql(
    `select created_by_name, manifest, readme, archive_bytes, expires_at <= now() as is_over, attempts > 1 as is_next,
       tables::text like '%before%' as is_before from company_exports where company_id = $1 order by id`,
    [companyId],
  );
  const named = { created_by_name: `Former user ${person.id}` };
  expect(ready).toMatchObject({
    ...named,
    manifest: null,
    readme: null,
    archive_bytes: null,
    is_over: true,
  });
  expect(open).toMatchObject({ ...named, is_next: true, is_before: false });
  const kept = await testServer.sql(
    "select storage_key from unused_files where company_id = $1 and drop_after > now()",
    [companyId],
  );
  expect(kept).toEqual([{ storage_key: `${companyId}/other` }]);
});

test("what the person let assistants read goes with them", async () => {
  const { companyId, admin, person, erase } = await setUp();
  for (const { id } of [person, admin]) {
    await testServer.sql(
      `insert into assistant_grants (company_id, user_id, oauth_grant, oauth_client, name, host, kinds, method, with_factor,
         expires_at)
       values ($1, $2, 'grant ' || $2::bigint, 'client', 'Assistant', 'example.com', '{orders}', 'Password', false,
         now() + interval '1 day')`,
      [companyId, id],
    );
    await testServer.sql(
      `insert into oauth_items (kind, id_hash, payload, oauth_grant, expires_at)
       values ('AccessToken', sha256($1::text::bytea), '{}', 'grant ' || $1::text, now() + interval '1 day')`,
      [String(id)],
    );
  }
  await erase();
  for (const table of ["assistant_grants", "oauth_items"])
    expect(await testServer.sql(`select oauth_grant from ${table} where oauth_grant like 'grant %'`)).toEqual(
      [{ oauth_grant: `grant ${admin.id}` }],
    );
});

test("of messages to others, those go whose file or text cannot be changed", async () => {
  const { companyId, admin, erase } = await setUp();
  const { textCipher } = testServer.services;
  const add = (subject: string, state: string, body: string, attachment: string | null) =>
    testServer.sql(
      `insert into messages (company_id, user_id, channel, recipient, subject, body, attachment, state, next_attempt_at)
       values ($1, $2, 'email', 'olive@example.com', $3, $4, $5, $6, now() + interval '1 day')`,
      [companyId, admin.id, subject, body, attachment, state],
    );
  const body = textCipher.encrypt('{"text": "Signed\\nVera Gone"}');
  const other = textCipher.encrypt("Hello");
  const file = textCipher.encrypt("file");
  await add("kept with a file", "kept", other, file);
  await add("unreadable", "kept", "nothing that is encrypted", null);
  await add("waiting with a file", "waiting", other, file);
  await add("names", "kept", body, null);
  await add("names nobody", "kept", other, null);
  await testServer.sql(
    `with added as (
       insert into reports (company_id, user_id, name, list, columns, filters, every, at, format, attach, paused, next_run,
         planned_in)
       values ($1, $2, 'Orders', 'orders', '[]', '{}', 'day', '08:00', 'csv', true, true, now(), 'UTC') returning id)
     insert into report_runs (company_id, report_id, user_id, planned_at, by_hand, result, message_id, written_as)
     select $1, added.id, $2, now(), true, 'waiting', messages.id, 'before' from added, messages
     where messages.company_id = $1 and subject = 'waiting with a file'`,
    [companyId, admin.id],
  );
  await erase();
  const left = await testServer.sql<{ subject: string; body: string; attachment: string | null }>(
    "select subject, body, attachment from messages where company_id = $1 and recipient = 'olive@example.com' order by id",
    [companyId],
  );
  expect(left.map(({ subject }) => subject)).toEqual(["waiting with a file", "names", "names nobody"]);
  expect(left[0]?.attachment).toBe(file);
  expect(textCipher.decrypt(left[1]?.body ?? "")).not.toContain("Vera");
  expect(left[2]?.body).toBe(other);
  expect(
    await testServer.sql("select written_as from report_runs where company_id = $1", [companyId]),
  ).toEqual([{ written_as: null }]);
});

test("a phone number goes also among other numbers of a text (LIFE-002 partly)", async () => {
  const company = await setUp();
  const { companyId, admin, person, erase } = company;
  const { textCipher } = testServer.services;
  await testServer.sql("update users set phone = '+17135550177' where id = $1", [person.id]);
  const textsWith = (who: string) => [`1, ${who}, 2`, `[${who}]`, `2815550100, ${who}, 8325550111`];
  const texts = textsWith("7135550177");
  await company.rule({ userId: admin.id, limit: 0, siteIds: [company.site.id] });
  const { identifier } = await company.order("10.00");
  for (const text of texts) {
    const comment = { token: company.token, params: { identifier }, body: { text, asks: null } };
    expect((await testServer.call(createComment, comment)).status).toBe(200);
    await testServer.sql(
      "insert into events (company_id, type, payload, created_at) values ($1, 'test', $2, now())",
      [companyId, JSON.stringify({ text, texts: [text], number: 7135550177 })],
    );
    await testServer.sql(
      `insert into messages (company_id, user_id, channel, recipient, subject, body, state, next_attempt_at)
       values ($1, $2, 'email', 'olive@example.com', 'numbers', $3, 'kept', now() + interval '1 day')`,
      [companyId, admin.id, textCipher.encrypt(text)],
    );
  }
  await erase();
  const cleaned = textsWith(`Former user ${person.id}`);
  expect(
    await testServer.sql("select text from order_comments where company_id = $1 order by id", [companyId]),
  ).toEqual(cleaned.map((text) => ({ text })));
  expect(
    await testServer.sql(
      "select payload from events where company_id = $1 and type = 'test' order by created_at",
      [companyId],
    ),
  ).toEqual(cleaned.map((text) => ({ payload: { text, texts: [text], number: 7135550177 } })));
  const messages = await testServer.sql<{ body: string }>(
    "select body from messages where company_id = $1 and subject = 'numbers' order by id",
    [companyId],
  );
  expect(messages.map(({ body }) => textCipher.decrypt(body))).toEqual(cleaned);
});

test("large tables are read in parts, also where many rows have one key (LIFE-002 partly)", async () => {
  const { companyId, admin, person, erase } = await setUp();
  const numbers = { number: 7135550177, numbers: [1, 7135550177, 5.7135550177], text: "1, 713-555-0177" };
  await testServer.sql("update users set phone = '+17135550177' where id = $1", [person.id]);
  for (let n = 1; n <= 7; n++) {
    const name = n % 3 === 0 ? "Kim Stays" : "Vera Gone";
    await testServer.sql(
      `insert into audit_entries (company_id, actor_id, actor_name, action, record_type, record_id, details)
       values ($1, $2, 'Admin', 'alert.created', 'alert', '1', $3)`,
      [companyId, admin.id, JSON.stringify({ said: `${name} has agreed` })],
    );
    await testServer.sql(
      "insert into events (company_id, type, payload, created_at) values ($1, 'test', $2, to_timestamp($3))",
      [companyId, JSON.stringify({ name, ...numbers }), Math.floor(n / 4)],
    );
  }
  await erase(2);
  const named = `Former user ${person.id}`;
  const names = [1, 2, 3, 4, 5, 6, 7].map((n) => (n % 3 === 0 ? "Kim Stays" : named));
  expect(
    await testServer.sql(
      "select details ->> 'said' as said from audit_entries where company_id = $1 and details ? 'said' order by id",
      [companyId],
    ),
  ).toEqual(names.map((name) => ({ said: `${name} has agreed` })));
  const events = await testServer.sql<{ payload: { name: string } }>(
    "select payload from events where company_id = $1 and type = 'test'",
    [companyId],
  );
  expect(events.map(({ payload }) => payload.name).sort()).toEqual(names.sort());
  for (const { payload } of events) expect(payload).toMatchObject({ ...numbers, text: `1, ${named}` });
  const [erased] = await testServer.sql(
    "select details -> 'audit_entries' as entries from audit_entries where company_id = $1 and action = 'user.erased'",
    [companyId],
  );
  const redactions = await testServer.sql("select entry_id from audit_redactions where company_id = $1", [
    companyId,
  ]);
  expect(erased).toEqual({ entries: redactions.length });
  const chains = await platformTransaction(testServer.services.database, (db) => verifyAudit(db));
  expect(chains.filter(({ broken }) => broken !== null)).toEqual([]);
});
