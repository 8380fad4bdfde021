import { type Kysely, sql } from "kysely";
import type { Tables } from "../db/tables.ts";

/** Messages and events that are looked at. With more, the number is at least this, and something is wrong anyway. */
const MOST = sql.lit(10_000);

export interface Backlog {
  readonly jobs: readonly {
    readonly queue: string;
    readonly state: string;
    readonly count: number;
    readonly age: number;
  }[];
  readonly messages: readonly { readonly channel: string; readonly count: number; readonly age: number }[];
  readonly events: { readonly count: number; readonly age: number };
  /** What the collector has not taken yet; nothing without a collector. */
  readonly collector: readonly { readonly kind: string; readonly count: number; readonly age: number }[];
}

/** What is to be done, and for how long the oldest of it has been due, in seconds. In a transaction of its own. */
export const readBacklog = async (db: Kysely<Tables>, hasCollector = false): Promise<Backlog> => {
  await sql`set local statement_timeout = '2s'`.execute(db);
  const jobs = await jobRows.execute(db);
  const messages = await messageRows.execute(db);
  const events = await eventRows.execute(db);
  const collector = hasCollector ? await collectorRows.execute(db) : { rows: [] };
  return {
    jobs: jobs.rows,
    messages: messages.rows,
    events: events.rows[0] ?? { count: 0, age: 0 },
    collector: collector.rows,
  };
};

const AGE = sql`coalesce(greatest(extract(epoch from now() - min(since)), 0), 0)::float8 as age`;

/** The queue keeps done jobs for a day, so this reads some tens of thousands of rows at most. */
const jobRows = sql<Backlog["jobs"][number]>`
  select name as queue, state::text, count(*)::int as count, ${AGE}
  from (
    select name, state,
      case state when 'active' then started_on when 'failed' then completed_on else start_after end as since
    from pgboss.job
    where state in ('created', 'retry', 'active', 'failed') and name not like '\\_\\_pgboss\\_\\_%'
  ) as open
  group by name, state
  order by name, state`;

const messageRows = sql<Backlog["messages"][number]>`
  select channel, count(*)::int as count, ${AGE}
  from (
    select channel, created_at as since from mcc.messages
    where state = 'waiting' order by next_attempt_at, id limit ${MOST}
  ) as waiting
  group by channel
  order by channel`;

const eventRows = sql<Backlog["events"]>`
  select count(*)::int as count, ${AGE}
  from (select created_at as since from mcc.event_deliveries where state = 'waiting' and receiver_id is null limit ${MOST}) as waiting`;

const collectorRows = sql<Backlog["collector"][number]>`
  with chains as (select id from mcc.companies union all select 0),
  waiting as (
    select 'audit' as kind, unsent.since
    from chains left join mcc.collector_positions sent on sent.kind = 'audit' and sent.chain = chains.id
    cross join lateral (
      select entry.created_at as since from mcc.audit_hashes link join mcc.audit_entries entry on entry.id = link.entry_id
      where link.chain = chains.id and link.position > coalesce(sent.position, 0)
      order by link.position limit ${MOST}) as unsent
    union all
    select 'sign_in', unsent.since
    from chains left join mcc.collector_positions sent on sent.kind = 'sign_in' and sent.chain = chains.id
    cross join lateral (
      select entry.at as since from mcc.sign_ins entry
      where coalesce(entry.company_id, 0) = chains.id and entry.id > coalesce(sent.position, 0)
      order by entry.id limit ${MOST}) as unsent)
  select kinds.kind, count(waiting.since)::int as count, ${AGE}
  from unnest(array['audit', 'sign_in']) as kinds (kind) left join waiting on waiting.kind = kinds.kind
  group by kinds.kind
  order by kinds.kind`;
