import { sql } from "kysely";
import pg from "pg";
import type { Database } from "../db/database.ts";
import type { Log } from "../log.ts";
import { type Change, PendingChanges } from "./pending-changes.ts";

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
const RECONNECT_MS = 1_000;
/** A lost connection without an error is detected by a query. */
const PING_MS = 20_000;

export const openChangeFeed = ({ platform, directUrl }: Database, log: Log): ChangeFeed => {
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
      listener = new ChangeListener(directUrl, log, onChange, onMissed);
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
