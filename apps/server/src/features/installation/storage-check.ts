import { randomUUID } from "node:crypto";
import { buffer } from "node:stream/consumers";
import type { CheckResult } from "@mcc/contract/installation/checklist.schema.ts";
import type { Services } from "../../platform/services.ts";
import { failed, ok, reasonOf } from "./check-result.ts";

/** Writes a file, reads it and deletes it. */
export const checkStorage = async ({ storage, settings }: Services): Promise<CheckResult> => {
  const place = settings.s3
    ? `the bucket ${settings.s3.bucket} at ${settings.s3.endpoint}`
    : `the directory ${settings.dataDir}`;
  const key = `checklist/${randomUUID()}`;
  const content = Buffer.from(key);
  try {
    await storage.put(key, content);
    const file = await storage.get(key);
    const isSame = file !== undefined && (await buffer(file)).equals(content);
    await storage.delete(key);
    if (isSame) return ok(`Documents are stored in ${place}.`);
    return failed(`A file that was written to ${place} could not be read again.`, ADVICE);
  } catch (error) {
    return failed(`Documents cannot be stored in ${place}: ${reasonOf(error)}.`, ADVICE);
  }
};

const ADVICE = "Check the S3_ variables, or the rights and the free space of MCC_DATA_DIR.";
