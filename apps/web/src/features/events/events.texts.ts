import { DELIVERIES_KEPT_DAYS } from "@mcc/contract/events/events.schema.ts";

export const eventTexts = {
  section: "MCC Admin",
  title: "Event Deliveries",
  searched: "Event, company, address or error",
  empty: "Companies with an event address are sent what happens to their orders, sites and users.",
  company: "Company",
  payload: "Payload",
} as const;

/** For company admins, who can tell the provider about it. */
export const companyEventTexts = {
  title: "Event Deliveries",
  searched: "Event or error",
  hint: "What happens to your orders, sites and users is sent to your provider's systems. If deliveries fail for hours, tell your provider.",
  empty: `Nothing was sent in the last ${DELIVERIES_KEPT_DAYS} days.`,
} as const;
