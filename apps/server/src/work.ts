import { documentJobs } from "./features/documents/documents.jobs.ts";
import { eventJobs } from "./features/events/events.jobs.ts";
import { messageJobs } from "./features/messages/messages.service.ts";
import { signInJobs } from "./features/sign-in/sign-in.jobs.ts";
import type { Job, Jobs } from "./platform/jobs.ts";
import type { Platform } from "./platform/platform.ts";

/** Every room's background work. */
export const jobsOf = (platform: Omit<Platform, "jobs">, jobs: () => Jobs): Job[] => [
  ...messageJobs(platform, jobs),
  ...eventJobs(platform, jobs),
  ...signInJobs(platform.database),
  ...documentJobs(platform),
];
