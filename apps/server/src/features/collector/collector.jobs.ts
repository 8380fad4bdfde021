import type { Job } from "../../platform/jobs/job-queue.ts";
import type { Services } from "../../platform/services.ts";
import { type Progress, sendToCollector } from "./collector.service.ts";

/** Every minute: while the collector is away, what it has missed stays where it is. */
export const collectorJobs = (services: Pick<Services, "database" | "settings" | "log">): Job[] => {
  const progress: Progress = {};
  return services.settings.collector
    ? [
        {
          name: "send-to-collector",
          schedule: "* * * * *",
          work: (_, stopping) => sendToCollector(services, stopping, progress),
        },
      ]
    : [];
};
