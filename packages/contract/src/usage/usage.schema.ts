import { z } from "zod";

/** The days of requests that are returned, with today. */
export const USAGE_DAYS = 30;

const DayRequests = z.object({
  /** In UTC. */
  day: z.iso.date(),
  /** From the pages of users. */
  portal: z.number(),
  /** From systems with an API key. */
  integration: z.number(),
});

/** What a company has and uses. */
export const CompanyUsage = z.object({
  users: z.number(),
  sites: z.number(),
  orders: z.number(),
  documents: z.number(),
  /** The files of documents; null: there are many, and they are added up the next night. */
  storage: z.object({ bytes: z.number(), counted_at: z.iso.datetime() }).nullable(),
  /** Oldest first. Those of the last minute may be missing. */
  requests: z.array(DayRequests),
});
export type CompanyUsage = z.output<typeof CompanyUsage>;
