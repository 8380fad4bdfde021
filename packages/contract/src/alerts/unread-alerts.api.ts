import { endpoint } from "../kit/endpoint.ts";
import { UnreadAlerts } from "./unread-alerts.schema.ts";

/** Every page counts them. What lists and marks them is in a file of its own, which a page need not load. */
export const unreadAlerts = endpoint({
  method: "GET",
  path: "/alerts/unread/count/",
  summary: "Count the user's unread alerts",
  allow: "company:member",
  reply: UnreadAlerts,
});
