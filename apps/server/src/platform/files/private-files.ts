import { chmodSync, chownSync, existsSync, lstatSync, readdirSync } from "node:fs";
import { join } from "node:path";

/** Stored files can be read by the account that runs the product, and by no other account on the machine. */
export const PRIVATE_FOLDER = 0o700;
export const PRIVATE_FILE = 0o600;

/** What the product itself puts there. */
const OWN_FILES = ["secret", "postgres-password", "server.lock"];
const OTHERS = 0o077;
const STICKY = 0o1000;

/**
 * Removes the permissions of others from a folder and everything in it. The folder itself is last: while it is open,
 * the work is not done; afterwards later starts need not check every file.
 */
export const closeFolder = (path: string): void => {
  if ((lstatSync(path).mode & OTHERS) === 0) return;
  for (const entry of readdirSync(path, { withFileTypes: true })) {
    const inside = join(path, entry.name);
    if (entry.isDirectory()) closeFolder(inside);
    else if (entry.isFile()) chmodSync(inside, PRIVATE_FILE);
  }
  chmodSync(path, PRIVATE_FOLDER);
};

/**
 * No other account can enter the data directory except the group PostgreSQL runs as, if that is not our own: it passes
 * through to its own folder and can list nothing. A folder shared with others, such as /tmp, is not changed.
 */
export const keepDataDirPrivate = (dataDir: string, postgresGroup: number | undefined): void => {
  if (process.platform === "win32") return;
  const { uid, mode } = lstatSync(dataDir);
  if (uid !== process.getuid?.() || (mode & STICKY) !== 0) return;
  for (const name of OWN_FILES) {
    const path = join(dataDir, name);
    if (existsSync(path)) chmodSync(path, PRIVATE_FILE);
  }
  if (postgresGroup !== undefined) chownSync(dataDir, uid, postgresGroup);
  chmodSync(dataDir, postgresGroup === undefined ? PRIVATE_FOLDER : 0o710);
};
