import { randomBytes } from "node:crypto";
import { chmodSync, existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { SECRET_MIN } from "./env.ts";

/** Created on the first start, atomically; with a damaged one, tokens could be forged. */
export const loadSecret = (dataDir: string): string => {
  const path = join(dataDir, "secret");
  if (!existsSync(path)) {
    const unfinished = `${path}.${process.pid}`;
    writeFileSync(unfinished, `${randomBytes(48).toString("base64url")}\n`, { mode: 0o600, flush: true });
    renameSync(unfinished, path);
  }
  chmodSync(path, 0o600);
  const secret = readFileSync(path, "utf8").trim();
  if (secret.length < SECRET_MIN) {
    throw new Error(
      `The secret in ${path} is damaged: delete the file to create a new one (every user has to sign in again), or set MCC_SECRET.`,
    );
  }
  return secret;
};
