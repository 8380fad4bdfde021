import { Agent, get } from "node:http";
import { makeTokens } from "@mcc/server/src/platform/access/tokens.ts";
import { openDatabase } from "@mcc/server/src/platform/db/database.ts";
import { migrate } from "@mcc/server/src/platform/db/migrate.ts";
import { type ChangeFeed, openChangeFeed } from "@mcc/server/src/platform/live/change-feed.ts";
import { makeLog } from "@mcc/server/src/platform/log.ts";
import type pg from "pg";
import { openBench, withClient } from "./database.ts";
import { type Latency, latencyOf } from "./measure.ts";
import { type Contender, residentMb, SECRET, startOurs } from "./processes.ts";

/** As many as a process accepts, in companies that stay below their limit. */
const COMPANIES = 5;
const USERS = 400;
/** Streams that are being opened at once. */
const OPENING = 20;
const SINGLE_ALERTS = 200;

export interface StreamsResult {
  readonly streams: number;
  readonly kbPerStream: number;
  /** One alert for one user, from its announcement to its arrival. */
  readonly one: Latency;
  /** One alert for every user of a company, announced together. */
  readonly all: Latency;
}

interface Listener {
  readonly userId: number;
  readonly companyId: number;
  readonly siteId: number;
  readonly token: string;
}

/** Companies of users with one session each; they stay in the database for the next run. */
const fillListeners = async (client: pg.Client): Promise<Listener[]> => {
  const tokens = makeTokens(SECRET);
  const listeners: Listener[] = [];
  for (let n = 1; n <= COMPANIES; n++) {
    const slug = `bench-streams-${n}`;
    await client.query(
      `with company as (
         insert into mcc.companies (name, slug_name, short_name, label) values ($1, $1, $1, $1)
         on conflict do nothing returning id),
       configured as (
         insert into mcc.company_configurations (company_id, tenant_group, customer_erp_identifier, username_prefix)
         select id, 'T', 'E', $1 from company),
       site as (
         insert into mcc.sites (company_id, name, ecommerce_username) select id, $1, $1 || '-shop' from company),
       people as (
         insert into mcc.users (company_id, username, email, is_company_admin)
         select id, $1 || '-' || n, $1 || '-' || n || '@example.com', true
         from company cross join generate_series(1, $2::integer) as n)
       select from company`,
      [slug, USERS],
    );
    const { rows } = await client.query<{ id: string; user_id: string; company_id: string; site_id: string }>(
      `insert into mcc.sessions (user_id, expires_at)
       select users.id, now() + interval '1 day' from mcc.users join mcc.companies on companies.id = users.company_id
       where companies.slug_name = $1
       returning sessions.id, sessions.user_id,
         (select id from mcc.companies where slug_name = $1) as company_id,
         (select id from mcc.sites where ecommerce_username = $1 || '-shop') as site_id`,
      [slug],
    );
    for (const row of rows)
      listeners.push({
        userId: Number(row.user_id),
        companyId: Number(row.company_id),
        siteId: Number(row.site_id),
        token: tokens.sign(row.id, Number(row.user_id)),
      });
  }
  return listeners;
};

/** What is called with the id of each alert that arrives. */
type OnAlert = (id: number) => void;

const openStream = (address: string, agent: Agent, { token }: Listener, onAlert: OnAlert): Promise<void> =>
  new Promise((resolve, reject) => {
    const headers = { authorization: `JWT ${token}`, "last-event-id": "0" };
    const request = get(`${address}/api/alerts/stream/`, { headers, agent }, (answer) => {
      if (answer.statusCode !== 200) return reject(new Error(`A stream was answered ${answer.statusCode}.`));
      answer.setEncoding("utf8");
      answer.on("data", (chunk: string) => {
        for (const [, id] of chunk.matchAll(/^id: (\d+)$/gm)) onAlert(Number(id));
        if (chunk.includes("event: ready")) resolve();
      });
      answer.once("error", () => {}); // the end of the bench
    });
    request.once("error", reject);
  });

