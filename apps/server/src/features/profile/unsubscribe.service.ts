import { platformTransaction } from "../../platform/access/scope.ts";
import { readUnsubscribeLink } from "../../platform/mail/unsubscribe-link.ts";
import type { Platform } from "../../platform/platform.ts";
import { addAuditEntry } from "../audit/audit.service.ts";
import { findSubscriber, stopEmails } from "./unsubscribe.queries.ts";

/** Whose messages about which topic a link stops; nothing when it is not valid. */
export const subscriptionOf = async (platform: Platform, token: string) => {
  const link = readUnsubscribeLink(platform, token);
  const person = link && (await findSubscriber(platform.database.platform, link.userId));
  return person && { person, topic: link.topic };
};

type Subscription = NonNullable<Awaited<ReturnType<typeof subscriptionOf>>>;

export const unsubscribe = ({ database }: Platform, { person, topic }: Subscription): Promise<void> =>
  platformTransaction(database, async (db) => {
    const company_id = person.company_id as number;
    if (!(await stopEmails(db, company_id, person.id, topic))) return;
    await addAuditEntry(db, {
      company_id,
      actor: { id: person.id, name: person.username },
      action: "notification_preferences.updated",
      record: { type: "notification_preferences", id: person.id },
      details: { [topic]: { email: false }, by: "unsubscribe link" },
      before: { [topic]: { email: true } },
    });
  });
