import { z } from "zod";

/** What is kept for a time, and the limits of the platform in days. Sign-ins are removed after 400 days at the latest. */
export const RETENTION = {
  alerts: { least: 30, most: 3650 },
  messages: { least: 30, most: 3650 },
  sign_ins: { least: 90, most: 400 },
  audit: { least: 365, most: 3650 },
  documents: { least: 365, most: 3650 },
} as const;
export type RetentionKind = keyof typeof RETENTION;
export const RETENTION_KINDS = Object.keys(RETENTION) as RetentionKind[];

/** A number for each kind. */
const each = <Schema extends z.ZodType>(schemaOf: (kind: RetentionKind) => Schema) =>
  z.object(
    Object.fromEntries(RETENTION_KINDS.map((kind) => [kind, schemaOf(kind)])) as Record<
      RetentionKind,
      Schema
    >,
  );

const days = (kind: RetentionKind) => {
  const { least, most } = RETENTION[kind];
  const message = `This must be a whole number of days from ${least} to ${most}, or null to keep them.`;
  return z.number({ error: message }).int(message).min(least, message).max(most, message).nullable();
};

/** What is left out stays. */
export const RetentionChanges = each(days).partial();
export type RetentionChanges = z.output<typeof RetentionChanges>;

const Counts = each(() => z.number());
export type RetentionCounts = z.output<typeof Counts>;

/** How many days things are kept; null: as long as the platform keeps them. */
export const RetentionDays = each(() => z.number().nullable());
export type RetentionDays = z.output<typeof RetentionDays>;

export const Retention = RetentionDays.extend({
  /** When the job last looked; null: not yet. */
  checked_at: z.iso.datetime().nullable(),
  /** The latest runs that removed something, at most 10. */
  runs: z.array(z.object({ at: z.iso.datetime(), removed: Counts })),
});
export type Retention = z.output<typeof Retention>;

/** Nothing is counted beyond it. */
export const MOST_PREVIEWED = 100_000;

/** What would be removed now, of each kind. */
export const RetentionPreview = Counts;
