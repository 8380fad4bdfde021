import { createHash, randomUUID } from "node:crypto";
import { rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { alertList } from "@mcc/contract/alerts/alerts.api.ts";
import { budgetEndpoints } from "@mcc/contract/budgets/budgets.api.ts";
import { findCompanyExport, startCompanyExport } from "@mcc/contract/company-data/company-data.api.ts";
import type { CompanyExport } from "@mcc/contract/company-data/company-data.schema.ts";
import { documentList } from "@mcc/contract/documents/documents.api.ts";
import { orderList, orderSum } from "@mcc/contract/orders/orders.api.ts";
import { siteList } from "@mcc/contract/sites/sites.api.ts";
import { unpackTar } from "modern-tar";
import { beforeAll, describe, expect, test } from "vitest";
import { companyTables } from "../../platform/db/company-tables.ts";
import { afterFile } from "../../testing/after-file.ts";
import { addDocument, pdfOf } from "../../testing/documents.ts";
import { eventually } from "../../testing/eventually.ts";
import { setUpFullCompany } from "../../testing/every-endpoint/full-company.ts";
import { addPerson, tokenFor } from "../../testing/people.ts";
import { startTestServer, type TestServer } from "../../testing/test-server.ts";
import { startScanner } from "../../testing/virus-scanner.ts";
import { verifyAudit } from "../audit/audit-chain.service.ts";
import { EXPORTED, LEFT_OUT, SECRET_COLUMNS } from "./exported-tables.ts";
import { importCompany } from "./import-company.ts";

let here: TestServer;
let company: Awaited<ReturnType<typeof setUpFullCompany>>;
let token: string;
let companyId: number;
const file = join(tmpdir(), `mcc-export-${randomUUID()}.tar`);
afterFile(() => rmSync(file, { force: true }));

const ready = (server: TestServer, as: string): Promise<CompanyExport & { link: string }> =>
  eventually(async () => {
    const { body } = await server.call(findCompanyExport, { token: as });
    expect(body.export?.state).toBe("ready");
    return body.export as CompanyExport & { link: string };
  });

const download = async (link: string, headers: Record<string, string> = {}) => {
  const response = await fetch(`${here.address}${new URL(link).pathname}`, { headers });
  return { response, content: Buffer.from(await response.arrayBuffer()) };
};

beforeAll(async () => {
  here = await startTestServer();
  company = await setUpFullCompany(here, { hierarchy: true });
  companyId = company.companyId;
  token = company.people.admin.token;
});

test("every table with rows of a company is exported, or says why it is not (LIFE-001 partly)", async () => {
  const tables = (await companyTables(here.services.database.platform)).map(({ name }) => name);
  expect(tables.filter((name) => !(name in EXPORTED) && !(name in LEFT_OUT))).toEqual([]);
  expect([...Object.keys(EXPORTED), ...Object.keys(LEFT_OUT)].sort()).toEqual(tables.toSorted());
  // A table that names neither a company nor a record of one has to be known here.
  const all = await here.sql<{ name: string }>(
    "select relname as name from pg_class where relnamespace = 'mcc'::regnamespace and relkind in ('r', 'p') and not relispartition order by 1",
  );
  expect(all.map(({ name }) => name).filter((name) => !tables.includes(name))).toEqual([
    "collector_positions",
    "import_progress",
    "installation_keys",
    "oauth_items",
    "rate_limits",
    "untimed_steps",
  ]);
});

test("no column of an exported table has a secret (LIFE-001 partly)", async () => {
  const tables = await companyTables(here.services.database.platform);
  const suspicious = tables
    .filter(({ name }) => name in EXPORTED)
    .flatMap(({ name, columns }) =>
      columns
        .filter((column) => /password|secret|hash|token|digest|code/.test(column))
        .filter((column) => !SECRET_COLUMNS[name]?.includes(column))
        .map((column) => `${name}.${column}`),
    );
  // Hashes of content, and the token of a public DNS record.
  expect(suspicious).toEqual(
    [
      "audit_hashes.hash",
      "audit_redactions.digest",
      "addresses.postal_code",
      "addresses.region_code",
      "alerts.digest",
      "company_logos.hash",
      "directory_entries.token",
      "order_digests.digest",
      "orders.content_hash",
      "sso_domains.token",
    ].sort(),
  );
});

describe("an export", () => {
  let archive: Buffer;
  let link: string;
  let missing: number;
  beforeAll(async () => {
    const lost = await addDocument(here, { id: company.ids.site, companyId }, { content: null });
    missing = lost.id;
    // Jobs that work on the company's orders, or send its alerts, write into exported tables.
    await here.sql(
      "update trigger_progress set sent_alert_id = (select max(id) from alerts where company_id = $1) where company_id = $1 and sending_alert_id is null",
      [companyId],
    );
    await eventually(async () => {
      const waiting = `select from order_arrivals union all select from warning_checks union all
        select from trigger_progress where sending_alert_id is not null`;
      expect(await here.sql(waiting)).toEqual([]);
    });
    await here.call(startCompanyExport, { token });
    const second = await here.call(startCompanyExport, { token });
    expect(second.status).toBe(200);
    const done = await ready(here, token);
    expect(done.id).toBe(second.body.id);
    expect(done.records.done).toBe(done.records.total);
    expect(done.documents).toEqual({ done: 3, total: 3, missing: 1 });
    const days = (Date.parse(String(done.expires_at)) - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThan(6.9);
    expect(days).toBeLessThanOrEqual(7);
    link = done.link;
    const { response, content } = await download(link);
    expect(response.status).toBe(200);
    expect(content.length).toBe(done.size);
    archive = content;
    writeFileSync(file, archive);
  });

  test("imported elsewhere gives the same lists, counts and sums (LIFE-001)", async () => {
    const there = await startTestServer();
    const target = { ...there.services, url: there.url };
    await importCompany(target, file);
    // Downloading it is in the audit, after its end.
    const [end] = await there.sql<{ position: number; entry: number }>(
      "select max(position)::int as position, max(entry_id)::int as entry from audit_hashes where chain = $1",
      [companyId],
    );
    expect(end?.position).toBeGreaterThan(5);
    const upToEnd: Record<string, string> = {
      audit_entries: `and id <= ${end?.entry}`,
      audit_hashes: `and position <= ${end?.position}`,
    };
    const differences: string[] = [];
    for (const { name, columns } of await companyTables(here.services.database.platform)) {
      if (!(name in EXPORTED)) continue;
      const without = [...(SECRET_COLUMNS[name] ?? []), "paused_at", "paused_by"];
      const condition = name === "companies" ? "id" : "company_id";
      const [before, after] = await Promise.all(
        [here, there].map((server) =>
          server.sql(
            `select (to_jsonb(one) - $2::text[])::text as row from ${name} one where ${condition} = $1 ${upToEnd[name] ?? ""} order by 1`,
            [companyId, without],
          ),
        ),
      );
      if (JSON.stringify(before) !== JSON.stringify(after)) differences.push(`${name} (${columns.length})`);
    }
    expect(differences).toEqual([]);

    const [{ hash } = { hash: "" }] = await here.sql<{ hash: string }>(
      "select password_hash as hash from users where id = $1",
      [company.people.admin.id],
    );
    await there.sql("update users set password_hash = $2 where id = $1", [company.people.admin.id, hash]);
    const imported = await tokenFor(there, company.people.admin.username);
    const both = async <Body>(
      call: (server: TestServer, as: string) => Promise<{ status: number; body: Body }>,
    ) => {
      const [ours, theirs] = [await call(here, token), await call(there, imported)];
      expect(ours.status).toBe(200);
      const plain = (body: Body) => JSON.stringify(body).replaceAll(/http[^"]*/g, "");
      expect(plain(theirs.body)).toBe(plain(ours.body));
      return ours.body;
    };
    const query = { limit: "100" };
    const orders = await both((server, as) => server.call(orderList.page, { token: as, query }));
    expect(orders.count).toBeGreaterThan(1);
    await both((server, as) => server.call(orderSum, { token: as, query: {} }));
    await both((server, as) => server.call(documentList.page, { token: as, query }));
    await both((server, as) => server.call(siteList.page, { token: as, query }));
    await both((server, as) => server.call(budgetEndpoints.list, { token: as, query }));
    await both((server, as) => server.call(alertList.page, { token: as, query }));
    const chains = await verifyAudit(there.services.database.platform);
    expect(chains.find(({ id }) => id === companyId)).toMatchObject({ broken: null });

    const [document] = await here.sql<{ key: string }>(
      "select storage_key as key from documents where id = $1",
      [company.ids.document],
    );
    expect(await there.services.storage.sizeOf(String(document?.key))).toBeGreaterThan(0);
    // New records get numbers of their own.
    const next = await addPerson(there, companyId);
    const [{ most } = { most: 0 }] = await here.sql<{ most: number }>(
      "select max(id)::int as most from users where company_id = $1",
      [companyId],
    );
    expect(next.id).toBeGreaterThan(most - 2);

    await expect(importCompany(target, file)).rejects.toThrow(/is here already.*Nothing was imported/);
    expect(await there.services.storage.sizeOf(String(document?.key))).toBeGreaterThan(0);
  });

  test("has documented files, a manifest, checksums and the documents, and no secret (LIFE-001 partly)", async () => {
    const entries = new Map(
      (await unpackTar(archive)).map(({ header, data }) => [header.name, Buffer.from(data ?? [])]),
    );
    const textOf = (name: string) => entries.get(name)?.toString() ?? "";
    const manifest = JSON.parse(textOf("manifest.json"));
    expect(manifest.company.id).toBe(companyId);
    expect(manifest.documents).toMatchObject({ count: 2, missing: [missing] });
    expect(manifest.left_out.secret_columns.users).toEqual(["password_hash"]);
    const lines = textOf("checksums.sha256").trim().split("\n");
    const files = [...entries.keys()].filter((name) => /^(tables|documents)\//.test(name));
    expect(lines.map((line) => line.slice(66)).sort()).toEqual(files.sort());
    for (const line of lines) {
      const content = entries.get(line.slice(66)) ?? Buffer.alloc(0);
      expect(createHash("sha256").update(content).digest("hex")).toBe(line.slice(0, 64));
    }
    const readme = textOf("README.txt");
    for (const { name, rows } of manifest.tables)
      expect(readme).toContain(`- ${name} (${rows.toLocaleString("en-US")}): `);
    const rows = (name: string) =>
      manifest.tables
        .find((table: { name: string }) => table.name === name)
        .files.flatMap(({ path }: { path: string }) =>
          gunzipSync(entries.get(path) ?? "")
            .toString()
            .trim()
            .split("\n")
            .map((line) => JSON.parse(line)),
        );
    expect(rows("orders").map(({ identifier }: { identifier: string }) => identifier)).toContain(
      company.ids.order,
    );
    expect(rows("users")[0]).not.toHaveProperty("password_hash");
    const everything = files
      .map((name) => (name.endsWith(".gz") ? gunzipSync(entries.get(name) ?? "") : ""))
      .join("\n");
    const hashes = await here.sql<{ secret: string }>(
      "select password_hash as secret from users where company_id = $1 union select encode(key_hash, 'hex') from company_keys union select secret from event_receivers",
      [companyId],
    );
    expect(hashes.length).toBeGreaterThan(2);
    for (const { secret } of hashes) expect(everything).not.toContain(secret);
  });

  test("goes on where a download broke off (LIFE-001 partly)", async () => {
    for (const from of [
      1,
      511,
      513,
      Math.floor(archive.length / 2),
      archive.length - 1025,
      archive.length - 1,
    ]) {
      const { response, content } = await download(link, { range: `bytes=${from}-` });
      expect(response.status).toBe(206);
      expect(content.equals(archive.subarray(from))).toBe(true);
    }
    const { content } = await download(link, { range: "bytes=700-2000" });
    expect(content.equals(archive.subarray(700, 2001))).toBe(true);
    expect((await download(link, { range: `bytes=${archive.length}-` })).response.status).toBe(416);
  });

  test("stays available while another one is started (LIFE-001 partly)", async () => {
    const { body } = await here.call(startCompanyExport, { token });
    expect((await download(link, { range: "bytes=0-9" })).response.status).toBe(206);
    expect((await ready(here, token)).id).toBe(body.id);
    expect((await download(link)).content.equals(archive)).toBe(true);
    const files = await here.sql<{ key: string }>(
      "select storage_key as key from unused_files where company_id = $1 and storage_key like '%/company-exports/%'",
      [companyId],
    );
    for (const { key } of files) expect(key).toMatch(/\/company-exports\/\d+\/1\/\d+$/);
  });

  test("is for the company admin who is signed in, and is noted in the audit (LIFE-001 partly)", async () => {
    expect((await download(`${link}x`)).response.status).toBe(404);
    const admin = await addPerson(here, companyId, { admin: true });
    const other = await tokenFor(here, admin.username);
    const { body } = await here.call(findCompanyExport, { token: other });
    expect((await download(String(body.export?.link), { range: "bytes=0-9" })).response.status).toBe(206);
    await here.sql("update users set is_company_admin = false where id = $1", [admin.id]);
    expect((await download(String(body.export?.link))).response.status).toBe(404);
    const actions = await here.sql<{ action: string; actor: number }>(
      "select action, actor_id::int as actor from audit_entries where company_id = $1 and record_type = 'company_export' order by id",
      [companyId],
    );
    expect(actions[0]).toEqual({ action: "company_export.created", actor: company.people.admin.id });
    expect(actions.at(-1)).toEqual({ action: "company_export.downloaded", actor: admin.id });
    await here.sql("update users set is_company_admin = true where id = $1", [admin.id]);
  });

  test("that is damaged or incomplete is not imported at all (LIFE-001 partly)", async () => {
    const there = await startTestServer();
    const target = { ...there.services, url: there.url };
    const bad = `${file}.bad`;
    afterFile(() => rmSync(bad, { force: true }));
    const document = await unpackTar(archive).then((all) =>
      all.findLast(({ header }) => header.name.startsWith("documents/")),
    );
    const changed = Buffer.from(archive);
    changed.write("X", archive.indexOf(Buffer.from(document?.data ?? [])) + 12);
    for (const content of [changed, archive.subarray(0, archive.length - 5_000), Buffer.from("hello")]) {
      writeFileSync(bad, content);
      await expect(importCompany(target, bad)).rejects.toThrow();
      expect(await there.sql("select 1 from companies where id = $1", [companyId])).toEqual([]);
    }
    const scanner = await startScanner();
    scanner.state.answer = "stream: Eicar-Test-Signature FOUND";
    const settings = { ...there.services.settings, virusScanner: new URL(scanner.url) };
    await expect(importCompany({ ...target, settings }, file)).rejects.toThrow(
      /^documents\/\d+: The virus scanner found Eicar-Test-Signature .* Nothing was imported\.$/,
    );
    await scanner.stop();
    await expect(importCompany({ ...target, settings }, file)).rejects.toThrow(
      /^documents\/.*Nothing was imported/,
    );
    const [key] = await here.sql<{ key: string }>("select storage_key as key from documents where id = $1", [
      company.ids.document,
    ]);
    expect(await there.services.storage.sizeOf(String(key?.key))).toBeUndefined();
  });
});

describe("an interrupted export", () => {
  test("goes on behind the last document it has looked at (LIFE-001 partly)", async () => {
    const server = await startTestServer();
    const full = await setUpFullCompany(server, { hierarchy: false });
    for (let at = 0; at < 3; at++)
      await addDocument(
        server,
        { id: full.ids.site, companyId: full.companyId },
        { content: pdfOf(`extra ${at}`) },
      );
    const as = full.people.admin.token;
    await server.call(startCompanyExport, { token: as });
    const first = await ready(server, as);
    // As if the process had been killed after two documents.
    const [second] = await server.sql<{ id: number }>(
      "select id::int from documents where company_id = $1 order by id offset 1 limit 1",
      [full.companyId],
    );
    await server.sql(
      `update company_exports set state = 'documents', documents_done = 2, last_document_id = $2, reported_at = '-infinity',
         ready_at = null, expires_at = null, archive_bytes = null,
         document_bytes = (select sum(size) from documents where company_id = $1 and id <= $2) where company_id = $1`,
      [full.companyId, second?.id],
    );
    const looked: string[] = [];
    const { storage } = server.services as { storage: { sizeOf(key: string): Promise<number | undefined> } };
    const sizeOf = storage.sizeOf.bind(storage);
    storage.sizeOf = (key) => {
      looked.push(key);
      return sizeOf(key);
    };
    const again = await ready(server, as);
    expect(looked).toHaveLength(Number(first.documents.total) - 2);
    expect({ ...again, link: "", expires_at: "" }).toEqual({ ...first, link: "", expires_at: "" });
  });

  test("whose tables were not complete begins again, and another process takes it over (LIFE-001 partly)", async () => {
    const server = await startTestServer();
    const full = await setUpFullCompany(server, { hierarchy: false });
    await server.sql(
      `insert into company_exports (company_id, created_by, created_by_name, state, attempts, reported_at, records_done)
       values ($1, $2, 'Admin', 'tables', 1, now() - interval '5 minutes', 7)`,
      [full.companyId, full.people.admin.id],
    );
    const done = await ready(server, full.people.admin.token);
    expect(done.records.done).toBe(done.records.total);
  });
});

test("a file that was replaced is kept while an export refers to it (LIFE-001 partly)", async () => {
  const { findUnused } = await import("../documents/ingest.queries.ts");
  const mark = (id: number) =>
    here.sql(
      "insert into unused_files (company_id, storage_key, drop_after) values ($1, 'replaced', now() - interval '1 hour')",
      [id],
    );
  await mark(companyId);
  const found = async () =>
    (await findUnused(here.services.database.platform, 10)).map(({ storage_key }) => storage_key);
  expect(await found()).toEqual([]);
  await here.sql("update company_exports set expires_at = now() where company_id = $1", [companyId]);
  expect(await found()).toEqual(["replaced"]);
  const { body } = await here.call(findCompanyExport, { token });
  expect(body.export).toMatchObject({ state: "expired", link: null });
});
