import { z } from "zod";
import { endpoint } from "../kit/endpoint.ts";
import { pathId } from "../kit/id.ts";
import { pagedQuery, pageSchema } from "../kit/list.ts";
import { DELIVERY_STATES, EventDelivery } from "./events.schema.ts";

export const eventDeliveries = endpoint({
  method: "GET",
  path: "/mcc-admin/event-deliveries/",
  summary: "List the deliveries of outgoing events, newest first",
  allow: "mcc-admin",
  query: pagedQuery({
    state: z
      .enum(DELIVERY_STATES, { error: `This must be one of ${DELIVERY_STATES.join(", ")}.` })
      .optional(),
  }),
  reply: pageSchema(EventDelivery),
});

export const replayEvent = endpoint({
  method: "POST",
  path: "/mcc-admin/event-deliveries/:id/replay/",
  summary: "Send an event again, with the same message id",
  allow: "mcc-admin",
  params: z.object({ id: pathId }),
  reply: EventDelivery,
  fails: ["not_found"],
});
