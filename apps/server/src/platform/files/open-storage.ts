import { join } from "node:path";
import type { Settings } from "../../env.ts";
import { directoryStorage, removePartialUploads } from "./directory-storage.ts";
import { closeFolder } from "./private-files.ts";
import type { Storage } from "./storage.ts";

/** The configured store: a directory by default, an S3-compatible one when its settings are there. */
export const openStorage = async ({ s3, dataDir }: Settings): Promise<Storage> => {
  // Loaded only when needed: the client is large and most installations do not use it.
  if (s3) return (await import("./s3-storage.ts")).s3Storage(s3);
  const root = join(dataDir, "documents");
  const storage = directoryStorage(root);
  await storage.mustBeReachable();
  closeFolder(root);
  await removePartialUploads(root);
  return storage;
};
