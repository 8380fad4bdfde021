import { z } from "zod";

/** The events sent to the provider's systems. */
export const EVENT_TYPES = [
  "order.approved",
  "order.rejected",
  "order.line_removed",
  "site.created",
  "user.created",
] as const;
export type EventType = (typeof EVENT_TYPES)[number];

export const DELIVERY_STATES = ["waiting", "delivered", "failed"] as const;

/** The delivery of one event to one address, with its attempts. */
export const EventDelivery = z.object({
  id: z.number(),
  event_id: z.string(),
  type: z.string(),
  company: z.object({ id: z.number(), name: z.string(), slug_name: z.string() }),
  url: z.string(),
  state: z.enum(DELIVERY_STATES),
  attempts: z.number(),
  last_status: z.number().nullable(),
  last_error: z.string().nullable(),
  created_at: z.iso.datetime(),
  delivered_at: z.iso.datetime().nullable(),
});
export type EventDelivery = z.output<typeof EventDelivery>;
