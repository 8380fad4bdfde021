import { z } from "zod";
import { endpoint } from "../kit/endpoint.ts";
import { TEXT_MESSAGES, TOPICS, type Topic } from "./notification-topics.ts";

const Switch = z.boolean({ error: "This must be true or false." });
const Channels = z.object({ email: Switch, text: Switch });
const ofEachTopic = <Schema extends z.ZodType>(schema: Schema) =>
  z.object(Object.fromEntries(TOPICS.map((topic) => [topic, schema])) as Record<Topic, Schema>);
const Preferences = ofEachTopic(Channels);

const Reply = Preferences.extend({
  text_messages: z
    .enum(TEXT_MESSAGES)
    .describe("Whether text messages reach the user: they need a phone number and the user's switch"),
});
export type NotificationPreferences = z.output<typeof Reply>;

const own = {
  path: "/accounts/notification-preferences/",
  allow: "company:member",
  support: "refused",
  reply: Reply,
} as const;

export const readNotificationPreferences = endpoint({
  ...own,
  method: "GET",
  summary: "Get the channels by which the signed-in user is notified of each topic",
});

export const saveNotificationPreferences = endpoint({
  ...own,
  method: "PUT",
  summary: "Choose the channels by which the signed-in user is notified; what is left out stays",
  description: "Messages about the security of the account are always sent by e-mail.",
  body: ofEachTopic(Channels.partial()).partial(),
});
export type PreferenceChanges = z.output<(typeof saveNotificationPreferences)["body"]>;
