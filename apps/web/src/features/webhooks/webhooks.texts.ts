import { DELIVERIES_KEPT_DAYS } from "@mcc/contract/events/events.schema.ts";
import {
  BOTH_SECRETS_HOURS,
  FAILING_HOURS,
  KEPT_DAYS,
  MOST_WEBHOOKS,
  WEBHOOK_KINDS,
  type Webhook,
  type WebhookDelivery,
  type WebhookKind,
} from "@mcc/contract/webhooks/webhooks.schema.ts";
import type { Tone } from "@mcc/ui/content/tag.tsx";

export const kindNames: Readonly<Record<WebhookKind, string>> = {
  "order.approved": "Order approved",
  "order.rejected": "Order rejected",
  "order.line_removed": "Item removed from an order",
  "order.line_changed": "Quantity of an item changed",
  "order.fields_changed": "Fields of an order changed",
  "site.created": "Site created",
  "user.created": "User created",
};

export const webhookTexts = {
  title: "Webhooks",
  hint: "What happens to your orders, sites and users is sent to your own systems, signed as Standard Webhooks describes. Verify the signature before you use what arrives.",
  library: "Libraries for many languages",
  table: "Receivers",
  none: "No receivers yet. Add an address of one of your systems, choose what it is sent, and send it a test event.",
  full: `Your company has ${MOST_WEBHOOKS} receivers, as many as it can have.`,
  failed: "There was an error fetching the receivers",
  loadFailed: "There was an error fetching the receiver",
  back: "Return to Webhooks",
  receiver: "Receiver",
  address: "Address",
  addressHint: "It answers with 2xx within 10 seconds. Redirects are not followed.",
  events: "Events",
  sites: "Sites",
  state: "Status",
  lastDelivery: "Last Delivery",
  never: "Never",
  actions: "Actions",
  created: "Created",
  allKinds: "All kinds",
  allSites: "All sites",
  allSitesHint: "Also what belongs to no site, such as new users.",
  chosenSites: "Chosen sites only",
  chosenSitesHint: "Nothing of other sites is sent, and nothing that belongs to no site.",
  whichSites: "Which sites",
  sitesFailed: "There was an error fetching the sites",
  add: "Add Receiver",
  addTitle: "Add Receiver",
  addSubmit: "Add",
  added: "Receiver added",
  addFailed: "There was an error adding the receiver",
  edit: "Edit",
  editTitle: "Edit Receiver",
  save: "Save",
  saved: "Receiver saved",
  saveFailed: "There was an error saving the receiver",
  secretTitle: "Copy the signing secret",
  secretNote: "It is shown only this once. Store it where the receiver verifies the signatures.",
  secretNoun: "signing secret",
  secret: "Signing Secret",
  secretShown: "Shown once, when it was generated",
  bothUntil: (moment: string): string => `Signed with the previous secret too, until ${moment}`,
  newSecret: "Generate New Secret",
  replaceQuestion: `Do you want to replace the secret? For ${BOTH_SECRETS_HOURS} hours events are signed with both, so that the receiver can change to the new one.`,
  replaceConfirm: "Replace",
  secretMade: "Secret generated",
  secretFailed: "There was an error generating the secret",
  pause: "Pause",
  paused: "Receiver paused",
  resume: "Resume",
  resumed: "Receiver resumed",
  switchFailed: "There was an error changing the receiver",
  delete: "Delete",
  deleteTitle: "Delete Receiver",
  deleteQuestion: (url: string): string =>
    `Do you want to delete ${url}? It gets no more events, also none that are waiting, and its deliveries are deleted.`,
  deleted: "Receiver deleted",
  deleteFailed: "There was an error deleting the receiver",
  sendTest: "Send Test Event",
  testSent: "Test event sent",
  testFailed: "There was an error sending the test event",
  onItsWay: "The test event is on its way.",
  deliveries: "Deliveries",
  deliveriesHint: `Kept for ${DELIVERIES_KEPT_DAYS} days. What failed is sent again within a minute, then less and less often, at most an hour apart.`,
  searched: "Event, message id or error",
  noDeliveries: `Nothing was sent in the last ${DELIVERIES_KEPT_DAYS} days.`,
  request: "Request",
  signedEach: "With every attempt: webhook-timestamp, and webhook-signature over message id, time and body.",
} as const;

export const stateOf = ({ paused_by, failing_since }: Webhook): { word: string; tone: Tone } => {
  if (paused_by === "failures") return { word: "Paused After Failures", tone: "bad" };
  if (paused_by === "admin") return { word: "Paused", tone: "neutral" };
  return failing_since ? { word: "Failing", tone: "warn" } : { word: "Active", tone: "good" };
};

export const stateWords = (webhook: Webhook, moment: (iso: string) => string): string => {
  const { paused_at, paused_by, failing_since } = webhook;
  const kept = `Events of the first ${KEPT_DAYS} days of a pause are sent when you resume it, unless they are older than ${DELIVERIES_KEPT_DAYS} days.`;
  if (paused_at)
    return paused_by === "failures"
      ? `Nothing could be delivered for ${FAILING_HOURS} hours, so it was paused on ${moment(paused_at)}. ${kept}`
      : `Paused since ${moment(paused_at)}. ${kept}`;
  if (failing_since)
    return `Nothing could be delivered since ${moment(failing_since)}. We try again, and pause it after ${FAILING_HOURS} hours.`;
  return "Events are sent as they happen, at least once. Their order is not promised.";
};

export const kindsText = ({ kinds }: Pick<Webhook, "kinds">): string => {
  if (kinds.length === WEBHOOK_KINDS.length) return webhookTexts.allKinds;
  return kinds.map((kind) => kindNames[kind]).join(", ");
};

const SHOWN_SITES = 3;

export const sitesText = ({ sites }: Pick<Webhook, "sites">, most = SHOWN_SITES): string => {
  if (!sites) return webhookTexts.allSites;
  const more = sites.length - most;
  const names = sites.slice(0, most).map(({ name }) => name);
  return [...names, ...(more > 0 ? [`${more} more`] : [])].join(", ");
};

export const testResult = ({ state, last_status, last_error }: WebhookDelivery): string => {
  if (state === "delivered") return `Delivered: the receiver answered with status ${last_status ?? 0}.`;
  return last_error ? `Not delivered. ${last_error}` : webhookTexts.onItsWay;
};
