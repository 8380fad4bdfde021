import type { Job } from "../../platform/jobs/job-queue.ts";
import type { Services } from "../../platform/services.ts";
import { deleteOldLinks } from "./decision-links.service.ts";

export const decisionLinkJobs = ({ database }: Pick<Services, "database">): Job[] => [
  {
    name: "delete-decision-links",
    schedule: "23 4 * * *",
    work: async () => void (await deleteOldLinks(database.platform)),
  },
];
