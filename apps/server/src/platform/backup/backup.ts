import { existsSync } from "node:fs";
import { readdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import {
  BACKUP_CONTENTS,
  BACKUP_FORMAT,
  BACKUP_INFO,
  BackupError,
  type BackupInfo,
} from "./backup-format.ts";
import { openTarWriter, type TarWriter } from "./tar-writer.ts";

/** Folders of PostgreSQL whose content is of no use after a restart. The folders themselves must exist. */
const EMPTIED = new Set(
  ["wal", "replslot", "dynshmem", "notify", "serial", "snapshots", "stat_tmp", "subtrans"].map(
    (name) => `pg_${name}`,
  ),
);
/** Of the running process, or written by the backup itself. */
const LEFT_OUT = new Set([
  ...["postmaster.pid", "postmaster.opts", "backup_label", "backup_label.old"],
  ...["tablespace_map", "pg_internal.init"],
]);
const isLeftOut = (name: string): boolean => LEFT_OUT.has(name) || name.startsWith("pgsql_tmp");

const entriesOf = async (folder: string) => {
  try {
    return await readdir(folder, { withFileTypes: true });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
    throw error;
  }
};

const addTree = async (tar: TarWriter, name: string, folder: string): Promise<void> => {
  await tar.addFolder(name);
  for (const entry of await entriesOf(folder)) {
    if (isLeftOut(entry.name)) continue;
    const [inside, path] = [`${name}/${entry.name}`, join(folder, entry.name)];
    if (entry.isFile()) await tar.addFile(inside, path);
    else if (entry.isDirectory() && EMPTIED.has(entry.name)) await tar.addFolder(inside);
    else if (entry.isDirectory()) await addTree(tar, inside, path);
  }
};

/**
 * The files of the running database. They change while they are copied; the log from the start to the end of the backup
 * goes with them, and PostgreSQL replays it when it starts on the copy. A slot keeps that log from being removed.
 */
const addCluster = async (tar: TarWriter, client: pg.Client, cluster: string): Promise<void> => {
  await client.query("select pg_create_physical_replication_slot($1, true, true)", [`backup_${process.pid}`]);
  const started = await client.query("select pg_walfile_name(pg_backup_start('backup', true)) as log");
  await addTree(tar, "postgres", cluster);
  const stopped = await client.query(
    "select pg_walfile_name(lsn) as log, labelfile as label from pg_backup_stop(false)",
  );
  const [first, last]: string[] = [started.rows[0].log, stopped.rows[0].log];
  await tar.addContent("postgres/backup_label", stopped.rows[0].label);
  await tar.addFolder("postgres/pg_wal/archive_status");
  await tar.addFolder("postgres/pg_wal/summaries");
  for (const { name } of await entriesOf(join(cluster, "pg_wal"))) {
    if (/^[0-9A-F]{24}$/.test(name) && name >= String(first) && name <= String(last)) {
      await tar.addFile(`postgres/pg_wal/${name}`, join(cluster, "pg_wal", name));
    }
  }
};

/** Texts of the database are encrypted with the secret: it belongs to the backup as long as it is kept in a file. */
const KEPT_FILES = ["secret", "postgres-password"];

const addEverything = async (tar: TarWriter, client: pg.Client, dataDir: string): Promise<void> => {
  const version = await client.query(
    "select current_setting('server_version_num')::integer / 10000 as major",
  );
  const info: BackupInfo = {
    format: BACKUP_FORMAT,
    created_at: new Date().toISOString(),
    postgres: String(version.rows[0].major),
  };
  await tar.addContent(BACKUP_INFO, JSON.stringify(info));
  await addCluster(tar, client, join(dataDir, "postgres"));
  // After the database: the file of a document is written before its record, and removed long after it.
  const documents = join(dataDir, "documents");
  if (existsSync(documents)) await addTree(tar, "documents", documents);
  for (const name of KEPT_FILES) await tar.addFile(name, join(dataDir, name));
  await tar.addContent(BACKUP_CONTENTS, JSON.stringify(tar.contents));
};

/** Writes the database and the documents of a running installation into one file, as of one moment. */
export const backUp = async (dataDir: string, url: string, file: string): Promise<{ files: number }> => {
  if (existsSync(file)) throw new BackupError(`${file} exists already: choose another name.`);
  const unfinished = `${file}.unfinished`;
  await rm(unfinished, { force: true });
  const client = new pg.Client(url);
  await client.connect();
  const tar = openTarWriter(unfinished);
  try {
    await addEverything(tar, client, dataDir);
    await tar.finish();
    await rename(unfinished, file);
    return { files: Object.keys(tar.contents).length };
  } catch (error) {
    await tar.abandon(error);
    await rm(unfinished, { force: true });
    throw error;
  } finally {
    await client.end();
  }
};
