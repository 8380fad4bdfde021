import type { Readable } from "node:stream";
import { STREAM_HEARTBEAT } from "@mcc/contract/stream/stream.schema.ts";
import { sql } from "kysely";
import { parseSession, type SessionRow } from "../access/session-cache.ts";
import { SESSION_CHECK } from "../access/session-watch.ts";
import { isAllowedFrom } from "../access/sign-in-state.ts";
import type { Database } from "../db/database.ts";
import type { Log } from "../log.ts";
import type { ChangeFeed } from "./change-feed.ts";
import { announcedAlerts, missedAlerts, type NewAlert, newestAlertId } from "./new-alerts.queries.ts";
import type { Change, StreamKind } from "./pending-changes.ts";
import { StreamClient, type StreamScope } from "./stream-client.ts";

/** Open pages are notified of changes that concern them, while their session is valid. */
export interface EventStreams {
  /** The alerts after `lastAlert`, the last one that the page has received, are sent first. */
  open(scope: StreamScope, lastAlert?: number): Promise<Readable>;
  /** Ends every stream: the process is stopping, and the pages reconnect to another one. */
  close(): void;
}

/** Every kind: one that is missing here does not compile. */
const KINDS = Object.keys({
  approvals: true,
  orders: true,
  rules: true,
  sites: true,
  alerts: true,
  budgets: true,
  users: true,
  company: true,
  access: true,
} satisfies Record<StreamKind, true>) as StreamKind[];
/** Sessions looked at in one statement. */
const SESSIONS_PER_QUERY = 100;