const addAlerts = async (client: pg.Client, listeners: readonly Listener[]): Promise<number[]> => {
  const { rows } = await client.query<{ id: string }>(
    `insert into mcc.alerts (company_id, site_id, user_id, content, fired_for)
     select company_id, site_id, user_id, 'Order SO-1 was placed at the site.', 'bench/' || gen_random_uuid()
     from unnest($1::bigint[], $2::bigint[], $3::bigint[]) as given (company_id, site_id, user_id) returning id`,
    [
      listeners.map(({ companyId }) => companyId),
      listeners.map(({ siteId }) => siteId),
      listeners.map(({ userId }) => userId),
    ],
  );
  return rows.map(({ id }) => Number(id));
};

/** Alerts on their way: when each was announced, and how long each took. */
class Deliveries {
  readonly times: number[] = [];
  readonly #announced = new Map<number, number>();
  #arrived = () => {};

  readonly receive = (id: number): void => {
    const at = this.#announced.get(id);
    if (at === undefined) return;
    this.#announced.delete(id);
    this.times.push(performance.now() - at);
    if (this.#announced.size === 0) this.#arrived();
  };

  announce(changes: ChangeFeed, companyId: number, alertIds: readonly number[]): Promise<void> {
    const all = new Promise<void>((resolve) => {
      this.#arrived = resolve;
    });
    for (const id of alertIds) this.#announced.set(id, performance.now());
    changes.announce({ kind: "alert", companyId, alertIds });
    return all;
  }
}

export const measureStreams = async (ours: Contender, url: string): Promise<StreamsResult> => {
  const database = openDatabase(url, () => {});
  const changes = openChangeFeed(database, makeLog("silent"));
  const agent = new Agent({ keepAlive: false, maxSockets: Number.POSITIVE_INFINITY });
  try {
    return await withClient(url, async (client) => {
      const listeners = await fillListeners(client);
      const before = residentMb(ours.pid);
      let deliveries = new Deliveries();
      const waiting = [...listeners];
      const open = async () => {
        for (let next = waiting.pop(); next; next = waiting.pop())
          await openStream(ours.address, agent, next, (id) => deliveries.receive(id));
      };
      await Promise.all(Array.from({ length: OPENING }, open));
      const kbPerStream = ((residentMb(ours.pid) - before) * 1024) / listeners.length;
      const send = async (to: readonly Listener[]) =>
        deliveries.announce(changes, to[0]?.companyId ?? 0, await addAlerts(client, to));
      for (let n = 0; n < SINGLE_ALERTS; n++)
        await send([listeners[(n * 37) % listeners.length] as Listener]);
      const one = latencyOf(deliveries.times);
      deliveries = new Deliveries();
      for (let n = 0; n < COMPANIES; n++) await send(listeners.slice(n * USERS, (n + 1) * USERS));
      await client.query("delete from mcc.alerts where fired_for like 'bench/%'");
      return { streams: listeners.length, kbPerStream, one, all: latencyOf(deliveries.times) };
    });
  } finally {
    agent.destroy();
    await changes.stop();
    await database.close();
  }
};

const ms = ({ p50, p95 }: Latency): string => `p50 ${p50.toFixed(0)} ms, p95 ${p95.toFixed(0)} ms`;

export const streamsSummary = ({ streams, kbPerStream, one, all }: StreamsResult): string =>
  `${streams.toLocaleString("en")} open event streams: ${kbPerStream.toFixed(0)} kB of memory each. An alert for one user arrives after ${ms(one)}; ${USERS} alerts for ${USERS} users after ${ms(all)}. Both include the 50 ms in which announcements are gathered.`;

if (import.meta.main) {
  const database = await openBench(0);
  await migrate(database.url);
  const ours = await startOurs(database.url, 0);
  try {
    console.log(streamsSummary(await measureStreams(ours, database.url)));
  } finally {
    await ours.stop();
    await database.stop();
  }
}
