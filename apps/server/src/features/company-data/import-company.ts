import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { createInterface } from "node:readline";
import { PassThrough, Readable } from "node:stream";
import { text } from "node:stream/consumers";
import type { ReadableStream } from "node:stream/web";
import { createGunzip } from "node:zlib";
import { createTarDecoder, type ParsedTarEntry } from "modern-tar";
import pg from "pg";
import { mustBeClean, scanned } from "../../platform/files/virus-scanner.ts";
import type { Services } from "../../platform/services.ts";
import type { Manifest } from "./export.texts.ts";
import { CHECKSUMS, MANIFEST } from "./export-archive.ts";
import { documentPath } from "./exported-documents.ts";
import {
  isKeyOf,
  mustBeManifest,
  mustBeNew,
  mustHaveColumns,
  mustHaveOwnFiles,
  refused,
  refusedFile,
} from "./import-checks.ts";
import { brokenReferences, moveSequences, VALUES_OF_IMPORT } from "./import-references.ts";

const LINES_AT_ONCE = 500;

type Deps = Pick<Services, "storage" | "settings" | "log">;

interface Importing extends Deps {
  readonly client: pg.Client;
  readonly manifest: Manifest;
  /** The files of the archive that were read. */
  readonly seen: Set<string>;
  /** What was stored, and is deleted again if the import fails. */
  readonly stored: string[];
}

const hashedBody = (entry: ParsedTarEntry) => {
  const hash = createHash("sha256");
  const content = Readable.fromWeb(entry.body as ReadableStream).on("data", (chunk: Uint8Array) =>
    hash.update(chunk),
  );
  return { content: content.pipe(new PassThrough()), digest: () => hash.digest("hex") };
};

const mustBeSame = (name: string, found: string, expected: string): void => {
  if (found !== expected) throw refused(`${name} is damaged.`);
};

const isUniqueViolation = (error: unknown): error is { detail?: string } =>
  (error as { code?: string }).code === "23505";

const insertLines = async (
  { client, manifest }: Importing,
  table: Manifest["tables"][number],
  lines: readonly string[],
) => {
  // Whatever a row says, it is one of this company: rows without one would be those of the platform.
  const company = table.name === "companies" ? "id" : "company_id";
  const given: Readonly<Record<string, string>> = {
    ...VALUES_OF_IMPORT[table.name],
    [company]: "$2::bigint",
  };
  const columns = [...new Set([...table.columns, ...Object.keys(given)])];
  const values = columns.map((column) => given[column] ?? `one.${pg.escapeIdentifier(column)}`);
  const name = `mcc.${pg.escapeIdentifier(table.name)}`;
  try {
    await client.query(
      `insert into ${name} (${columns.map((column) => pg.escapeIdentifier(column)).join()}) select ${values.join()}
       from jsonb_populate_recordset(null::${name}, $1::jsonb) as one`,
      [`[${lines.join()}]`, manifest.company.id],
    );
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw refused(
      `A record of ${table.name} is here already (${error.detail ?? "its number or name"}): import into an installation that does not have it.`,
    );
  }
};

const importTable = async (importing: Importing, name: string, entry: ParsedTarEntry): Promise<void> => {
  const table = importing.manifest.tables.find(({ files }) => files.some(({ path }) => path === name));
  const file = table?.files.find(({ path }) => path === name);
  if (!table || !file) throw refused(`${name} is not in the manifest.`);
  const { content, digest } = hashedBody(entry);
  let rows = 0;
  const lines: string[] = [];
  for await (const line of createInterface({ input: content.pipe(createGunzip()) })) {
    lines.push(line);
    rows++;
    if (lines.length === LINES_AT_ONCE) await insertLines(importing, table, lines.splice(0));
  }
  if (lines.length > 0) await insertLines(importing, table, lines);
  mustBeSame(name, `${digest()} ${rows}`, `${file.sha256} ${file.rows}`);
};

