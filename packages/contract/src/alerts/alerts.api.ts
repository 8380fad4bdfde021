import { z } from "zod";
import { endpoint } from "../kit/endpoint.ts";
import { bodyId, pathId } from "../kit/id.ts";
import { list } from "../kit/list.ts";
import { dateColumn, nameColumn, textColumn } from "../kit/list-columns.ts";
import { ALERT_ENTRIES, Alert } from "./alerts.schema.ts";
import { MOST_MARKED, UnreadAlerts } from "./unread-alerts.schema.ts";

/** Company admins see the alerts of everybody, other users their own. */
export const alertList = list({
  name: "alerts",
  path: "/alerts/",
  summary: "alerts",
  allow: "company:member",
  row: Alert,
  sort: "-created",
  essentials: ["site", "order", "content", "created"],
  groups: true,
  extra: {
    entries: z
      .enum(ALERT_ENTRIES, { error: `This must be ${ALERT_ENTRIES.join(" or ")}.` })
      .describe(
        "One row for all alerts about an order, with the others in `others`: the user's own alerts, or those of everyone whose alerts the user may see. An export has a row for each alert",
      )
      .optional(),
  },
  columns: {
    site: nameColumn("Site"),
    order: textColumn("Order"),
    user: nameColumn("User"),
    content: textColumn("Content"),
    created: dateColumn("Created"),
  },
});

const own = { allow: "company:member" } as const;
const byId = { ...own, params: z.object({ id: pathId }) } as const;

export const latestAlerts = endpoint({
  ...own,
  method: "GET",
  path: "/alerts/latest/",
  summary: "Get the newest alerts for the user; several about one order are one",
  reply: z.object({ results: z.array(Alert) }),
});

export const markAlertRead = endpoint({
  ...byId,
  method: "POST",
  path: "/alerts/:id/read/",
  summary: "Mark an alert of the user, and the user's others about the same order, as read",
  description: "An alert that was read stays as it is.",
  reply: UnreadAlerts,
  fails: ["not_found"],
});

export const markAlertsRead = endpoint({
  ...own,
  method: "POST",
  path: "/alerts/read/",
  summary: "Mark the user's alerts as read, up to the newest one that the user has seen",
  description: `Marks at most ${MOST_MARKED} alerts; while \`more\` is true, call again.`,
  body: z.object({ newest: bodyId().describe("The id of the newest alert that was shown to the user") }),
  reply: UnreadAlerts.extend({ more: z.boolean() }),
});
