import type { StreamEvent } from "@mcc/contract/stream/stream.schema.ts";
import { sql } from "kysely";
import pg from "pg";
import type { Database } from "../db/database.ts";
import type { Log } from "../log.ts";

/** The kinds of changes a stream reports; that it is open it reports itself. */
export type StreamKind = Exclude<StreamEvent["kind"], "ready">;
/** What is announced for sites of a company; `access` follows from an announcement about one user. */
type SiteKind = Exclude<StreamKind, "access">;

/** About one user: what they may do or see, or which of their alerts they have read. */
type UserKind = "person" | "own-alerts";

/** Something changed at some sites of a company, or for one user. */
export type Change =
  | { readonly kind: SiteKind; readonly companyId: number; readonly siteIds: "all" | readonly number[] }
  | { readonly kind: UserKind; readonly userId: number };

/** Notifies every process of the installation about committed changes. */
export interface ChangeFeed {
  /** Sent with a short delay, together with others; a crash in between loses the notification, never the change. */
  announce(change: Change): void;
  /** Receives notifications of all processes. `onMissed` is called when some may have been lost. */
  subscribe(onChange: (change: Change) => void, onMissed: () => void): Promise<void>;
  stop(): Promise<void>;
}

const CHANNEL = "mcc_changes";
/** Notifications are collected this long: many changes at once are one notification. */
const GATHER_MS = 50;
/** A PostgreSQL notification has at most 8,000 bytes; beyond this number of sites it means all of them. */
const MAX_SITES = 500;
const RECONNECT_MS = 1_000;
/** A lost connection without an error is detected by a query. */
const PING_MS = 20_000;

/** Announcements of one kind in one company, gathered. */
class PendingChanges {
  readonly #sites = new Map<string, { kind: SiteKind; companyId: number; siteIds: Set<number> | "all" }>();
  readonly #users = new Map<string, Extract<Change, { kind: UserKind }>>();

  add(change: Change): void {
    if ("userId" in change) {
      this.#users.set(`${change.kind}/${change.userId}`, change);
      return;
    }
    const { kind, companyId, siteIds } = change;
    const key = `${kind}/${companyId}`;
    const known = this.#sites.get(key)?.siteIds ?? new Set<number>();
    const all = known === "all" || siteIds === "all" ? "all" : new Set([...known, ...siteIds]);
    this.#sites.set(key, { kind, companyId, siteIds: all !== "all" && all.size > MAX_SITES ? "all" : all });
  }

  /** Takes all collected notifications. */
  take(): Change[] {
    const changes: Change[] = [
      ...this.#users.values(),
      ...[...this.#sites.values()].map(
        ({ siteIds, ...rest }): Change => ({ ...rest, siteIds: siteIds === "all" ? "all" : [...siteIds] }),
      ),
    ];
    this.#sites.clear();
    this.#users.clear();
    return changes;
  }
}

export const openChangeFeed = ({ platform, url }: Database, log: Log): ChangeFeed => {
  const pending = new PendingChanges();
  let notifyTimer: NodeJS.Timeout | undefined;
  let stopped = false;
  let listener: ChangeListener | undefined;

  const notify = async (): Promise<void> => {
    notifyTimer = undefined;
    const notices = pending.take().map((change) => JSON.stringify(change));
    if (notices.length === 0) return;
    try {
      await sql`select pg_notify(${CHANNEL}, notice) from unnest(${notices}::text[]) as notice`.execute(
        platform,
      );
    } catch (error) {
      log.warn({ err: error }, "changes could not be announced");
    }
  };

  return {
    announce: (change) => {
      if (stopped) return;
      pending.add(change);
      notifyTimer ??= setTimeout(notify, GATHER_MS);
    },
    subscribe: async (onChange, onMissed) => {
      listener = new ChangeListener(url, log, onChange, onMissed);
      await listener.listen();
    },
    stop: async () => {
      stopped = true;
      clearTimeout(notifyTimer);
      await Promise.all([notify(), listener?.stop()]);
    },
  };
};

/** A separate connection that listens, and reconnects when it is lost. */
class ChangeListener {
  readonly #url: string;
  readonly #log: Log;
  readonly #onChange: (change: Change) => void;
  readonly #onMissed: () => void;
  #client: pg.Client | undefined;
  #timer: NodeJS.Timeout | undefined;
  #stopped = false;

  constructor(url: string, log: Log, onChange: (change: Change) => void, onMissed: () => void) {
    this.#url = url;
    this.#log = log;
    this.#onChange = onChange;
    this.#onMissed = onMissed;
  }

  async listen(): Promise<void> {
    const client = new pg.Client({
      connectionString: this.#url,
      application_name: CHANNEL,
      connectionTimeoutMillis: 5_000,
      query_timeout: 5_000,
      keepAlive: true,
    });
    this.#client = client;
    client.on("error", (error) => this.#handleLoss(client, error));
    client.on("end", () => this.#handleLoss(client));
    client.on("notification", ({ payload }) => {
      if (payload) this.#onChange(JSON.parse(payload) as Change);
    });
    try {
      await client.connect();
      await client.query(`listen ${CHANNEL}`);
      this.#schedulePing(client);
    } catch (error) {
      this.#handleLoss(client, error);
    }
  }

  #schedulePing(client: pg.Client): void {
    this.#timer = setTimeout(() => {
      client.query("select 1").then(
        () => this.#client === client && this.#schedulePing(client),
        (error) => this.#handleLoss(client, error),
      );
    }, PING_MS).unref();
  }

  /** Notifications in the meantime are lost: subscribers are notified of that when the connection is restored. */
  #handleLoss(client: pg.Client, error?: unknown): void {
    if (this.#client !== client) return;
    this.#client = undefined;
    clearTimeout(this.#timer);
    client.end().catch(() => {});
    if (this.#stopped) return;
    this.#log.warn({ err: error }, "change listener disconnected");
    this.#timer = setTimeout(async () => {
      await this.listen();
      if (this.#client) this.#onMissed();
    }, RECONNECT_MS).unref();
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#timer);
    const client = this.#client;
    this.#client = undefined;
    await client?.end();
  }
}
