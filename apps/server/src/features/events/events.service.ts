import type { EventDelivery, EventType } from "@mcc/contract/events/events.schema.ts";
import { fail } from "@mcc/contract/kit/errors.ts";
import type { Kysely } from "kysely";
import type { PlatformScope } from "../../platform/access/scope.ts";
import type { Tables } from "../../platform/db/tables.ts";
import type { JobQueue } from "../../platform/jobs/job-queue.ts";
import { withPageLinks } from "../../platform/lists/list.ts";
import * as queries from "./events.queries.ts";

export const DELIVER_EVENTS = "deliver-events";

/** Writes an event in the transaction of the change it reports: rolled back with it, never lost without it. */
export const addEvent = (
  db: Kysely<Tables>,
  event: { type: EventType; payload: object; company_id?: number },
): Promise<string> => queries.addEvent(db, event);

/** Requests the job that sends a company's events; call it after the commit. */
export const deliverSoon = (jobs: JobQueue, companyId: number): void =>
  jobs.requestJobSoon(DELIVER_EVENTS, { companyId }, String(companyId));

interface LogQuery {
  readonly state?: EventDelivery["state"];
  readonly limit: number;
  readonly offset: number;
}
const MAX_ROWS = 1_000;

export const eventDeliveries = async ({ db }: PlatformScope, query: LogQuery, url: URL) => {
  const limit = Math.min(query.limit, MAX_ROWS);
  const rows = await queries.deliveryRows(db, { ...query, limit });
  const count = await queries.countDeliveries(db, query.state);
  return withPageLinks({ count, results: rows.map(toEventDelivery) }, { limit, offset: query.offset }, url);
};

export const replayEvent = async (
  jobs: JobQueue,
  scope: PlatformScope,
  id: number,
): Promise<EventDelivery> => {
  const added = (await queries.addReplay(scope.db, id)) ?? fail("not_found");
  const delivery = (await queries.findDelivery(scope.db, added.id)) ?? fail("not_found");
  scope.afterCommit(() => deliverSoon(jobs, delivery.company_id));
  return toEventDelivery(delivery);
};

const toEventDelivery = ({
  company_id,
  company_name,
  slug_name,
  ...row
}: queries.DeliveryRecord): EventDelivery => ({
  ...row,
  company: { id: company_id, name: company_name, slug_name },
  state: row.state as EventDelivery["state"],
  created_at: row.created_at.toISOString(),
  delivered_at: row.delivered_at?.toISOString() ?? null,
});
