import { sql } from "kysely";
import type { Database } from "../../db/database.ts";
import type { Log } from "../../log.ts";

type Kind = "portal" | "integration";

/** Counts the requests of each company: in memory for each request, in the database every minute. */
export interface RequestUse {
  note(companyId: number, kind: Kind): void;
  /** Writes what was counted; at the latest when the process stops. */
  write(): Promise<void>;
  stop(): Promise<void>;
}

const WRITE_EVERY = 60_000;

export const makeRequestUse = (database: Database, log: Log): RequestUse => {
  let counted = new Map<number, Record<Kind, number>>();
  const add = (companyId: number, kind: Kind, requests: number) => {
    const counts = counted.get(companyId) ?? { portal: 0, integration: 0 };
    counts[kind] += requests;
    counted.set(companyId, counts);
  };
  const write = async () => {
    const written = counted;
    counted = new Map();
    if (written.size === 0) return;
    try {
      await writeCounts(database, written);
    } catch (error) {
      // Written the next time.
      for (const [companyId, { portal, integration }] of written) {
        add(companyId, "portal", portal);
        add(companyId, "integration", integration);
      }
      throw error;
    }
  };
  const writeOrWarn = () =>
    write().catch((error) => log.warn({ err: error }, "the counts of requests were not written"));
  const timer = setInterval(writeOrWarn, WRITE_EVERY).unref();
  return {
    note: (companyId, kind) => add(companyId, kind, 1),
    write,
    stop: async () => {
      clearInterval(timer);
      await writeOrWarn();
    },
  };
};

/** In the order of the companies, so that two processes never wait for each other in a circle. */
const writeCounts = ({ platform }: Database, counted: ReadonlyMap<number, Record<Kind, number>>) => {
  const rows = [...counted].sort(([one], [other]) => one - other);
  const [ids, portal, integration] = [
    rows.map(([id]) => id),
    rows.map(([, counts]) => counts.portal),
    rows.map(([, counts]) => counts.integration),
  ];
  return sql`insert into company_requests as kept (company_id, day, portal, integration)
    select id, (now() at time zone 'utc')::date, portal, integration
    from unnest(${ids}::bigint[], ${portal}::bigint[], ${integration}::bigint[]) as counted (id, portal, integration)
    where exists (select from companies where companies.id = counted.id)
    on conflict (company_id, day) do update
      set portal = kept.portal + excluded.portal, integration = kept.integration + excluded.integration`.execute(
    platform,
  );
};
