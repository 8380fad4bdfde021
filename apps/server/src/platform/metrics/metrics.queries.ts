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
}

/** What is to be done, and for how long the oldest of it has been due, in seconds. In a transaction of its own. */
export const readBacklog = async (db: Kysely<Tables>): Promise<Backlog> => {
  await sql`set local statement_timeout = '2s'`.execute(db);
  const jobs = await jobRows.execute(db);
  const messages = await messageRows.execute(db);
  const events = await eventRows.execute(db);
  return { jobs: jobs.rows, messages: messages.rows, events: events.rows[0] ?? { count: 0, age: 0 } };
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
