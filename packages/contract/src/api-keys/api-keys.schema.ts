import { z } from "zod";
import { KEY_SCOPES } from "../access/key-scopes.ts";
import { requiredText, text } from "../kit/text.ts";

/** An API key as it is listed: by its first characters. The full key is shown once, when it is created. */
export const ApiKey = z.object({
  id: z.number(),
  name: z.string(),
  prefix: z.string(),
  scopes: z.array(z.enum(KEY_SCOPES)),
  /** The company the key is restricted to; null: every company. */
  company: z.object({ id: z.number(), name: z.string(), slug_name: z.string() }).nullable(),
  created_at: z.iso.datetime(),
  last_used_at: z.iso.datetime().nullable(),
  revoked_at: z.iso.datetime().nullable(),
});
export type ApiKey = z.output<typeof ApiKey>;

/** More than exist; limits the size of one request. */
const MOST_SCOPES = 20;

export const NewApiKey = z.object({
  name: requiredText("Please give the key a name"),
  scopes: z
    .array(z.enum(KEY_SCOPES, { error: `This must be one of ${KEY_SCOPES.join(", ")}.` }))
    .max(MOST_SCOPES, `This can't hold more than ${MOST_SCOPES} scopes.`)
    .min(1, "Please choose at least one scope")
    .transform((scopes) => [...new Set(scopes)]),
  /** The slug of a company. */
  company: text().nullish(),
});
