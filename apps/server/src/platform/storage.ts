import { randomUUID } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { access, constants, mkdir, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";

/** Where files live. Keys are made by us alone; no name from the outside ever becomes a path. */
export interface Storage {
  put(key: string, content: Readable | Uint8Array): Promise<void>;
  /** The file's bytes, or nothing when it is not there. */
  get(key: string): Promise<Readable | undefined>;
  /** Throws when files can be neither read nor written. */
  mustBeReachable(): Promise<void>;
}

const KEY = /^[a-z0-9]+(?:[/-][a-z0-9]+)*$/;

const isMissing = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === "ENOENT";

export const directoryStorage = (root: string): Storage => {
  const pathOf = (key: string) => {
    if (!KEY.test(key)) throw new Error(`Not a storage key: ${key}`);
    return join(root, key);
  };
  return {
    put: async (key, content) => {
      const path = pathOf(key);
      const unfinished = `${path}.${randomUUID()}`;
      await mkdir(dirname(path), { recursive: true });
      try {
        const source = content instanceof Uint8Array ? Readable.from([content]) : content;
        await pipeline(source, createWriteStream(unfinished, { flags: "wx", flush: true }));
        await rename(unfinished, path); // whole or not at all
      } catch (error) {
        await rm(unfinished, { force: true });
        throw error;
      }
    },
    get: async (key) => {
      const path = pathOf(key);
      try {
        await stat(path);
      } catch (error) {
        if (isMissing(error)) return undefined;
        throw error;
      }
      return createReadStream(path);
    },
    mustBeReachable: async () => {
      await mkdir(root, { recursive: true });
      await access(root, constants.R_OK | constants.W_OK);
    },
  };
};
