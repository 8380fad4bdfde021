import { z } from "zod";
import { emptyAsNull, text } from "../kit/text.ts";

export const MOST_HOURS = 24;

const HOURS = `Enter a whole number of hours from 1 to ${MOST_HOURS}.`;

export const NewSupportAccess = z.object({
  hours: z
    .number({ error: HOURS })
    .int(HOURS)
    .min(1, HOURS)
    .max(MOST_HOURS, HOURS)
    .describe("How long it lasts"),
  reason: emptyAsNull(text().trim()).describe("What the support is asked for"),
});
export type NewSupportAccess = z.output<typeof NewSupportAccess>;

/** Until it ends, platform admins can open the screens of the company, read only. */
export const SupportAccess = z.object({
  id: z.number(),
  granted_by: z.string(),
  granted_at: z.iso.datetime(),
  ends_at: z.iso.datetime(),
  reason: z.string().nullable(),
});
export type SupportAccess = z.output<typeof SupportAccess>;

/** Null while there is none. */
export const CurrentSupportAccess = z.object({ access: SupportAccess.nullable() });
