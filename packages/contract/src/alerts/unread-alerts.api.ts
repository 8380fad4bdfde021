import { z } from "zod";
import { endpoint } from "../kit/endpoint.ts";
import { Alert } from "./alerts.schema.ts";
import { UnreadAlerts } from "./unread-alerts.schema.ts";

/** Every page counts them and asks for newer ones. What lists and marks them is in a file that a page need not load. */
export const unreadAlerts = endpoint({
  method: "GET",
  path: "/alerts/unread/count/",
  summary: "Count the user's unread alerts",
  allow: "company:member",
  reply: UnreadAlerts,
});

const DIGITS = /^\d{1,15}$/;
/** The id of the newest alert that a page has seen; undefined if it is not a number. */
const SeenId = z.preprocess(
  (given) => (DIGITS.test(String(given)) ? Number(given) : undefined),
  z.number().optional(),
);

export const newerAlert = endpoint({
  allow: "company:member",
  method: "GET",
  path: "/alerts/:id/",
  summary: "Get the user's newest alert, if it is newer than this one",
  description: "Every alert is newer than 0.",
  params: z.object({ id: SeenId }),
  reply: Alert.optional(),
  fails: ["not_found"],
});
