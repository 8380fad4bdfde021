import { execFileSync } from "node:child_process";
import { appendFileSync, chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { siteTypeEndpoints } from "@mcc/contract/site-types/site-types.api.ts";
import { expect, test } from "vitest";
import { systemUser } from "../../embedded-postgres/binaries.ts";
import { startPostgres } from "../../embedded-postgres/launcher.ts";
import { verifyWithHeads } from "../../features/audit/audit-verification.ts";
import { documentJobs } from "../../features/documents/documents.jobs.ts";
import { afterFile } from "../../testing/after-file.ts";
import { openOwner } from "../../testing/database-owner.ts";
import { urlOf } from "../../testing/databases.ts";
import { pdfOf } from "../../testing/documents.ts";
import { eventually } from "../../testing/eventually.ts";
import { makeTemplate } from "../../testing/global-setup.ts";
import { addKey, addShop } from "../../testing/integration.ts";
import { addPerson, tokenFor } from "../../testing/people.ts";
import { copyForRecovery } from "../../testing/standby.ts";
import { startTestServer } from "../../testing/test-server.ts";
import { openDatabase } from "../db/database.ts";

/** A directory that PostgreSQL may write to. */
const makeDirectory = (name: string): string => {
  const directory = mkdtempSync(join(tmpdir(), name));
  chmodSync(directory, 0o755);
  afterFile(() => rmSync(directory, { recursive: true, force: true }));
  return directory;
};

test("a database restored to a moment has what was saved until then, its audit verifies, and its documents are there (EVID-003)", async () => {
  const directory = makeDirectory("mcc-archived-");
  const archive = join(directory, "archive");
  mkdirSync(archive);
  const user = systemUser();
  if (user) execFileSync("chown", [`${user.uid}:${user.gid}`, archive]);
  const flags = ["fsync=off", "archive_mode=on", `archive_command=cp "%p" "${archive}/%f"`];
  const primary = await startPostgres(directory, { flags });
  afterFile(() => primary.stop());
  await makeTemplate(primary.url);
  const testServer = await startTestServer({}, { serverUrl: primary.url });
  const { slug, companyId, site } = await addShop(testServer);
  const { headers } = await addKey(testServer, { scopes: ["documents"] });
  const admin = await addPerson(testServer, companyId, { admin: true });
  const token = await tokenFor(testServer, admin.username);

  /** Saves a record and replaces the file of a document; answers with the moment after it. */
  const work = async (number: number): Promise<string> => {
    const { create } = siteTypeEndpoints;
    const { status } = await testServer.call(create, { token, body: { name: `Type ${number}` } });
    expect(status).toBe(200);
    const form = new FormData();
    form.append("file", new Blob([pdfOf(`version ${number}`)]), "Invoice.pdf");
    form.append("document_type", "Invoice");
    form.append("ecommerce_username", site.shopUser);
    const url = `${testServer.address}/api/integration/v1/companies/${slug}/documents/D-1`;
    expect((await fetch(url, { method: "PUT", headers, body: form })).status).toBeLessThan(300);
    const [now] = await testServer.sql<{ moment: string }>("select clock_timestamp()::text as moment");
    return now?.moment ?? "";
  };
  await work(1);
  const copy = await copyForRecovery(primary.url, directory);
  afterFile(() => rmSync(copy, { recursive: true, force: true }));
  const moments = [await work(2), await work(3)];
  await work(4);
  const [switched] = await testServer.sql<{ file: string }>(
    "select pg_walfile_name(pg_switch_wal()) as file",
  );
  await eventually(async () => {
    const [state] = await testServer.sql<{ file: string }>(
      "select last_archived_wal as file from pg_stat_archiver",
    );
    expect(String(state?.file) >= String(switched?.file)).toBe(true);
  });

  // Six days later, replaced files are still there.
  await testServer.sql("update unused_files set drop_after = drop_after - interval '6 days'");
  const [sweep] = documentJobs(testServer.services);
  await sweep?.work({}, new AbortController().signal);

  for (const [index, moment] of moments.entries()) {
    const restored = makeDirectory("mcc-restored-");
    cpSync(copy, restored, { recursive: true });
    const cluster = join(restored, "postgres");
    appendFileSync(
      join(cluster, "postgresql.auto.conf"),
      `restore_command = 'cp "${archive}/%f" "%p"'\nrecovery_target_time = '${moment}'\nrecovery_target_action = promote\n`,
    );
    chmodSync(cluster, 0o700);
    if (user) execFileSync("chown", ["-R", `${user.uid}:${user.gid}`, cluster]);
    const postgres = await startPostgres(restored, { flags: ["fsync=off"] });
    const url = urlOf(postgres.url, new URL(testServer.url).pathname.slice(1));
    const database = openDatabase(url, () => {});
    const owner = openOwner(url);
    try {
      const { succeeded, lines } = await verifyWithHeads(database, undefined, undefined);
      expect({ succeeded, lines }).toMatchObject({ succeeded: true });
      const types = await owner.sql<{ name: string }>("select name from site_types order by id");
      const last = index + 2;
      expect(types.map(({ name }) => name)).toEqual(
        Array.from({ length: last }, (_, one) => `Type ${one + 1}`),
      );
      const [document] = await owner.sql<{ key: string }>("select storage_key as key from documents");
      const file = await testServer.services.storage.get(document?.key ?? "");
      expect(await text(file as Readable)).toContain(`version ${last}`);
    } finally {
      await owner.close();
      await database.close();
      await postgres.stop();
    }
  }
});
