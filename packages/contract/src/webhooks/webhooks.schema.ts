import { z } from "zod";
import { DELIVERY_STATES, DeliveryAttempt, EVENT_TYPES, EventDelivery } from "../events/events.schema.ts";
import { WebAddress } from "../integration/web-address.ts";
import { bodyIds } from "../kit/id.ts";

/** The events that a receiver can choose. A test is sent to one receiver only. */
export const WEBHOOK_KINDS = EVENT_TYPES.filter((type) => type !== "test");
export type WebhookKind = (typeof WEBHOOK_KINDS)[number];

export const MOST_WEBHOOKS = 10;
/** While a secret is replaced, events are signed with both for so long. */
export const BOTH_SECRETS_HOURS = 24;
/** A receiver that fails for so long is paused. */
export const FAILING_HOURS = 24;
/** Events of the first days of a pause are sent when it ends. */
export const KEPT_DAYS = 7;

export const webhookMessages = {
  private: "This address is in a private network, where we send nothing.",
  "not encrypted": "This must be an address that starts with https://.",
  noKind: "Choose at least one kind of event.",
  noSite: "Choose at least one site, or all sites.",
} as const;

const Kinds = z
  .array(z.enum(WEBHOOK_KINDS, { error: `This must be one of ${WEBHOOK_KINDS.join(", ")}.` }), {
    error: "This must be a list of kinds.",
  })
  .max(100, "This can't hold more than 100 kinds.")
  .transform((kinds) => WEBHOOK_KINDS.filter((kind) => kinds.includes(kind)))
  .refine((kinds) => kinds.length > 0, webhookMessages.noKind);
const MOST_SITES = 1_000;
const Sites = bodyIds()
  .refine((ids) => ids.length <= MOST_SITES, `This can't hold more than ${MOST_SITES} sites.`)
  .refine((ids) => ids.length > 0, webhookMessages.noSite)
  .nullable()
  .describe("Only events of these sites; null: of all sites, and what belongs to no site");

export const NewWebhook = z.object({ url: WebAddress, kinds: Kinds, sites: Sites.default(null) });
export type NewWebhook = z.output<typeof NewWebhook>;

export const WebhookChanges = z
  .object({
    ...{ url: WebAddress, kinds: Kinds, sites: Sites },
    paused: z.boolean({ error: "This must be true or false." }),
  })
  .partial();
export type WebhookChanges = z.output<typeof WebhookChanges>;

/** A receiver of the company's events. Its secret is shown once. */
export const Webhook = z.object({
  id: z.number(),
  url: z.string(),
  kinds: z.array(z.enum(WEBHOOK_KINDS)),
  /** Null: all sites. */
  sites: z.array(z.object({ id: z.number(), name: z.string() })).nullable(),
  paused_at: z.iso.datetime().nullable(),
  /** Whether an admin paused it, or that it failed for a day. */
  paused_by: z.enum(["admin", "failures"]).nullable(),
  /** The first failure since the last success. */
  failing_since: z.iso.datetime().nullable(),
  /** Until then, events are signed with the previous secret too. */
  both_secrets_until: z.iso.datetime().nullable(),
  /** The latest delivery that was tried. */
  last_delivery: z
    .object({
      state: z.enum(DELIVERY_STATES),
      at: z.iso.datetime(),
      status: z.number().nullable(),
      error: z.string().nullable(),
    })
    .nullable(),
  created_at: z.iso.datetime(),
  created_by: z.string().nullable(),
});
export type Webhook = z.output<typeof Webhook>;

export const WebhookWithSecret = Webhook.extend({
  secret: z.string().describe("whsec_ and the key in base64, as Standard Webhooks has it; not shown again"),
});
export type WebhookWithSecret = z.output<typeof WebhookWithSecret>;

export const WebhookDelivery = EventDelivery.omit({ company: true });
export type WebhookDelivery = z.output<typeof WebhookDelivery>;

/** With the request, and what the receiver answered each time, newest first. */
export const WebhookDeliveryDetails = WebhookDelivery.extend({
  webhook_id: z.number(),
  request: z.object({
    headers: z.record(z.string(), z.string()).describe("Those that are the same with every attempt"),
    body: z.string(),
  }),
  log: z.array(DeliveryAttempt),
});
export type WebhookDeliveryDetails = z.output<typeof WebhookDeliveryDetails>;
