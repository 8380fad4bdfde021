import { endpoint } from "../kit/endpoint.ts";
import { MOST_PREVIEWED, Retention, RetentionChanges, RetentionPreview } from "./retention.schema.ts";

const retention = { path: "/accounts/retention/", allow: "company-admin" } as const;

export const findRetention = endpoint({
  ...retention,
  method: "GET",
  summary: "Get how long the company keeps alerts, messages, sign-ins, audit entries and documents",
  reply: Retention,
});

export const updateRetention = endpoint({
  ...retention,
  method: "PATCH",
  summary: "Change how long things are kept; what is left out stays",
  description:
    "In days, within the limits of the platform; null keeps them as long as the platform does. A job removes what is older every night and says in the audit what it removed.",
  confirm: "security",
  body: RetentionChanges,
  reply: Retention,
});

export const previewRetention = endpoint({
  ...retention,
  method: "POST",
  path: "/accounts/retention/preview/",
  summary: "Count what would be removed now; changes nothing",
  description: `What is left out is as it is set. At most ${MOST_PREVIEWED.toLocaleString("en-US")} of each kind are counted.`,
  body: RetentionChanges,
  reply: RetentionPreview,
});
