import { createHash } from "node:crypto";
import { chownSync, createReadStream, createWriteStream, existsSync, mkdirSync } from "node:fs";
import { mkdir, open, readdir, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { Readable, Transform } from "node:stream";
import { text } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import type { ReadableStream } from "node:stream/web";
import { createGunzip } from "node:zlib";
import { createTarDecoder, type ParsedTarEntry } from "modern-tar";
import { findBinaries, majorVersion, systemUser } from "../../embedded-postgres/binaries.ts";
import { lockDataDir } from "../../embedded-postgres/data-dir-lock.ts";
import { keepDataDirPrivate, PRIVATE_FILE, PRIVATE_FOLDER } from "../files/private-files.ts";
import {
  BACKUP_CONTENTS,
  BACKUP_FORMAT,
  BACKUP_INFO,
  type BackupContents,
  BackupError,
  type BackupInfo,
} from "./backup-format.ts";

const RESTORING = ".restoring";
const LOCK = "server.lock";

const damaged = (why: string) => new BackupError(`The backup cannot be used: ${why}. Nothing was changed.`);

/** Only what a backup has; no name leads out of the folder. */
const isOwnName = (name: string): boolean =>
  /^(secret|postgres-password|(postgres|documents)(\/.+)?)$/.test(name) &&
  !name.split("/").some((part) => part === "" || part === "." || part === "..");

const textOf = (entry: ParsedTarEntry): Promise<string> => text(entry.body as ReadableStream);

const mustFit = (info: BackupInfo): void => {
  const postgres = majorVersion(findBinaries());
  if (info.format !== BACKUP_FORMAT) throw damaged("it was written by a newer version of the product");
  if (info.postgres !== postgres) {
    throw damaged(`it is of PostgreSQL ${info.postgres}, and PostgreSQL ${postgres} is installed`);
  }
};

const readInfo = async (entry: ParsedTarEntry): Promise<BackupInfo> => {
  if (entry.header.name !== BACKUP_INFO) throw damaged("it is not a backup of this product");
  return JSON.parse(await textOf(entry)) as BackupInfo;
};

/** Unpacks the archive into a folder and compares every file with what the backup says was written. */
const unpack = async (file: string, folder: string): Promise<BackupInfo> => {
  const found: Record<string, string> = {};
  let info: BackupInfo | undefined;
  let contents: BackupContents | undefined;
  const unzipped = createReadStream(file).pipe(createGunzip());
  const entries = (Readable.toWeb(unzipped) as ReadableStream<Uint8Array>).pipeThrough(
    createTarDecoder({ strict: true }) as never,
  ) as ReadableStream<ParsedTarEntry>;
  for await (const entry of entries) {
    const name = entry.header.name.replace(/\/$/, "");
    if (!info) {
      info = await readInfo(entry);
      mustFit(info);
    } else if (name === BACKUP_CONTENTS) contents = JSON.parse(await textOf(entry)) as BackupContents;
    else if (!isOwnName(name)) throw damaged(`it contains ${name}`);
    else if (entry.header.type === "directory") {
      await entry.body.cancel();
      await mkdir(join(folder, name), { recursive: true, mode: PRIVATE_FOLDER });
    } else found[name] = await write(entry, join(folder, name));
  }
  if (!info || !contents) throw damaged("it is incomplete");
  const { [BACKUP_INFO]: _, ...expected } = contents;
  const bad = Object.keys({ ...expected, ...found }).find((name) => expected[name] !== found[name]);
  if (bad) throw damaged(`${bad} is missing or damaged`);
  return info;
};

/** Writes one file and returns its SHA-256. */
const write = async (entry: ParsedTarEntry, path: string): Promise<string> => {
  const hash = createHash("sha256");
  await mkdir(dirname(path), { recursive: true, mode: PRIVATE_FOLDER });
  const hashed = new Transform({
    transform: (chunk, _encoding, done) => {
      hash.update(chunk);
      done(null, chunk);
    },
  });
  const target = createWriteStream(path, { flags: "wx", mode: PRIVATE_FILE });
  await pipeline(Readable.fromWeb(entry.body as ReadableStream), hashed, target);
  return hash.digest("hex");
};

/** Everything must survive a power failure before it takes the place of what was there. */
const flush = async (folder: string): Promise<void> => {
  const paths = (await readdir(folder, { withFileTypes: true, recursive: true }))
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));
  const flushNext = async (): Promise<void> => {
    for (let path = paths.pop(); path !== undefined; path = paths.pop()) {
      const opened = await open(path, "r+");
      await opened.sync().finally(() => opened.close());
    }
  };
  await Promise.all(Array.from({ length: 16 }, flushNext));
};

/** PostgreSQL runs as a user of its own when started by root. */
const giveToPostgres = async (cluster: string): Promise<void> => {
  const user = systemUser();
  if (!user) return;
  chownSync(cluster, user.uid, user.gid);
  for (const entry of await readdir(cluster, { withFileTypes: true, recursive: true })) {
    chownSync(join(entry.parentPath, entry.name), user.uid, user.gid);
  }
};

const existing = async (dataDir: string): Promise<string[]> =>
  (await readdir(dataDir)).filter((name) => ![RESTORING, LOCK].includes(name) && !name.startsWith("before-"));

/**
 * Replaces a data directory by a backup, while no server runs on it. Everything is unpacked and checked first; what was
 * there is kept beside it.
 */
export const restore = async (
  dataDir: string,
  file: string,
  { replace }: { readonly replace: boolean },
): Promise<{ info: BackupInfo; kept: string | undefined }> => {
  if (!existsSync(file)) throw new BackupError(`There is no file ${file}.`);
  mkdirSync(dataDir, { recursive: true, mode: PRIVATE_FOLDER });
  const unlock = lockDataDir(dataDir);
  const folder = join(dataDir, RESTORING);
  try {
    const before = await existing(dataDir);
    if (before.length > 0 && !replace) {
      throw new BackupError(
        `${dataDir} is not empty: add --replace to put the backup in its place (what is there now is kept), or set MCC_DATA_DIR to another directory.`,
      );
    }
    await rm(folder, { recursive: true, force: true });
    await mkdir(folder, { mode: PRIVATE_FOLDER });
    const info = await unpack(file, folder).catch((error: NodeJS.ErrnoException) => {
      throw error instanceof BackupError || error.syscall ? error : damaged("it is incomplete or damaged");
    });
    await flush(folder);
    await giveToPostgres(join(folder, "postgres"));
    const kept = join(dataDir, `before-${info.created_at.replaceAll(":", "-")}-${process.pid}`);
    if (before.length > 0) await mkdir(kept, { mode: PRIVATE_FOLDER });
    for (const name of before) await rename(join(dataDir, name), join(kept, name));
    // The database last: without it, nothing is taken for a finished restore.
    const names = (await readdir(folder)).toSorted(
      (a, b) => Number(a === "postgres") - Number(b === "postgres"),
    );
    for (const name of names) await rename(join(folder, name), join(dataDir, name));
    keepDataDirPrivate(dataDir, systemUser()?.gid);
    return { info, kept: before.length > 0 ? kept : undefined };
  } finally {
    await rm(folder, { recursive: true, force: true });
    unlock();
  }
};
