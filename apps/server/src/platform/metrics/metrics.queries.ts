import { type Kysely, type RawBuilder, sql } from "kysely";
import type { Tables } from "../db/tables.ts";

/** Messages, events and entries of one kind that are looked at. With more, the number is at least this, and something is wrong anyway. */
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
}

export type CollectorBacklog = readonly {
  readonly kind: string;
  readonly count: number;
  readonly age: number;
}[];

const WITHIN = sql`set local statement_timeout = '2s'`;

/** What is to be done, and for how long the oldest of it has been due, in seconds. In a transaction of its own. */
export const readBacklog = async (db: Kysely<Tables>): Promise<Backlog> => {
  await WITHIN.execute(db);
  const jobs = await jobRows.execute(db);
  const messages = await messageRows.execute(db);
  const events = await eventRows.execute(db);
  return {
    jobs: jobs.rows,
    messages: messages.rows,
    events: events.rows[0] ?? { count: 0, age: 0 },
  };
};

/** What the collector has not taken yet. In a transaction of its own: if this takes too long, the others are read. */
export const readCollectorBacklog = async (db: Kysely<Tables>): Promise<CollectorBacklog> => {
  await WITHIN.execute(db);
  return (await collectorRows.execute(db)).rows;
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

/** `entries` are those of one company, oldest first. The oldest of each is read, and as many of all as are counted. */
const unsent = (kind: string, entries: RawBuilder<unknown>) => sql`
  select ${sql.lit(kind)}::text as kind, (
    select count(*)::int from (
      select from streams cross join lateral (${entries} limit ${MOST}) as unsent
      where streams.kind = ${sql.lit(kind)} limit ${MOST}) as counted) as count, ${AGE}
  from streams left join lateral (${entries} limit 1) as oldest on true
  where streams.kind = ${sql.lit(kind)}`;

const collectorRows = sql<CollectorBacklog[number]>`
  with streams as materialized (
    select kinds.kind, chains.id, coalesce(sent.position, 0) as position
    from unnest(array['audit', 'sign_in']) as kinds (kind)
    cross join (select id from mcc.companies union all select 0) as chains
    left join mcc.collector_positions sent on sent.kind = kinds.kind and sent.chain = chains.id)
  ${unsent(
    "audit",
    sql`select entry.created_at as since
      from mcc.audit_hashes link join mcc.audit_entries entry on entry.id = link.entry_id
      where link.chain = streams.id and link.position > streams.position order by link.position`,
  )}
  union all
  ${unsent(
    "sign_in",
    sql`select entry.at as since from mcc.sign_ins entry
      where coalesce(entry.company_id, 0) = streams.id and entry.id > streams.position order by entry.id`,
  )}
  order by kind`;
