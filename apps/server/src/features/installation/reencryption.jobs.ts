import type { Job } from "../../platform/jobs/job-queue.ts";
import type { Services } from "../../platform/services.ts";
import { ENCRYPTED_COLUMNS, otherTexts, replaceTexts } from "./reencryption.queries.ts";

const BATCH = 500;

/** Encrypts with the current secret what was encrypted with another one, every night. Nothing is left after a run. */
export const reencryptionJobs = ({
  database: { platform },
  textCipher,
  log,
}: Pick<Services, "database" | "textCipher" | "log">): Job[] => {
  const replacementOf = (mark: string, stored: string): string | undefined => {
    try {
      return mark + textCipher.encrypt(textCipher.decrypt(stored.slice(mark.length)));
    } catch {
      return undefined;
    }
  };
  return [
    {
      name: "reencrypt",
      schedule: "53 3 * * *",
      work: async (_, stopping) => {
        const counts = { replaced: 0, unreadable: 0 };
        for (const column of ENCRYPTED_COLUMNS) {
          let after: string | undefined;
          do {
            stopping.throwIfAborted();
            const found = await otherTexts(platform, column, textCipher.prefix, after, BATCH);
            const replaced = found.flatMap((one) => {
              const replacement = replacementOf(column.mark, one.text);
              return replacement === undefined ? [] : [{ ...one, replacement }];
            });
            if (replaced.length > 0) await replaceTexts(platform, column, replaced);
            counts.replaced += replaced.length;
            counts.unreadable += found.length - replaced.length;
            after = found.length < BATCH ? undefined : found.at(-1)?.key;
          } while (after !== undefined);
        }
        log.info(counts, "everything is encrypted with the current secret");
      },
    },
  ];
};
