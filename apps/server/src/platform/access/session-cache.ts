import type { Session } from "@mcc/contract/access/session.ts";
import { makeRecentCache, type RecentCache } from "./recent-cache.ts";
import { type SignInRow, type SignInState, toSignInState } from "./sign-in-state.ts";

type SiteIds = "all" | readonly number[];

/** A delegation that holds now: the user is the deputy of its principal. */
export interface HeldDelegation {
  readonly id: number;
  /** The largest total; null for any. */
  readonly cap: string | null;
  /** The sites that it is limited to. */
  readonly siteIds: SiteIds;
  readonly principal: {
    readonly id: number;
    readonly roleId: number | null;
    readonly isCompanyAdmin: boolean;
    /** The sites that the principal may see. */
    readonly siteIds: SiteIds;
  };
}

/** The authenticated user of a session, the sites they may see, and whose deputy they are. */
export interface CachedSession {
  readonly who: Session;
  readonly siteIds: SiteIds;
  readonly delegations: readonly HeldDelegation[];
  readonly signIn: SignInState;
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

/** A delegation as `tenant.enter` sends it. */
interface DelegationRow {
  readonly id: number;
  readonly cap: string | null;
  readonly site_ids: readonly number[] | null;
  readonly principal: {
    readonly id: number;
    readonly role_id: number | null;
    readonly is_company_admin: boolean;
    readonly site_ids: readonly number[] | null;
  };
}

const toDelegation = ({ id, cap, site_ids, principal }: DelegationRow): HeldDelegation => ({
  id,
  cap,
  siteIds: site_ids ?? "all",
  principal: {
    id: principal.id,
    roleId: principal.role_id,
    isCompanyAdmin: principal.is_company_admin,
    siteIds: principal.site_ids ?? "all",
  },
});

/** Parses what `tenant.enter` returns; undefined if the session has ended. */
export const parseSession = (
  row: SessionRow | undefined,
  accessVersion: string,
): CachedSession | undefined => {
  if (!row?.who) return undefined;
  const siteIds = row.site_ids === null ? "all" : Object.freeze(JSON.parse(row.site_ids) as number[]);
  const parsed = JSON.parse(row.who) as Session & SignInRow & { delegations?: DelegationRow[] };
  const { delegations = [], policy, confirmed_at, factor_at, ...who } = parsed;
  const signIn = toSignInState({ policy, confirmed_at, factor_at, is_support: who.is_support });
  return { who, siteIds, delegations: delegations.map(toDelegation), signIn, accessVersion };
};
