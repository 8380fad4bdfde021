import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
};

/** The database the server works on: the operator's own, or the embedded one of the server that is running. */
export const databaseUrl = (variables: Readonly<Record<string, string | undefined>>): string => {
  const given = variables.DATABASE_DIRECT_URL || variables.DATABASE_URL;
  if (given) return given;
  const directory = resolve(variables.MCC_DATA_DIR || ".data");
  const pidFile = join(directory, "postgres", "postmaster.pid");
  const notRunning = `No server is running on ${directory}: start it with npm start, or set DATABASE_URL or MCC_DATA_DIR to the ones it uses.`;
  if (!existsSync(pidFile)) throw new Error(notRunning);
  const [pid, , , port] = readFileSync(pidFile, "utf8").split("\n");
  if (!port || !isAlive(Number(pid))) throw new Error(notRunning);
  const password = readFileSync(join(directory, "postgres-password"), "utf8").trim();
  return `postgresql://postgres:${password}@127.0.0.1:${port.trim()}/postgres`;
};
