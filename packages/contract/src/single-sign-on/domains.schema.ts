import { z } from "zod";
import { isEmail, requiredText } from "../kit/text.ts";

export const MOST_DOMAINS = 50;
export const DOMAIN_RECORD = "_mcc-sign-in";

/** A domain of e-mail addresses whose people sign in with the company's identity provider. */
export const SsoDomain = z.object({
  id: z.number(),
  domain: z.string(),
  /** Counts once it is confirmed. */
  state: z.enum(["Pending", "Confirmed"]),
  confirmed_by: z.enum(["dns", "platform"]).nullable(),
  confirmed_at: z.iso.datetime().nullable(),
  /** What to enter in the DNS of the domain. */
  record: z.object({ type: z.literal("TXT"), name: z.string(), value: z.string() }),
  /** When the record was last looked for, and why it did not count. */
  checked_at: z.iso.datetime().nullable(),
  problem: z.string().nullable(),
  created_at: z.iso.datetime(),
});
export type SsoDomain = z.output<typeof SsoDomain>;

export const NewSsoDomain = z.object({
  domain: requiredText("Please enter a domain")
    .trim()
    .toLowerCase()
    .refine((domain) => /^[\x21-\x7e]+$/.test(domain) && isEmail(`name@${domain}`), {
      error: "This must be a domain such as example.com.",
    }),
});
