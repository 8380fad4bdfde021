import type { Job } from "../../platform/jobs/job-queue.ts";
import type { Services } from "../../platform/services.ts";
import { WRITE_HEADS } from "./audit-chain.queries.ts";
import { writeHeads } from "./audit-heads.service.ts";
import { loggedHeads } from "./audit-heads.ts";

/** The log is the second place outside the database: a line of it can be verified like the file. */
export const auditJobs = (
  services: Pick<Services, "database" | "storage" | "auditSigner" | "log">,
): Job[] => [
  {
    name: WRITE_HEADS,
    schedule: "41 3 * * *",
    work: async () => {
      const { written, lost, problem } = await writeHeads(services.database.platform, services, new Date());
      services.log.info({ auditHeads: loggedHeads(written) }, "audit heads written");
      if (problem) services.log.error({ problem }, "the audit could not be compared with its stored heads");
      for (const { name, problem } of lost) {
        services.log.error({ chain: name, problem }, "the audit does not fit its signed heads");
      }
    },
  },
];
