import { randomBytes } from "node:crypto";
import { chmodSync, existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { SECRET_MIN } from "./env-values.ts";
import type { Secrets } from "./platform/access/secrets/secrets.ts";

/** One in each line, the current one first. Created on the first start, atomically; with a damaged one, tokens could be forged. */
export const loadSecrets = (dataDir: string): Secrets => {
  const path = join(dataDir, "secret");
  if (!existsSync(path)) {
    const unfinished = `${path}.${process.pid}`;
    writeFileSync(unfinished, `${randomBytes(48).toString("base64url")}\n`, { mode: 0o600, flush: true });
    renameSync(unfinished, path);
  }
  chmodSync(path, 0o600);
  const [current = "", ...others] = readFileSync(path, "utf8").trim().split(/\s+/);
  if ([current, ...others].some(({ length }) => length < SECRET_MIN)) {
    throw new Error(
      `The secret in ${path} is damaged: delete the file to create a new one (every user has to sign in again), or set MCC_SECRET.`,
    );
  }
  return [current, ...others];
};
