import type { Readable } from "node:stream";

/** The bytes from one place to another, both included. */
export interface ByteRange {
  readonly from: number;
  readonly to: number;
}

/** Where files live. Keys are made by us alone; no name from the outside ever becomes a path. */
export interface Storage {
  /** Whole or not at all; what was there under the key is replaced. */
  put(key: string, content: Readable | Uint8Array): Promise<void>;
  /** The file's bytes or a part of them, or nothing when it is not there. Read it or destroy it. */
  get(key: string, part?: ByteRange): Promise<Readable | undefined>;
  /** How many bytes the file has, or nothing when it is not there. */
  sizeOf(key: string): Promise<number | undefined>;
  /** Does not mind a file that is gone already. */
  delete(key: string): Promise<void>;
  /** Throws when files can be neither read nor written. */
  mustBeReachable(): Promise<void>;
}

/** The store does not answer, or not as it should: worth another try in a moment. */
export class StorageUnavailable extends Error {}

const KEY = /^[a-z0-9]+(?:[/-][a-z0-9]+)*$/;
const KEY_MAX = 200;

/** Anything else could be a path out of the store. */
export const mustBeKey = (key: string): void => {
  if (!KEY.test(key) || key.length > KEY_MAX) throw new Error(`Not a storage key: ${JSON.stringify(key)}`);
};
