import { PassThrough, type Readable } from "node:stream";
import { STREAM_HEARTBEAT, type StreamEvent } from "@mcc/contract/stream/stream.schema.ts";
import { sql } from "kysely";
import type { Change, Changes, StreamKind } from "./changes.ts";
import type { Database } from "./database.ts";
import type { Log } from "./log.ts";
import type { CompanyScope } from "./scope.ts";

/** Open pages are told what changed for them, as long as their session lasts. */
export interface Streams {
  open(scope: Pick<CompanyScope, "who" | "companyId" | "siteIds" | "sessionId">): Promise<Readable>;
  /** Ends every stream: the process is going away, and the pages come back to another one. */
  close(): void;
}

/** After telling, the same is told again no sooner; what happens meanwhile is told together. */
const CALM = 500;
/** A reader who has left this much unread has gone away without saying so. */
const UNREAD = 4 * 1024;
/** The browser's own waiting before it connects again, in milliseconds. */
const RETRY = 3_000;
const KINDS: readonly StreamKind[] = ["approvals", "rules"];
/** Sessions looked at in one statement. */
const AT_ONCE = 100;

const written = (event: StreamEvent): string => `event: ${event.kind}\ndata: ${JSON.stringify(event)}\n\n`;

/** One open page. */
class Viewer {
  readonly output = new PassThrough();
  readonly sessionId: string;
  readonly userId: number;
  readonly companyId: number;
  #sites: "all" | ReadonlySet<number>;
  readonly #waiting = new Set<StreamKind>();
  #calm: NodeJS.Timeout | undefined;

  constructor({ who, companyId, siteIds, sessionId }: Parameters<Streams["open"]>[0]) {
    this.sessionId = sessionId;
    this.userId = who.id;
    this.companyId = companyId;
    this.#sites = siteIds === "all" ? "all" : new Set(siteIds);
    this.output.once("close", () => clearTimeout(this.#calm));
    this.#write(`retry: ${RETRY}\n${written({ kind: "ready" })}`);
  }

  mayNowSee(siteIds: readonly number[] | null): void {
    this.#sites = siteIds === null ? "all" : new Set(siteIds);
  }

  sees(siteIds: "all" | readonly number[]): boolean {
    const mine = this.#sites;
    if (mine === "all" || siteIds === "all") return true;
    return siteIds.some((id) => mine.has(id));
  }

  tell(kind: StreamKind): void {
    this.#waiting.add(kind);
    if (this.#calm) return;
    this.#tellWaiting();
  }

  #tellWaiting(): void {
    this.#calm = undefined;
    if (this.#waiting.size === 0) return;
    for (const kind of this.#waiting) this.#write(written({ kind }));
    this.#waiting.clear();
    this.#calm = setTimeout(() => this.#tellWaiting(), CALM).unref();
  }

  beat(): void {
    this.#write(": still here\n\n");
  }

  #write(text: string): void {
    if (this.output.writableLength + this.output.readableLength > UNREAD) this.output.destroy();
    else if (!this.output.closed) this.output.write(text);
  }

  end(): void {
    this.output.end();
  }
}

export const makeStreams = (
  database: Database,
  changes: Changes,
  log: Log,
  heartbeat = STREAM_HEARTBEAT,
): Streams => {
  const viewers = new Set<Viewer>();
  let following: Promise<void> | undefined;
  let beating: NodeJS.Timeout | undefined;

  const hear = (change: Change) => {
    if (change.kind === "person") {
      recheck([...viewers].filter(({ userId }) => userId === change.userId));
      return;
    }
    for (const viewer of viewers) {
      if (viewer.companyId === change.companyId && viewer.sees(change.siteIds)) viewer.tell(change.kind);
    }
  };
  const missed = () => {
    for (const viewer of viewers) for (const kind of KINDS) viewer.tell(kind);
  };

  /** Who is still signed in, and what they may see by now. */
  const recheck = async (whom: readonly Viewer[]): Promise<void> => {
    try {
      for (let at = 0; at < whom.length; at += AT_ONCE) await look(whom.slice(at, at + AT_ONCE));
    } catch (error) {
      log.warn({ err: error }, "open streams could not be checked");
    }
  };

  const look = async (whom: readonly Viewer[]): Promise<void> => {
    const { rows } = await sql<{ id: string; is_member: boolean; site_ids: number[] | null }>`
      select session.id, coalesce((entered.who->'company'->>'id') is not null, false) as is_member, entered.site_ids
      from unnest(${whom.map(({ sessionId }) => sessionId)}::uuid[]) as session (id)
      cross join lateral tenant.enter(session.id) as entered`.execute(database.platform);
    const bySession = new Map(rows.map((row) => [row.id, row]));
    for (const viewer of whom) {
      const found = bySession.get(viewer.sessionId);
      if (found?.is_member) viewer.mayNowSee(found.site_ids);
      else viewer.end();
    }
  };

  const beat = async () => {
    for (const viewer of viewers) viewer.beat();
    await recheck([...viewers]);
    beating = viewers.size > 0 ? setTimeout(beat, heartbeat).unref() : undefined;
  };

  return {
    open: async (scope) => {
      following ??= changes.follow(hear, missed);
      const viewer = new Viewer(scope);
      viewers.add(viewer);
      viewer.output.once("close", () => viewers.delete(viewer));
      beating ??= setTimeout(beat, heartbeat).unref();
      await following;
      return viewer.output;
    },
    close: () => {
      clearTimeout(beating);
      for (const viewer of viewers) viewer.end();
    },
  };
};
