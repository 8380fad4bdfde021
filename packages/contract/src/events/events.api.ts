import { z } from "zod";
import { endpoint } from "../kit/endpoint.ts";
import { pathId } from "../kit/id.ts";
import { flag, list } from "../kit/list.ts";
import { choiceColumn, dateColumn, numberColumn, textColumn } from "../kit/list-columns.ts";
import {
  CompanyDelivery,
  type DELIVERY_STATES,
  EVENT_TYPES,
  EventDelivery,
  EventDeliveryDetails,
} from "./events.schema.ts";

/** The words that a list shows, and the stored ones that a request may have. */
const STATES = { Waiting: "waiting", Delivered: "delivered", Failed: "failed" } as const satisfies Record<
  string,
  (typeof DELIVERY_STATES)[number]
>;

export const eventDeliveryList = list({
  name: "event-deliveries",
  path: "/mcc-admin/event-deliveries/",
  summary: "deliveries of outgoing events",
  allow: "mcc-admin",
  row: EventDelivery,
  sort: "-created_at",
  essentials: ["type", "company", "state", "created_at"],
  columns: {
    type: choiceColumn("Event", EVENT_TYPES),
    company: textColumn("Company"),
    state: choiceColumn("Status", Object.keys(STATES), {
      aliases: Object.fromEntries(Object.entries(STATES).map(([label, state]) => [state, label])),
    }),
    attempts: numberColumn("Attempts"),
    last_status: numberColumn("Response"),
    created_at: dateColumn("Created", { range: "created" }),
    delivered_at: dateColumn("Delivered", { range: "delivered" }),
    next_try_at: dateColumn("Next Attempt", { range: "next_try" }),
    last_error: textColumn("Error"),
    url: textColumn("Address"),
    event_id: textColumn("Message Id", { hidden: true }),
  },
});

const { type, state, attempts, last_status, created_at, delivered_at, next_try_at, last_error } =
  eventDeliveryList.columns;

/** The deliveries of one company, for its admins. */
export const companyDeliveryList = list({
  name: "company-event-deliveries",
  path: "/event-deliveries/",
  summary: "deliveries of the company's events to the provider's systems",
  allow: "company-admin",
  row: CompanyDelivery,
  sort: "-created_at",
  essentials: ["type", "state", "created_at", "last_error"],
  extra: {
    failing: flag
      .describe("Only events that could not be delivered, given up or not, or only the others")
      .optional(),
  },
  extraLabels: { failing: "Failing" },
  columns: { type, state, attempts, last_status, created_at, delivered_at, next_try_at, last_error },
});

const one = { allow: "mcc-admin", params: z.object({ id: pathId }), fails: ["not_found"] } as const;

export const findEventDelivery = endpoint({
  ...one,
  method: "GET",
  path: "/mcc-admin/event-deliveries/:id/",
  summary: "Get a delivery with what is sent and with its attempts",
  reply: EventDeliveryDetails,
});

export const replayEvent = endpoint({
  ...one,
  method: "POST",
  path: "/mcc-admin/event-deliveries/:id/replay/",
  summary: "Send an event again, with the same message id",
  reply: EventDelivery,
});

export const sendTestEvent = endpoint({
  ...one,
  method: "POST",
  path: "/mcc-admin/companies/:id/test-event/",
  summary: "Send a test event to the address of a company",
  reply: EventDelivery,
  fails: ["not_found", "event.no_address"],
});
