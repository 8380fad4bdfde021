import { z } from "zod";
import { requiredText } from "../kit/text.ts";

/** What history calls a person who was erased. */
export const formerUser = (id: number): string => `Former user ${id}`;

export const ErasureRequest = z.strictObject({
  name: requiredText("Type the name of the user to confirm.", 511).describe(
    "The name of the user as it is shown, to confirm who is meant",
  ),
});
export type ErasureRequest = z.output<typeof ErasureRequest>;

/** A person who was erased, or is being erased. */
export const Erasure = z.object({
  user: z.number(),
  /** What history calls them. */
  name: z.string(),
  asked_by: z.string(),
  asked_at: z.iso.datetime(),
  /** Null while it is under way. */
  done_at: z.iso.datetime().nullable(),
  /** Where the person was replaced, and the messages that were removed or changed. */
  records: z.number(),
  audit_entries: z.number(),
  messages: z.number(),
});
export type Erasure = z.output<typeof Erasure>;
