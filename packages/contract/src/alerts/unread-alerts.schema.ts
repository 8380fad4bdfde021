import { z } from "zod";

/** Unread alerts are counted up to this number, which means so many or more. */
export const UNREAD_CAP = 1_000;
/** Alerts that one request marks as read. */
export const MOST_MARKED = 10_000;

/** The unread alerts of the signed-in user. */
export const UnreadAlerts = z.object({
  count: z.number().describe(`Up to ${UNREAD_CAP}`),
  newest: z.number().nullable().describe("The id of the newest one"),
});
export type UnreadAlerts = z.output<typeof UnreadAlerts>;
