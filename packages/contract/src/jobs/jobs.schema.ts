import { z } from "zod";

/** What may become of a job before it is done: done ones are not listed. */
export const JOB_STATES = ["Failed", "Retrying", "Running", "Waiting"] as const;

/** A background job as the operator sees it: never its data, which may be private. */
export const Job = z.object({
  id: z.uuid(),
  queue: z.string(),
  state: z.enum(JOB_STATES),
  created: z.iso.datetime(),
  /** How often it was started. */
  attempts: z.number(),
  /** When it is tried again. */
  next_at: z.iso.datetime().nullable(),
  /** The message of the last failure. */
  error: z.string().nullable(),
});
export type Job = z.output<typeof Job>;
