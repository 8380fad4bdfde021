import { z } from "zod";
import { endpoint } from "../kit/endpoint.ts";
import { EVERYTHING, PAGE_SIZE, pageOf } from "../kit/list.ts";
import { DELIVERY_STATES, EventDelivery } from "./events.schema.ts";

const count = (least: number, fallback: number) =>
  z.coerce
    .number({ error: `This must be a whole number of at least ${least}.` })
    .int(`This must be a whole number of at least ${least}.`)
    .min(least, `This must be a whole number of at least ${least}.`)
    .max(EVERYTHING)
    .default(fallback);

export const eventDeliveries = endpoint({
  method: "GET",
  path: "/mcc-admin/event-deliveries/",
  summary: "The delivery log of outgoing events, newest first",
  allow: "mcc-admin",
  query: z.strictObject({
    state: z
      .enum(DELIVERY_STATES, { error: `This must be one of ${DELIVERY_STATES.join(", ")}.` })
      .optional(),
    limit: count(1, PAGE_SIZE),
    offset: count(0, 0),
  }),
  reply: pageOf(EventDelivery),
});

export const replayEvent = endpoint({
  method: "POST",
  path: "/mcc-admin/event-deliveries/:id/replay/",
  summary: "Send an event once more, under the same message id",
  allow: "mcc-admin",
  params: z.object({ id: z.coerce.number().int().positive() }),
  reply: EventDelivery,
  fails: ["not_found"],
});