const importDocument = async (importing: Importing, name: string, entry: ParsedTarEntry): Promise<void> => {
  const id = Number(name.slice(documentPath(0).length - 1));
  const { rows } = await importing.client.query<{ storage_key: string; checksum: string }>(
    "select storage_key, encode(checksum, 'hex') as checksum from mcc.documents where company_id = $1 and id = $2",
    [importing.manifest.company.id, id],
  );
  const document = rows[0];
  if (!document) throw refused(`There is no document of ${name}.`);
  const key = document.storage_key;
  if (!isKeyOf(importing.manifest.company.id, key))
    throw refused(`The file of ${name} is not one of the company.`);
  if ((await importing.storage.sizeOf(key)) !== undefined)
    throw refused(`There is a file ${key} in the storage already: delete it if nobody needs it.`);
  const { content, digest } = hashedBody(entry);
  importing.stored.push(key);
  await importing.storage.put(key, scanned(importing, content)).catch(refusedFile(name));
  mustBeSame(name, digest(), document.checksum);
};

const mustHaveCleanLogo = async (importing: Importing): Promise<void> => {
  const { rows } = await importing.client.query<{ content: Buffer }>(
    "select content from mcc.company_logos where company_id = $1",
    [importing.manifest.company.id],
  );
  for (const { content } of rows) await mustBeClean(importing, content).catch(refusedFile("The logo"));
};

const readManifest = async (entry: ParsedTarEntry): Promise<Manifest> => {
  if (entry.header.name !== MANIFEST) throw refused("This is not the export of a company.");
  const manifest = JSON.parse(await text(entry.body as ReadableStream)) as Manifest;
  mustBeManifest(manifest);
  return manifest;
};

/** The triggers of the tables are off: what they compute is in the export, and nobody is notified. */
const begin = async (client: pg.Client): Promise<void> => {
  await client.query("begin");
  try {
    await client.query("set local session_replication_role = replica");
  } catch {
    throw refused(
      "The login of DATABASE_URL may not switch triggers off: use a superuser, or grant it set on parameter session_replication_role.",
    );
  }
};

const mustBeComplete = ({ manifest, seen }: Importing): void => {
  const missing = manifest.tables.flatMap(({ files }) => files).find(({ path }) => !seen.has(path));
  if (missing) throw refused(`${missing.path} is missing.`);
  const documents = [...seen].filter((name) => name.startsWith("documents/")).length;
  if (documents !== manifest.documents.count) throw refused("Files of documents are missing.");
};

/** Reads an export of a company into this installation, as a whole or not at all. Its records keep their numbers. */
export const importCompany = async (
  { url, ...deps }: Deps & { readonly url: string },
  file: string,
): Promise<Manifest> => {
  const client = new pg.Client({ connectionString: url, application_name: "mcc_import" });
  await client.connect();
  const seen = new Set<string>();
  const stored: string[] = [];
  let importing: Importing | undefined;
  try {
    await begin(client);
    const entries = (Readable.toWeb(createReadStream(file)) as ReadableStream<Uint8Array>).pipeThrough(
      createTarDecoder({ strict: true }) as never,
    ) as ReadableStream<ParsedTarEntry>;
    for await (const entry of entries) {
      const { name } = entry.header;
      if (!importing) {
        importing = { ...deps, client, manifest: await readManifest(entry), seen, stored };
        await mustHaveColumns(client, importing.manifest);
        await mustBeNew(client, importing.manifest);
      } else if (name.startsWith("tables/")) await importTable(importing, name, entry);
      else if (name.startsWith("documents/")) await importDocument(importing, name, entry);
      else await entry.body.cancel();
      seen.add(name);
    }
    if (!importing || !seen.has(CHECKSUMS)) throw refused("The archive is incomplete.");
    mustBeComplete(importing);
    await mustHaveOwnFiles(client, importing.manifest);
    await mustHaveCleanLogo(importing);
    const broken = await brokenReferences(client, importing.manifest.company.id);
    if (broken.length > 0) throw refused(`References lead nowhere: ${broken.join(", ")}.`);
    await moveSequences(client);
    await client.query("commit");
    return importing.manifest;
  } catch (error) {
    await client.query("rollback").catch(() => {});
    for (const key of stored) await deps.storage.delete(key);
    throw error;
  } finally {
    await client.end();
  }
};
