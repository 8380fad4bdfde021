import type { StreamEvent } from "@mcc/contract/stream/stream.schema.ts";
import { sql } from "kysely";
import pg from "pg";
import type { Database } from "./database.ts";
import type { Log } from "./log.ts";

/** What a stream can tell about; that it is open it tells by itself. */
export type StreamKind = Exclude<StreamEvent["kind"], "ready">;

/** Something changed at some sites of a company, or in what one person may see. */
export type Change =
  | { readonly kind: StreamKind; readonly companyId: number; readonly siteIds: "all" | readonly number[] }
  | { readonly kind: "person"; readonly userId: number };

/** Says to every process of the installation what has changed, after it has been committed. */
export interface Changes {
  /** Said within a moment, together with others; a crash in between costs the hint, never the change. */
  announce(change: Change): void;
  /** Hears what is announced anywhere. `missed` is called when something may not have been heard. */
  follow(hear: (change: Change) => void, missed: () => void): Promise<void>;
  stop(): Promise<void>;
}

const CHANNEL = "mcc_changes";
/** So long announcements are gathered: many changes at once are one notice. */
const GATHER = 50;
/** PostgreSQL carries 8,000 bytes in a notice; beyond so many sites it is simply all of them. */
const MOST_SITES = 500;
const CONNECT_AGAIN = 1_000;
/** A connection that was cut without a word is noticed by asking. */
const STILL_THERE = 20_000;

/** Announcements of one kind in one company, gathered. */
class Gathered {
  readonly #sites = new Map<string, { kind: StreamKind; companyId: number; siteIds: Set<number> | "all" }>();
  readonly #people = new Set<number>();

  add(change: Change): void {
    if (change.kind === "person") {
      this.#people.add(change.userId);
      return;
    }
    const { kind, companyId, siteIds } = change;
    const key = `${kind}/${companyId}`;
    const known = this.#sites.get(key)?.siteIds ?? new Set<number>();
    const all = known === "all" || siteIds === "all" ? "all" : new Set([...known, ...siteIds]);
    this.#sites.set(key, { kind, companyId, siteIds: all !== "all" && all.size > MOST_SITES ? "all" : all });
  }

  /** What is to be said, and nothing is left. */
  take(): Change[] {
    const said: Change[] = [
      ...[...this.#people].map((userId): Change => ({ kind: "person", userId })),
      ...[...this.#sites.values()].map(
        ({ siteIds, ...rest }): Change => ({ ...rest, siteIds: siteIds === "all" ? "all" : [...siteIds] }),
      ),
    ];
    this.#sites.clear();
    this.#people.clear();
    return said;
  }
}

export const openChanges = ({ platform, url }: Database, log: Log): Changes => {
  const gathered = new Gathered();
  let saying: NodeJS.Timeout | undefined;
  let stopped = false;
  let ear: Ear | undefined;

  const say = async (): Promise<void> => {
    saying = undefined;
    const notices = gathered.take().map((change) => JSON.stringify(change));
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
      gathered.add(change);
      saying ??= setTimeout(say, GATHER);
    },
    follow: async (hear, missed) => {
      ear = new Ear(url, log, hear, missed);
      await ear.listen();
    },
    stop: async () => {
      stopped = true;
      clearTimeout(saying);
      await Promise.all([say(), ear?.stop()]);
    },
  };
};

/** A connection of its own that listens, and comes back when it is lost. */
class Ear {
  readonly #url: string;
  readonly #log: Log;
  readonly #hear: (change: Change) => void;
  readonly #missed: () => void;
  #client: pg.Client | undefined;
  #again: NodeJS.Timeout | undefined;
  #stopped = false;

  constructor(url: string, log: Log, hear: (change: Change) => void, missed: () => void) {
    this.#url = url;
    this.#log = log;
    this.#hear = hear;
    this.#missed = missed;
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
    client.on("error", (error) => this.#lose(client, error));
    client.on("end", () => this.#lose(client));
    client.on("notification", ({ payload }) => {
      if (payload) this.#hear(JSON.parse(payload) as Change);
    });
    try {
      await client.connect();
      await client.query(`listen ${CHANNEL}`);
      this.#watch(client);
    } catch (error) {
      this.#lose(client, error);
    }
  }

  #watch(client: pg.Client): void {
    this.#again = setTimeout(() => {
      client.query("select 1").then(
        () => this.#client === client && this.#watch(client),
        (error) => this.#lose(client, error),
      );
    }, STILL_THERE).unref();
  }

  /** What was said meanwhile is not heard any more: whoever follows is told so when the connection is back. */
  #lose(client: pg.Client, error?: unknown): void {
    if (this.#client !== client) return;
    this.#client = undefined;
    clearTimeout(this.#again);
    client.end().catch(() => {});
    if (this.#stopped) return;
    this.#log.warn({ err: error }, "not listening for changes");
    this.#again = setTimeout(async () => {
      await this.listen();
      if (this.#client) this.#missed();
    }, CONNECT_AGAIN).unref();
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#again);
    const client = this.#client;
    this.#client = undefined;
    await client?.end();
  }
}
