import { z } from "zod";
import { assistantMessages as messages } from "./assistants.messages.ts";

/** What an assistant may read, as OAuth names it and in words. A person allows each of them or not. */
export const ASSISTANT_KINDS = {
  "orders:read": "Orders, with their items, comments, approval steps and who is next",
  "documents:read": "The names and dates of documents, not the files",
  "budgets:read": "Budgets and what is left of them",
  "approval-times:read": "How long approvals take",
  "access:read": "Who may see and approve what, and why",
} as const;
export type AssistantKind = keyof typeof ASSISTANT_KINDS;
export const ASSISTANT_KIND_NAMES = Object.keys(ASSISTANT_KINDS) as [AssistantKind, ...AssistantKind[]];

/** For how many days access can be given. */
export const ASSISTANT_DAYS = [1, 30, 90] as const;
/** How many assistants a person can have connected at once. */
export const MOST_ASSISTANTS = 20;

const Kinds = z.array(z.enum(ASSISTANT_KIND_NAMES));

/** An assistant that a person has connected; listed until it is revoked or its time is over. */
export const Assistant = z.object({
  id: z.number(),
  /** As the assistant calls itself. */
  name: z.string(),
  /** The host that it gets its access at. */
  host: z.string(),
  kinds: Kinds,
  created_at: z.iso.datetime(),
  expires_at: z.iso.datetime(),
  last_used_at: z.iso.datetime().nullable(),
  /** The network address of the last call. */
  last_address: z.string().nullable(),
});
export type Assistant = z.output<typeof Assistant>;

/** An assistant that asks for access. */
export const AssistantRequest = Assistant.pick({ name: true, host: true, kinds: true });
export type AssistantRequest = z.output<typeof AssistantRequest>;

export const AssistantConsent = z.object({
  kinds: z
    .array(z.enum(ASSISTANT_KIND_NAMES, { error: messages.unknownKind }), { error: messages.kindRequired })
    .max(ASSISTANT_KIND_NAMES.length, messages.unknownKind)
    .min(1, messages.kindRequired),
  days: z
    .number({ error: messages.days })
    .refine((days) => ASSISTANT_DAYS.some((one) => one === days), messages.days)
    .describe(`For how long: ${ASSISTANT_DAYS.join(", ")} days`),
});
export type AssistantConsent = z.output<typeof AssistantConsent>;
