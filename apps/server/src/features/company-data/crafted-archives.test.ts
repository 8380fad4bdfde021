import { createHash, randomUUID } from "node:crypto";
import { rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { gunzipSync, gzipSync } from "node:zlib";
import { findCompanyExport, startCompanyExport } from "@mcc/contract/company-data/company-data.api.ts";
import { packTar, unpackTar } from "modern-tar";
import { beforeAll, expect, test } from "vitest";
import { afterFile } from "../../testing/after-file.ts";
import { eventually } from "../../testing/eventually.ts";
import { setUpFullCompany } from "../../testing/every-endpoint/full-company.ts";
import { startTestServer, type TestServer } from "../../testing/test-server.ts";
import type { Manifest } from "./export.texts.ts";
import { importCompany } from "./import-company.ts";

const file = join(tmpdir(), `mcc-crafted-${randomUUID()}.tar`);
afterFile(() => rmSync(file, { force: true }));

let there: TestServer;
let companyId: number;
let documentKey: string;
let archive: Buffer;

beforeAll(async () => {
  const here = await startTestServer();
  const company = await setUpFullCompany(here, { hierarchy: false });
  companyId = company.companyId;
  const { token } = company.people.admin;
  await here.call(startCompanyExport, { token });
  const link = await eventually(async () => {
    const { body } = await here.call(findCompanyExport, { token });
    expect(body.export?.state).toBe("ready");
    return String(body.export?.link);
  });
  archive = Buffer.from(await (await fetch(`${here.address}${new URL(link).pathname}`)).arrayBuffer());
  const [document] = await here.sql<{ key: string }>(
    "select storage_key as key from documents where id = $1",
    [company.ids.document],
  );
  documentKey = String(document?.key);
  there = await startTestServer();
});

type Row = Record<string, unknown>;
type Changing<Part> = { -readonly [Key in keyof Part]: Part[Key] };
interface Crafted {
  readonly table?: string;
  readonly rows?: (rows: Row[]) => Row[];
  readonly manifest?: (manifest: Changing<Manifest>) => void;
}

/** An archive whose hashes and counts are right, as somebody writes it who knows the format. */
const craft = async ({ table, rows, manifest: changeManifest }: Crafted): Promise<void> => {
  const entries = (await unpackTar(archive)).map(({ header, data }) => ({
    header,
    body: Buffer.from(data ?? []),
  }));
  const first = entries[0];
  if (!first) throw new Error("The archive is empty.");
  const manifest = JSON.parse(String(first.body)) as Changing<Manifest>;
  for (const changed of manifest.tables.find(({ name }) => name === table)?.files ?? []) {
    const entry = entries.find(({ header }) => header.name === changed.path);
    if (!entry || !rows) continue;
    const before = String(gunzipSync(entry.body))
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as Row);
    const after = rows(before);
    entry.body = gzipSync(after.map((row) => `${JSON.stringify(row)}\n`).join(""));
    changed.rows = after.length;
    changed.sha256 = createHash("sha256").update(entry.body).digest("hex");
  }
  changeManifest?.(manifest);
  first.body = Buffer.from(JSON.stringify(manifest));
  writeFileSync(
    file,
    await packTar(entries.map(({ header, body }) => ({ header: { ...header, size: body.length }, body }))),
  );
};

const importIt = () => importCompany({ ...there.services, url: there.url }, file);
const companies = () => there.sql("select id from companies order by id");

test("an archive with a table that is not exported is refused (LIFE-001 partly)", async () => {
  const before = await companies();
  for (const name of ["api_keys", "sessions", "installation_keys"]) {
    await craft({
      manifest: (manifest) => {
        const [one] = manifest.tables;
        if (one) manifest.tables = [...manifest.tables, { ...one, name, files: [] }];
      },
    });
    await expect(importIt()).rejects.toThrow(/other tables.*Nothing was imported/);
  }
  expect(await companies()).toEqual(before);
});

test("an archive cannot bring secrets of its own (LIFE-001 partly)", async () => {
  await craft({
    table: "users",
    rows: (rows) => rows.map((row) => ({ ...row, password_hash: "known" })),
    manifest: (manifest) => {
      manifest.tables = manifest.tables.map((one) =>
        one.name === "users" ? { ...one, columns: [...one.columns, "password_hash"] } : one,
      );
      manifest.left_out = { ...manifest.left_out, secret_columns: {} };
    },
  });
  await expect(importIt()).rejects.toThrow(/users is not the one of this version/);
});

test("an archive cannot bring a platform admin (LIFE-001 partly)", async () => {
  await craft({
    table: "users",
    rows: ([one = {}, ...others]) => [
      { ...one, company_id: null, is_mcc_admin: true, is_company_admin: false },
      ...others,
    ],
  });
  await expect(importIt()).rejects.toThrow(/check constraint/);
  expect(await there.sql("select 1 from users where is_mcc_admin")).toEqual([]);
});

test("an archive cannot write into a company that is here (LIFE-001 partly)", async () => {
  const victim = await setUpFullCompany(there, { hierarchy: false });
  const usersOf = () =>
    there.sql("select id from users where company_id = $1 order by id", [victim.companyId]);
  const before = await usersOf();
  await craft({ manifest: (manifest) => (manifest.company = { ...manifest.company, id: victim.companyId }) });
  await expect(importIt()).rejects.toThrow(/is here already/);
  expect(await usersOf()).toEqual(before);
});

test("rows that name another company become those of the archive's, and files stay theirs (LIFE-001 partly)", async () => {
  there = await startTestServer();
  const { storage } = there.services;
  const contentOf = async (key: string) => {
    const stored = await storage.get(key);
    return stored && text(stored);
  };
  await storage.put("999/secret", Buffer.from("theirs"));
  const keyIs = (key: string) => ({
    table: "documents",
    rows: (rows: Row[]) =>
      rows.map((row) => (row.storage_key === documentKey ? { ...row, storage_key: key } : row)),
  });
  await craft(keyIs("999/secret"));
  await expect(importIt()).rejects.toThrow(/not one of the company.*Nothing was imported/);
  expect(await contentOf("999/secret")).toBe("theirs");

  await storage.put(`${companyId}/present`, Buffer.from("here before"));
  await craft(keyIs(`${companyId}/present`));
  await expect(importIt()).rejects.toThrow(/in the storage already.*Nothing was imported/);
  expect(await contentOf(`${companyId}/present`)).toBe("here before");

  await craft({ table: "site_types", rows: (rows) => rows.map((row) => ({ ...row, company_id: 999 })) });
  await importIt();
  expect(await there.sql("select 1 from site_types where company_id <> $1", [companyId])).toEqual([]);
});
