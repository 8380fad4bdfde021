import { displayName } from "@mcc/contract/access/session.ts";
import type { EventDelivery, EventDeliveryDetails, EventType } from "@mcc/contract/events/events.schema.ts";
import { fail } from "@mcc/contract/kit/errors.ts";
import type { Kysely } from "kysely";
import type { PlatformScope } from "../../platform/access/scope.ts";
import type { Tables } from "../../platform/db/tables.ts";
import type { JobQueue } from "../../platform/jobs/job-queue.ts";
import { addAuditEntry } from "../audit/audit.service.ts";
import { toAttempts, toDelivery } from "./delivery-rows.service.ts";
import * as queries from "./events.queries.ts";
import { bodyOf, FIXED_HEADERS, type SentEvent } from "./send-event.ts";

export const DELIVER_EVENTS = "deliver-events";

/** Writes an event in the transaction of the change it reports: rolled back with it, never lost without it. */
export const addEvent = (
  db: Kysely<Tables>,
  event: queries.NewEvent & { readonly type: EventType },
): Promise<string> => queries.addEvent(db, event);

/** Requests the job that sends a company's events; call it after the commit. */
export const deliverSoon = (jobs: JobQueue, companyId: number): void =>
  jobs.requestJobSoon(DELIVER_EVENTS, { companyId }, String(companyId));

/** The request of an event, without what differs with each attempt: the time and the signatures. */
export const sentRequest = (event: SentEvent) => ({
  headers: { ...FIXED_HEADERS, "webhook-id": event.event_id },
  body: bodyOf(event),
});

export const findEventDelivery = async ({ db }: PlatformScope, id: number): Promise<EventDeliveryDetails> => {
  const { payload, ...delivery } = (await queries.findDelivery(db, id)) ?? fail("not_found");
  const log = await queries.attemptRows(db, id);
  return {
    ...toDelivery(delivery),
    payload,
    log: toAttempts(log),
  };
};

/** A delivery that a platform admin has requested: on record, and sent after the commit. */
const requestDelivery = async (
  jobs: JobQueue,
  scope: PlatformScope,
  id: number,
  { action, ...more }: { readonly action: string; readonly of?: number },
): Promise<EventDelivery> => {
  const { db, who } = scope;
  const { payload: _, ...delivery } = (await queries.findDelivery(db, id)) ?? fail("not_found");
  await addAuditEntry(db, {
    company_id: null,
    actor: { id: who.id, name: displayName(who) },
    action,
    record: { type: "event", id: delivery.event_id },
    details: { name: delivery.type, company: delivery.company.slug_name, delivery: id, ...more },
  });
  scope.afterCommit(() => deliverSoon(jobs, delivery.company.id));
  return toDelivery(delivery);
};

export const replayEvent = async (jobs: JobQueue, scope: PlatformScope, of: number) => {
  const { id } = (await queries.addReplay(scope.db, of)) ?? fail("not_found");
  return requestDelivery(jobs, scope, id, { action: "event.replayed", of });
};

/** Sent as every other event is, and retried like them. */
export const sendTestEvent = async (jobs: JobQueue, scope: PlatformScope, companyId: number) => {
  const { db, who } = scope;
  if (!(await queries.hasCompany(db, companyId))) fail("not_found");
  const payload = { message: "This is a test.", requested_by: displayName(who) };
  const event = await addEvent(db, { type: "test", siteId: null, payload, company_id: companyId });
  const { id } = (await queries.findDeliveryOf(db, event)) ?? fail("event.no_address");
  return requestDelivery(jobs, scope, id, { action: "event.tested" });
};
