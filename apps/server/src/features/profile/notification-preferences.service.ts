import type {
  NotificationPreferences,
  PreferenceChanges,
} from "@mcc/contract/profile/notification-preferences.api.ts";
import {
  CHANNELS,
  DEFAULT_CHANNELS,
  TOPICS,
  textMessages,
} from "@mcc/contract/profile/notification-topics.ts";
import type { CompanyScope } from "../../platform/access/scope.ts";
import { addChangeEntry } from "../audit/audit.service.ts";
import * as queries from "./notification-preferences.queries.ts";

export const readPreferences = async (scope: CompanyScope): Promise<NotificationPreferences> => {
  const [chosen, person] = await Promise.all([queries.chosenChannels(scope), queries.ownPhone(scope)]);
  const preferences = structuredClone<Omit<NotificationPreferences, "text_messages">>(DEFAULT_CHANNELS);
  // Another version of the server beside this one, during an upgrade, may know further topics.
  for (const { topic, channel, enabled } of chosen)
    if (TOPICS.includes(topic)) preferences[topic][channel] = enabled;
  return { ...preferences, text_messages: textMessages(person) };
};

/** Only what differs is stored: what a user has never chosen follows the default. */
export const savePreferences = async (scope: CompanyScope, given: PreferenceChanges) => {
  const before = await readPreferences(scope);
  const changed = TOPICS.flatMap((topic) =>
    CHANNELS.flatMap((channel) => {
      const enabled = given[topic]?.[channel];
      return enabled === undefined || enabled === before[topic][channel] ? [] : { topic, channel, enabled };
    }),
  );
  if (changed.length === 0) return before;
  await queries.putChannels(scope, changed);
  const after = await readPreferences(scope);
  const { id } = scope.who;
  const record = { id, ...after };
  await addChangeEntry(scope, {
    action: "notification_preferences.updated",
    record,
    before: { id, ...before },
  });
  return after;
};
