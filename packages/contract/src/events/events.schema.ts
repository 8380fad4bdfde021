import { z } from "zod";

/** The events sent to the provider's systems; a platform admin sends a test to see whether an address receives them. */
export const EVENT_TYPES = [
  "order.approved",
  "order.rejected",
  "order.line_removed",
  "order.line_changed",
  "order.fields_changed",
  "site.created",
  "user.created",
  "test",
] as const;
export type EventType = (typeof EVENT_TYPES)[number];

/** Deliveries and their attempts are deleted after so many days, also those that still wait for a paused receiver. */
export const DELIVERIES_KEPT_DAYS = 30;

export const DELIVERY_STATES = ["waiting", "delivered", "failed"] as const;

/** The delivery of one event to one address. */
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
  /** When it is sent, or sent again; null once it is delivered or has failed for good. */
  next_try_at: z.iso.datetime().nullable(),
});
export type EventDelivery = z.output<typeof EventDelivery>;

/** A delivery as the admins of its company see it: where it is sent to is the provider's matter. */
export const CompanyDelivery = EventDelivery.omit({ company: true, url: true });
export type CompanyDelivery = z.output<typeof CompanyDelivery>;

export const DeliveryAttempt = z.object({
  attempt: z.number(),
  at: z.iso.datetime(),
  status: z.number().nullable(),
  error: z.string().nullable(),
  /** The first characters of the response. */
  response: z.string().nullable(),
});
export type DeliveryAttempt = z.output<typeof DeliveryAttempt>;

/** With what is sent, and what the receiver responded each time, newest first. */
export const EventDeliveryDetails = EventDelivery.extend({
  payload: z.record(z.string(), z.unknown()),
  log: z.array(DeliveryAttempt),
});
export type EventDeliveryDetails = z.output<typeof EventDeliveryDetails>;