export const makeEventStreams = (
  database: Database,
  changes: ChangeFeed,
  log: Log,
  heartbeat = STREAM_HEARTBEAT,
): EventStreams => {
  const openClients = new Set<StreamClient>();
  let subscription: Promise<void> | undefined;
  let heartbeatTimer: NodeJS.Timeout | undefined;
  let timedEndTimer: NodeJS.Timeout | undefined;

  const clientsOf = (companyId: number) =>
    [...openClients].filter((client) => client.companyId === companyId);

  const onChange = (change: Change) => {
    if ("userId" in change) {
      const own = [...openClients].filter(({ userId }) => userId === change.userId);
      if (change.kind === "own-alerts") {
        for (const client of own) client.notify("alerts");
        return;
      }
      // Rights of another kind than sites may be what has changed.
      void checkAccess(own).then(() => {
        for (const client of own) client.notify("access");
      });
      return;
    }
    const clients = clientsOf(change.companyId);
    if (change.kind === "alert") {
      void sendAnnounced(change, clients);
      return;
    }
    const concerned = clients.filter((client) => client.sees(change.siteIds, change.kind));
    // Who may see which sites may have changed: the pages read again, and hear of the right sites from then on.
    // So may have the policy of the company, which ends sessions.
    if (change.kind === "sites" || change.kind === "company") void checkAccess(concerned);
    for (const client of concerned) client.notify(change.kind);
  };
  const onMissed = () => {
    for (const client of openClients) for (const kind of KINDS) client.notify(kind);
    // What ends sessions may have been among it.
    void checkAccess([...openClients]);
    void catchUp();
  };

  const sendAnnounced = async (
    { companyId, alertIds }: Extract<Change, { kind: "alert" }>,
    clients: readonly StreamClient[],
  ): Promise<void> => {
    for (const client of clients) if (client.isAdmin) client.notify("alerts");
    const userIds = [...new Set(clients.map(({ userId }) => userId))];
    if (userIds.length === 0) return;
    try {
      const { rows } = await announcedAlerts(companyId, alertIds, userIds).execute(database.platform);
      const byUser = Map.groupBy(rows, ({ user_id }) => user_id);
      for (const client of clients) client.sendAlerts(byUser.get(client.userId) ?? []);
    } catch (error) {
      log.warn({ err: error }, "new alerts could not be read"); // the next heartbeat reads them
    }
  };

  /** Sends the alerts after those that a page has received; needed when it opens, and when announcements are lost. */
  const sendMissed = async (clients: readonly StreamClient[]): Promise<void> => {
    if (clients.length === 0) return;
    const readers = clients.map(({ companyId, userId, newestAlert }) => ({
      companyId,
      userId,
      after: newestAlert,
    }));
    const { rows } = await missedAlerts(readers).execute(database.platform);
    const byReader: Map<number, NewAlert[]> = Map.groupBy(rows, ({ reader }) => reader);
    for (const [at, client] of clients.entries()) client.sendAlerts(byReader.get(at + 1) ?? []);
  };
  const catchUp = () =>
    sendMissed([...openClients]).catch((error) =>
      log.warn({ err: error }, "missed alerts could not be read"),
    );

  /** The sessions that are still valid, and what their users may see now. */
  const checkAccess = async (clients: readonly StreamClient[]): Promise<void> => {
    try {
      for (let at = 0; at < clients.length; at += SESSIONS_PER_QUERY)
        await checkSessions(clients.slice(at, at + SESSIONS_PER_QUERY));
    } catch (error) {
      log.warn({ err: error }, "open streams could not be checked");
    }
  };

  const checkSessions = async (clients: readonly StreamClient[]): Promise<void> => {
    const { rows } = await sql<SessionRow & { id: string }>`
      select session.id, entered.who::text, to_json(entered.site_ids)::text as site_ids
      from unnest(${clients.map(({ sessionId }) => sessionId)}::uuid[]) as session (id)
      cross join lateral tenant.enter(session.id) as entered`.execute(database.platform);
    const bySession = new Map(rows.map((row) => [row.id, row]));
    for (const client of clients) {
      const session = parseSession(bySession.get(client.sessionId), "");
      const isOpen = session?.who.company && !session.who.must_enroll;
      if (isOpen && isAllowedFrom(session.signIn, client.address)) client.setAccess(session);
      else client.end();
    }
  };

  /** Sessions that their company ends by time end between two heartbeats, too. */
  const checkTimedEnds = async () => {
    const timed = [...openClients].filter(({ hasTimedEnd }) => hasTimedEnd);
    const open = await openSessionsOf(timed).catch((error) => {
      log.warn({ err: error }, "open streams could not be checked");
      return undefined;
    });
    if (open) await checkAccess(timed.filter(({ sessionId }) => !open.has(sessionId)));
    timedEndTimer = openClients.size > 0 ? setTimeout(checkTimedEnds, SESSION_CHECK).unref() : undefined;
  };

  const openSessionsOf = async (clients: readonly StreamClient[]): Promise<ReadonlySet<string>> => {
    if (clients.length === 0) return new Set();
    const { rows } = await sql<{ id: string }>`
      select sessions.id from sessions left join security_policies policy on policy.company_id = sessions.company_id
      where sessions.id = any(${clients.map(({ sessionId }) => sessionId)}::uuid[]) and mcc.is_open(sessions, policy)`.execute(
      database.platform,
    );
    return new Set(rows.map(({ id }) => id));
  };

  const sendHeartbeats = async () => {
    for (const client of openClients) client.sendHeartbeat();
    await checkAccess([...openClients]);
    await catchUp();
    heartbeatTimer = openClients.size > 0 ? setTimeout(sendHeartbeats, heartbeat).unref() : undefined;
  };

  return {
    open: async (scope, lastAlert) => {
      subscription ??= changes.subscribe(onChange, onMissed);
      const client = new StreamClient(scope);
      openClients.add(client);
      client.output.once("close", () => openClients.delete(client));
      heartbeatTimer ??= setTimeout(sendHeartbeats, heartbeat).unref();
      timedEndTimer ??= setTimeout(checkTimedEnds, SESSION_CHECK).unref();
      try {
        await subscription;
        // Read once the page hears of announcements: what is committed from now on is either read or announced.
        client.newestAlert = lastAlert ?? (await newestAlertId(database.platform, client));
        if (lastAlert !== undefined) await sendMissed([client]);
      } catch (error) {
        client.output.destroy();
        throw error;
      }
      return client.output;
    },
    close: () => {
      clearTimeout(heartbeatTimer);
      clearTimeout(timedEndTimer);
      for (const client of openClients) client.end();
    },
  };
};
