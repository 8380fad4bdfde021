import type { Session } from "@mcc/contract/access/session.ts";
import { makeRecentCache, type RecentCache } from "./recent-cache.ts";

/** The authenticated user of a session, and the sites they may see. */
export interface CachedSession {
  readonly who: Session;
  readonly siteIds: "all" | readonly number[];
  /**
   * From `tenant.resume_session`, called before the session was loaded. A cached session is valid while its version is
   * unchanged.
   */
  readonly accessVersion: string;
}

/** The latest sessions. The database confirms each of them for every request. */
export type SessionCache = RecentCache<string, CachedSession>;

const MAX_SESSIONS = 2_000;

export const makeSessionCache = (): SessionCache => makeRecentCache(MAX_SESSIONS);

/** An API key that was valid for a company when it was last checked. Every transaction checks again what it may do. */
export interface KnownKey {
  readonly id: number;
  readonly companyId: number | undefined;
}
export type KnownKeys = RecentCache<string, KnownKey>;

const MOST_KEYS = 1_000;

export const makeKnownKeys = (): KnownKeys => makeRecentCache(MOST_KEYS);

/** The row that `tenant.enter` returns, as text. */
export interface SessionRow {
  readonly who: string | null;
  readonly site_ids: string | null;
}

/** Parses what `tenant.enter` returns; undefined if the session has ended. */
export const parseSession = (
  row: SessionRow | undefined,
  accessVersion: string,
): CachedSession | undefined => {
  if (!row?.who) return undefined;
  const siteIds = row.site_ids === null ? "all" : Object.freeze(JSON.parse(row.site_ids) as number[]);
  return { who: JSON.parse(row.who) as Session, siteIds, accessVersion };
};
