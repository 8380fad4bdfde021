import { z } from "zod";

/** How long an export is kept. */
export const EXPORT_DAYS = 7;

const EXPORT_STATES = ["waiting", "tables", "documents", "ready", "failed", "expired"] as const;

export const CompanyExport = z.object({
  id: z.number(),
  state: z.enum(EXPORT_STATES),
  created_at: z.string(),
  /** Who started it. */
  created_by: z.string(),
  /** Null until they were counted. */
  records: z.object({ done: z.number(), total: z.number().nullable() }),
  documents: z.object({ done: z.number(), total: z.number().nullable(), missing: z.number() }),
  /** In bytes, once it is ready. */
  size: z.number().nullable(),
  expires_at: z.string().nullable(),
  link: z.string().nullable(),
});
export type CompanyExport = z.output<typeof CompanyExport>;

export const isOpenExport = ({ state }: Pick<CompanyExport, "state">): boolean =>
  state === "waiting" || state === "tables" || state === "documents";
