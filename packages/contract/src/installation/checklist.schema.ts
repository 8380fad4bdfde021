import { z } from "zod";

/** What an operator sets up before the first company can work, in this order. */
export const CHECKLIST_ITEMS = ["mail", "storage", "public-address", "jobs", "first-company"] as const;
export const ChecklistItem = z.enum(CHECKLIST_ITEMS);
export type ChecklistItem = z.output<typeof ChecklistItem>;

/** The result of testing one item, in words. */
export const CheckResult = z.object({
  /** `warning`: it works here, and would not for real users. */
  state: z.enum(["ok", "warning", "failed"]),
  /** What was found. */
  found: z.string(),
  /** What to do about it. */
  advice: z.string().nullable(),
});
export type CheckResult = z.output<typeof CheckResult>;
