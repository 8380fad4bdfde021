import { readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** The data directory is in use by a running process. */
class DataDirInUse extends Error {}

interface Owner {
  readonly pid: number;
  readonly started: string;
}

/** Linux provides the start time of a process, so that a reused process id is not mistaken for the owner. */
const startOf = (pid: number): string => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    const boot = readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
    return `${boot}/${stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19]}`;
  } catch {
    return "unknown";
  }
};

const isAlive = ({ pid, started }: Owner): boolean => {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EPERM") return false;
  }
  return startOf(pid) === started;
};

/** Locks the data directory for this process; a lock left by a killed process is taken over. */
export const lockDataDir = (dataDir: string): (() => void) => {
  const path = join(dataDir, "server.lock");
  const mine: Owner = { pid: process.pid, started: startOf(process.pid) };
  for (let tries = 0; tries < 5; tries++) {
    try {
      writeFileSync(path, JSON.stringify(mine), { flag: "wx", mode: 0o600 });
      return () => rmSync(path, { force: true });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    }
    const owner = readOwner(path);
    if (owner && isAlive(owner)) {
      throw new DataDirInUse(
        `The data directory ${dataDir} is already in use by process ${owner.pid}: stop that process first, or set MCC_DATA_DIR to another directory.`,
      );
    }
    removeStale(path);
  }
  throw new DataDirInUse(`The data directory ${dataDir} is being locked by another process.`);
};

const readOwner = (path: string): Owner | undefined => {
  try {
    return JSON.parse(readFileSync(path, "utf8")) as Owner;
  } catch {
    return undefined;
  }
};

/** Renamed first, so that only one of two processes that found it stale removes it. */
const removeStale = (path: string): void => {
  const aside = `${path}.${process.pid}`;
  try {
    renameSync(path, aside);
    rmSync(aside, { force: true });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
  }
};
