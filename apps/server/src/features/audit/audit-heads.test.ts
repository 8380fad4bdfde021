import { execFile } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { createRole } from "@mcc/contract/roles/roles.api.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeContentSigner } from "../../platform/access/secrets/content-signer.ts";
import { makeLog } from "../../platform/log.ts";
import { eventually } from "../../testing/eventually.ts";
import { SECRET, startTestServer, type TestServer } from "../../testing/test-server.ts";
import { setUpUserCompany } from "../../testing/user-records.ts";
import { storedHeads } from "./audit-heads.service.ts";
import { readHeads, type SignedHeads, signHeads } from "./audit-heads.ts";
import { verifyWithHeads } from "./audit-verification.ts";

const ROOT = join(import.meta.dirname, "../../../../..");

const lines: Record<string, unknown>[] = [];
const linesSaying = (message: string) => lines.filter(({ msg }) => msg === message);
const NOT_COMPARED = "the audit could not be compared with its stored heads";
const folder = mkdtempSync(join(tmpdir(), "mcc-audit-heads-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
let testServer: TestServer;
beforeAll(async () => {
  const log = makeLog("info", { write: (line) => void lines.push(JSON.parse(line)) });
  testServer = await startTestServer({}, { log });
});

/** The command as an operator runs it: what it prints, and whether it reports success. */
const auditCommand = async (...given: string[]) => {
  const { databaseUrl, dataDir } = testServer.services.settings;
  const env = { ...process.env, DATABASE_URL: databaseUrl, MCC_DATA_DIR: dataDir, MCC_SECRET: SECRET };
  const run = promisify(execFile)(process.execPath, ["scripts/audit.ts", ...given], { cwd: ROOT, env });
  return run.then(
    ({ stdout }) => ({ succeeded: true, said: stdout }),
    ({ stdout, stderr }) => ({ succeeded: false, said: `${stdout}${stderr}` }),
  );
};

/** The same without a process of its own, which would take most of the time of these tests. */
const audit = async ({ company, file }: { company?: string; file?: string } = {}) => {
  const { database, storage, auditSigner } = testServer.services;
  try {
    const known =
      file === undefined
        ? await storedHeads({ storage, auditSigner })
        : readHeads(auditSigner, readFileSync(file, "utf8"));
    const { succeeded, lines } = await verifyWithHeads(
      database,
      known && { heads: known, signer: auditSigner },
      company,
    );
    return { succeeded, said: lines.join("\n") };
  } catch (error) {
    return { succeeded: false, said: (error as Error).message };
  }
};

const setUp = async () => {
  const { token, slug, companyId } = await setUpUserCompany(testServer);
  const addRole = (name: string) => testServer.call(createRole, { token, body: { name } });
  for (const name of ["A", "B", "C", "D"]) await addRole(name);
  const [last] = await testServer.sql<{ hash: string }>(
    "select encode(hash, 'hex') as hash from audit_hashes where company_id = $1 and position = 4",
    [companyId],
  );
  return { slug, companyId, addRole, hash: last?.hash ?? "" };
};

const stored = (name: string): string =>
  join(testServer.services.settings.dataDir, "documents/audit-heads", name);
let runs = 0;
/** The daily job, now. */
const writeHeads = async (): Promise<void> => {
  const key = `heads-${++runs}`;
  await testServer.services.jobs.requestJob("write-audit-heads", {}, key);
  const done = "select 1 from pgboss.job where singleton_key = $1 and state = 'completed'";
  await eventually(async () => expect(await testServer.sql(done, [key])).toHaveLength(1));
};
/** The file of the day of the latest heads. */
const storedByDay = (): string => {
  const { written_at } = JSON.parse(readFileSync(stored("latest"), "utf8")) as SignedHeads;
  return stored(written_at.slice(0, 10));
};
const copyOfHeads = (name: string): string => {
  const file = join(folder, name);
  writeFileSync(file, readFileSync(stored("latest")));
  return file;
};

/** Without the guards of the tables, as an intruder in the database would. */
const tamper = async (statements: readonly string[], companyId: number) => {
  for (const guard of ["disable", "enable"]) {
    for (const table of ["audit_entries", "audit_hashes"])
      await testServer.sql(`alter table ${table} ${guard} trigger user`);
    if (guard === "enable") return;
    for (const statement of statements) await testServer.sql(statement, [companyId]);
  }
};
const TAIL = [
  "delete from audit_entries where id in (select entry_id from audit_hashes where company_id = $1 and position > 2)",
  "delete from audit_hashes where company_id = $1 and position > 2",
];
const CHAIN = [
  "delete from audit_entries where company_id = $1",
  "delete from audit_hashes where company_id = $1",
];
const REWRITE = [
  "update audit_entries set actor_name = 'Somebody else' where company_id = $1",
  "delete from audit_hashes where company_id = $1",
  "select add_audit_hash(entry) from audit_entries entry where company_id = $1 order by id",
];

describe("the heads of the audit", () => {
  test("are signed and written daily, and a longer chain fits them (AUDT-005 partly)", async () => {
    const { slug, hash, addRole } = await setUp();
    await writeHeads();
    const written = JSON.parse(readFileSync(stored("latest"), "utf8")) as SignedHeads;
    const head = written.heads.find(({ name }) => name === slug);
    expect(head).toMatchObject({ entries: 4, hash });
    expect(existsSync(storedByDay())).toBe(true);
    expect(linesSaying(NOT_COMPARED)).toEqual([]);
    expect(await auditCommand("verify", "--company", slug)).toEqual({
      succeeded: true,
      said: `${slug}: 4 entries, all fit, last ${hash}\nCompared with 1 heads of ${written.written_at}.\n`,
    });
    await addRole("E");
    // A line of the log, which can be kept elsewhere, is as good as the file.
    const line = join(folder, "line");
    writeFileSync(line, JSON.stringify(linesSaying("audit heads written").at(-1)?.auditHeads));
    expect(await auditCommand("verify", "--company", slug, "--heads", line)).toMatchObject({
      succeeded: true,
      said: expect.stringContaining(`${slug}: 5 entries, all fit`),
    });
  });

  test.each([
    ["a removed end of a chain", TAIL, "the end of the chain was removed: 4 entries were there, now 2"],
    ["a removed chain", CHAIN, "the chain was removed: 4 entries were there"],
    ["a rewritten chain", REWRITE, "is not the one of the heads: the chain was rewritten"],
  ])("find %s, though what is left fits by itself (AUDT-005)", async (what, statements, problem) => {
    const { slug, companyId } = await setUp();
    await writeHeads();
    const file = copyOfHeads(what);
    const [byDay, ofTheDay] = [storedByDay(), readFileSync(storedByDay(), "utf8")];
    await tamper(statements, companyId);
    const found = { succeeded: false, said: expect.stringContaining(problem) };
    const compared = await audit({ company: slug, file });
    expect(compared).toMatchObject(found);
    expect(compared.said).toContain("all fit");
    // The job reports it and keeps the heads, so that a later verification finds it too.
    await writeHeads();
    const reported = linesSaying("the audit does not fit its signed heads");
    expect(reported.at(-1)).toMatchObject({ chain: slug, problem: expect.stringContaining(problem) });
    expect(await audit()).toMatchObject(found);
    expect(readFileSync(byDay, "utf8")).toBe(ofTheDay);
    rmSync(stored("latest"));
  });

  test("belong to a company that has another name since (AUDT-005 partly)", async () => {
    const { slug, companyId } = await setUp();
    await writeHeads();
    await testServer.sql("update companies set slug_name = $2 where id = $1", [companyId, `${slug}-renamed`]);
    expect(await audit({ company: `${slug}-renamed` })).toMatchObject({
      succeeded: true,
      said: expect.stringContaining("Compared with 1 heads"),
    });
    await tamper(TAIL, companyId);
    expect(await auditCommand("verify", "--company", `${slug}-renamed`)).toMatchObject({
      succeeded: false,
      said: expect.stringContaining(`${slug}: the end of the chain was removed: 4 entries were there, now 2`),
    });
    rmSync(stored("latest"));
  });

  test("that are missing are reported, unless the installation is new (AUDT-005 partly)", async () => {
    const { companyId } = await setUp();
    await writeHeads();
    rmSync(stored("latest"));
    const noneYet = { succeeded: true, said: expect.stringContaining("Compared with no heads") };
    expect(await audit()).toMatchObject(noneYet);
    // As in the demo, which is filled with entries of earlier days.
    await testServer.sql(
      `insert into audit_entries (company_id, actor_name, action, record_type, record_id, created_at)
       values ($1, 'Pat', 'role.created', 'role', '1', now() - interval '3 days')`,
      [companyId],
    );
    expect(await audit()).toMatchObject(noneYet);
    await testServer.sql(
      "update pgboss.schedule set created_on = now() - interval '3 days' where name = 'write-audit-heads'",
    );
    expect(await audit()).toMatchObject({
      succeeded: false,
      said: expect.stringContaining("The audit is older than two days, so its heads should have been stored"),
    });
    // The job reports it and begins anew.
    const reported = linesSaying(NOT_COMPARED).length;
    await writeHeads();
    expect(linesSaying(NOT_COMPARED).slice(reported)).toMatchObject([
      { problem: "audit-heads/latest is missing, though heads of earlier days are stored." },
    ]);
    expect(await audit()).toMatchObject({ succeeded: true });
  });

  test("that cannot be read are reported and kept, and the next ones are signed (AUDT-005 partly)", async () => {
    const { slug } = await setUp();
    await writeHeads();
    const { heads } = JSON.parse(readFileSync(stored("latest"), "utf8")) as SignedHeads;
    const stranger = makeContentSigner("audit heads", "another secret, which is long enough too");
    for (const [content, problem] of [
      ["damaged", "These are no audit heads, or they are incomplete."],
      [
        JSON.stringify(signHeads(stranger, heads, new Date())),
        "The signature of the audit heads does not fit: they were changed, or signed with another MCC_SECRET.",
      ],
    ] as const) {
      writeFileSync(stored("latest"), content);
      const [reported, logged] = [NOT_COMPARED, "audit heads written"].map(
        (said) => linesSaying(said).length,
      );
      await writeHeads();
      expect(linesSaying(NOT_COMPARED).slice(reported)).toMatchObject([{ problem }]);
      const [line] = linesSaying("audit heads written").slice(logged) as { auditHeads: SignedHeads }[];
      const written_at = line?.auditHeads.written_at ?? "";
      expect(await audit({ company: slug, file: stored(written_at.slice(0, 10)) })).toMatchObject({
        succeeded: true,
        said: expect.stringContaining(`Compared with 1 heads of ${written_at}.`),
      });
      expect(readFileSync(stored("latest"), "utf8")).toBe(content);
      expect(await audit()).toMatchObject({
        succeeded: false,
        said: expect.stringContaining(problem),
      });
    }
    rmSync(stored("latest"));
  });

  test("are refused when they were changed, cut or signed elsewhere (AUDT-005 partly)", async () => {
    const { slug } = await setUp();
    await writeHeads();
    const file = copyOfHeads("forged");
    const written = readFileSync(file, "utf8");
    const { heads, written_at } = JSON.parse(written) as SignedHeads;
    const stranger = makeContentSigner("audit heads", "another secret, which is long enough too");
    const changed = "The signature of the audit heads does not fit";
    for (const [content, sentence] of [
      [written.slice(0, written.length / 2), "These are no audit heads, or they are incomplete."],
      ["", "These are no audit heads, or they are incomplete."],
      [written.replace('"entries":4', '"entries":2'), changed],
      [JSON.stringify({ ...JSON.parse(written), heads: heads.slice(1) }), changed],
      [JSON.stringify(signHeads(stranger, heads, new Date(written_at))), changed],
    ] as const) {
      writeFileSync(file, content);
      expect(await audit({ company: slug, file })).toMatchObject({
        succeeded: false,
        said: expect.stringContaining(sentence),
      });
    }
    expect(await auditCommand("verify", "--heads", file)).toEqual({
      succeeded: false,
      said: expect.stringContaining(changed),
    });
  });
});
