import { randomUUID } from "node:crypto";
import type { Kysely } from "kysely";
import { platformTransaction } from "../../platform/access/scope.ts";
import type { Tables } from "../../platform/db/tables.ts";
import type { JobQueue } from "../../platform/jobs/job-queue.ts";
import { addSecurityMail, sendSoon } from "../../platform/mail/outbox.ts";
import type { Services } from "../../platform/services.ts";
import { addAuditEntry } from "../audit/audit.service.ts";
import * as queries from "./receiver-state.queries.ts";
import { pausedLetter } from "./receiver-state.texts.ts";
import { withoutQuery } from "./shown-address.service.ts";

export const noteSuccess = async (db: Kysely<Tables>, receiverId: number | null): Promise<void> => {
  if (receiverId !== null) await queries.clearFailure(db, receiverId);
};

/** A receiver that fails for too long is paused; the admins of its company are notified by e-mail. */
export const noteFailure = async (
  { database, textCipher, publicUrl }: Omit<Services, "jobs">,
  jobs: JobQueue,
  receiverId: number,
): Promise<void> => {
  if (!(await queries.addFailure(database.platform, receiverId))) return;
  const messages = await platformTransaction(database, async (db) => {
    const receiver = await queries.pauseFailing(db, receiverId);
    if (!receiver) return [];
    const { company_id, url } = receiver;
    await addAuditEntry(db, {
      ...{ company_id, actor: { id: null, name: "Event delivery" }, action: "webhook.paused" },
      record: { type: "webhook", id: receiverId },
      details: { name: withoutQuery(url) },
    });
    const about = `webhook-paused:${receiverId}:${randomUUID()}`;
    const written: number[] = [];
    for (const { id, name, email } of await queries.companyAdmins(db, company_id)) {
      const mail = await addSecurityMail(textCipher, db, {
        ...{ company_id, recipient: email, sent_for: `${about}:${id}` },
        ...pausedLetter(publicUrl(), name, receiverId, receiver),
      });
      if (mail) written.push(mail.id);
    }
    return written;
  });
  for (const id of messages) sendSoon(jobs, id);
};
