import { platformTransaction } from "../../platform/access/scope.ts";
import { readUnsubscribeLink } from "../../platform/mail/unsubscribe-link.ts";
import type { Services } from "../../platform/services.ts";
import { addAuditEntry } from "../audit/audit.service.ts";
import { findSubscriber, stopEmails, stopRuleEmails } from "./unsubscribe.queries.ts";

/** Whose messages about which topic a link stops; nothing when it is not valid. */
export const subscriptionOf = async (services: Services, token: string) => {
  const link = readUnsubscribeLink(services, token);
  const person = link && (await findSubscriber(services.database.platform, link.userId, link.emailVersion));
  return person && { person, topic: link.topic };
};

type Subscription = NonNullable<Awaited<ReturnType<typeof subscriptionOf>>>;

export const unsubscribe = ({ database }: Services, { person, topic }: Subscription): Promise<void> =>
  platformTransaction(database, async (db) => {
    const company_id = person.company_id as number;
    const hadRules = await stopRuleEmails(db, company_id, person.id, topic);
    const hadEmails = await stopEmails(db, company_id, person.id, topic);
    if (!hadRules && !hadEmails) return;
    await addAuditEntry(db, {
      company_id,
      actor: { id: person.id, name: person.username },
      action: "notification_preferences.updated",
      record: { type: "notification_preferences", id: person.id },
      details: { [topic]: { email: false }, by: "unsubscribe link" },
      before: { [topic]: { email: true } },
    });
  });
