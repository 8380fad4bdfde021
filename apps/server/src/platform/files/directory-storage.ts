import { randomUUID } from "node:crypto";
import { createWriteStream } from "node:fs";
import { access, constants, type FileHandle, mkdir, open, readdir, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { PRIVATE_FILE, PRIVATE_FOLDER } from "./private-files.ts";
import { mustBeKey, type Storage, StorageUnavailable } from "./storage.ts";

/** No key begins with a dot, so these files cannot be requested. */
const PARTIAL_UPLOADS = ".unfinished";
/** No upload takes this long: older files were left behind by a crash. */
const ABANDONED_AFTER = 24 * 60 * 60_000;

const isMissing = (error: unknown): boolean =>
  ["ENOENT", "ENOTDIR"].includes((error as NodeJS.ErrnoException).code ?? "");
/** The disk is full, away or not ours: nothing the caller could mend. */
const DISK_ERRORS = new Set(["ENOSPC", "EDQUOT", "EROFS", "EACCES", "EPERM", "EIO", "EMFILE", "ENFILE"]);
const asStorageError = (error: unknown): unknown =>
  DISK_ERRORS.has((error as NodeJS.ErrnoException).code ?? "")
    ? new StorageUnavailable("The document directory cannot be used.", { cause: error })
    : error;

export const directoryStorage = (root: string): Storage => {
  const partialUploads = join(root, PARTIAL_UPLOADS);
  const pathOf = (key: string) => {
    mustBeKey(key);
    return join(root, key);
  };
  const openFile = async (key: string): Promise<FileHandle | undefined> => {
    try {
      return await open(pathOf(key), "r");
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw asStorageError(error);
    }
  };
  return {
    put: async (key, content) => {
      const path = pathOf(key);
      const draft = join(partialUploads, randomUUID());
      const source = content instanceof Uint8Array ? Readable.from([content]) : content;
      try {
        await makeFolders(partialUploads);
        await makeFolders(dirname(path));
        // Atomic, also at a power failure: sync the bytes, then the name, then the folder.
        await pipeline(source, createWriteStream(draft, { flags: "wx", flush: true, mode: PRIVATE_FILE }));
        await rename(draft, path);
        await flushFolder(dirname(path));
      } catch (error) {
        source.destroy();
        await rm(draft, { force: true });
        throw asStorageError(error);
      }
    },
    get: async (key, part) => {
      const file = await openFile(key);
      return file?.createReadStream(part ? { start: part.from, end: part.to } : {});
    },
    sizeOf: async (key) => {
      try {
        const found = await stat(pathOf(key));
        return found.isFile() ? found.size : undefined;
      } catch (error) {
        if (isMissing(error)) return undefined;
        throw asStorageError(error);
      }
    },
    delete: async (key) => {
      try {
        await rm(pathOf(key), { force: true });
      } catch (error) {
        throw asStorageError(error);
      }
    },
    mustBeReachable: async () => {
      await makeFolders(partialUploads);
      await access(root, constants.R_OK | constants.W_OK);
    },
  };
};

const flushFolder = async (path: string): Promise<void> => {
  if (process.platform === "win32") return; // folders cannot be opened there
  const folder = await open(path, "r");
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
};

/** A new folder is a name in the one above it, which has to last as well. */
const makeFolders = async (path: string): Promise<void> => {
  const first = await mkdir(path, { recursive: true, mode: PRIVATE_FOLDER });
  if (first === undefined) return;
  for (let made = path; made.length >= first.length; made = dirname(made)) await flushFolder(dirname(made));
};

/** Deletes incomplete files left by a crash; runs once, when the directory is opened. */
export const removePartialUploads = async (root: string, now = Date.now()): Promise<void> => {
  const folder = join(root, PARTIAL_UPLOADS);
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    const found = await stat(path).catch(() => undefined);
    if (found && now - found.mtimeMs > ABANDONED_AFTER) await rm(path, { force: true });
  }
};
