import { PassThrough, type Readable } from "node:stream";
import { STREAM_HEARTBEAT, type StreamEvent } from "@mcc/contract/stream/stream.schema.ts";
import { sql } from "kysely";
import type { CompanyScope } from "../access/scope.ts";
import type { Database } from "../db/database.ts";
import type { Log } from "../log.ts";
import type { Change, ChangeFeed, StreamKind } from "./change-feed.ts";

/** Open pages are notified of changes that concern them, while their session is valid. */
export interface EventStreams {
  open(scope: Pick<CompanyScope, "who" | "companyId" | "siteIds" | "sessionId">): Promise<Readable>;
  /** Ends every stream: the process is stopping, and the pages reconnect to another one. */
  close(): void;
}

/** The minimum time between two notifications of the same kind; changes in between are combined. */
const THROTTLE_MS = 500;
/** A client with this much unread data has disconnected without notice. */
const MAX_UNREAD_BYTES = 4 * 1024;
/** The browser's delay before it reconnects, in milliseconds. */
const RECONNECT_MS = 3_000;
/** Every kind: one that is missing here does not compile. */
const KINDS = Object.keys({
  approvals: true,
  orders: true,
  rules: true,
  sites: true,
  alerts: true,
  users: true,
  access: true,
} satisfies Record<StreamKind, true>) as StreamKind[];
/** Sessions looked at in one statement. */
const SESSIONS_PER_QUERY = 100;

const serializedEvent = (event: StreamEvent): string =>
  `event: ${event.kind}\ndata: ${JSON.stringify(event)}\n\n`;

/** One open page. */
class StreamClient {
  readonly output = new PassThrough();
  readonly sessionId: string;
  readonly userId: number;
  readonly companyId: number;
  #sites: "all" | ReadonlySet<number>;
  readonly #pendingKinds = new Set<StreamKind>();
  #throttle: NodeJS.Timeout | undefined;

  constructor({ who, companyId, siteIds, sessionId }: Parameters<EventStreams["open"]>[0]) {
    this.sessionId = sessionId;
    this.userId = who.id;
    this.companyId = companyId;
    this.#sites = siteIds === "all" ? "all" : new Set(siteIds);
    this.output.once("close", () => clearTimeout(this.#throttle));
    this.#write(`retry: ${RECONNECT_MS}\n${serializedEvent({ kind: "ready" })}`);
  }

  /** Tells the page when its user sees other sites than before. */
  setSites(siteIds: readonly number[] | null): void {
    const before = this.#sites;
    const after = siteIds === null ? "all" : new Set(siteIds);
    this.#sites = after;
    const isSame =
      before === "all" || after === "all"
        ? before === after
        : before.size === after.size && [...before].every((id) => after.has(id));
    if (!isSame) this.notify("access");
  }

  sees(siteIds: "all" | readonly number[]): boolean {
    const mine = this.#sites;
    if (mine === "all" || siteIds === "all") return true;
    return siteIds.some((id) => mine.has(id));
  }

  notify(kind: StreamKind): void {
    this.#pendingKinds.add(kind);
    if (this.#throttle) return;
    this.#flush();
  }

  #flush(): void {
    this.#throttle = undefined;
    if (this.#pendingKinds.size === 0) return;
    for (const kind of this.#pendingKinds) this.#write(serializedEvent({ kind }));
    this.#pendingKinds.clear();
    this.#throttle = setTimeout(() => this.#flush(), THROTTLE_MS).unref();
  }

  sendHeartbeat(): void {
    this.#write(": still here\n\n");
  }

  #write(text: string): void {
    if (this.output.writableLength + this.output.readableLength > MAX_UNREAD_BYTES) this.output.destroy();
    else if (this.output.writable) this.output.write(text);
  }

  end(): void {
    this.output.end();
  }
}

export const makeEventStreams = (
  database: Database,
  changes: ChangeFeed,
  log: Log,
  heartbeat = STREAM_HEARTBEAT,
): EventStreams => {
  const openClients = new Set<StreamClient>();
  let subscription: Promise<void> | undefined;
  let heartbeatTimer: NodeJS.Timeout | undefined;

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
    const concerned = [...openClients].filter(
      (client) => client.companyId === change.companyId && client.sees(change.siteIds),
    );
    // Who may see which sites may have changed: the pages read again, and hear of the right sites from then on.
    if (change.kind === "sites") void checkAccess(concerned);
    for (const client of concerned) client.notify(change.kind);
  };
  const onMissed = () => {
    for (const client of openClients) for (const kind of KINDS) client.notify(kind);
  };

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
    const { rows } = await sql<{ id: string; is_member: boolean; site_ids: number[] | null }>`
      select session.id, coalesce((entered.who->'company'->>'id') is not null, false) as is_member, entered.site_ids
      from unnest(${clients.map(({ sessionId }) => sessionId)}::uuid[]) as session (id)
      cross join lateral tenant.enter(session.id) as entered`.execute(database.platform);
    const bySession = new Map(rows.map((row) => [row.id, row]));
    for (const client of clients) {
      const found = bySession.get(client.sessionId);
      if (found?.is_member) client.setSites(found.site_ids);
      else client.end();
    }
  };

  const sendHeartbeats = async () => {
    for (const client of openClients) client.sendHeartbeat();
    await checkAccess([...openClients]);
    heartbeatTimer = openClients.size > 0 ? setTimeout(sendHeartbeats, heartbeat).unref() : undefined;
  };

  return {
    open: async (scope) => {
      subscription ??= changes.subscribe(onChange, onMissed);
      const client = new StreamClient(scope);
      openClients.add(client);
      client.output.once("close", () => openClients.delete(client));
      heartbeatTimer ??= setTimeout(sendHeartbeats, heartbeat).unref();
      await subscription;
      return client.output;
    },
    close: () => {
      clearTimeout(heartbeatTimer);
      for (const client of openClients) client.end();
    },
  };
};
