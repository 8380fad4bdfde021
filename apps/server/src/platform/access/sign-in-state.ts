import type { BlockList } from "node:net";
import { type GlobalAction, must } from "@mcc/contract/access/permissions.ts";
import type { Session } from "@mcc/contract/access/session.ts";
import { type Endpoint, isRead } from "@mcc/contract/kit/endpoint.ts";
import { AppError, fail } from "@mcc/contract/kit/errors.ts";
import { isInNetworks, parseNetworks, unmapped } from "../ip-addresses.ts";
import { requestAddress } from "./request-address.ts";

/** What the policy of the company says of a session, and when its user last proved to be themselves. */
export interface SignInState {
  readonly networks: BlockList | undefined;
  /** The session ends after a while without use. */
  readonly hasIdleEnd: boolean;
  /** The company ends it by time: so, after its longest time, or with support access. */
  readonly hasTimedEnd: boolean;
  readonly confirmMinutes: number;
  readonly confirmRules: boolean;
  /** Seconds since 1970. */
  readonly confirmedAt: number;
  /** The same with a second factor. */
  readonly factorAt: number;
}

/** As `tenant.enter` sends it. */
export interface SignInRow {
  readonly policy?: {
    readonly networks: readonly string[];
    readonly idle_minutes: number | null;
    readonly session_hours: number | null;
    readonly confirm_minutes: number;
    readonly confirm_rules: boolean;
  } | null;
  readonly confirmed_at?: number | null;
  readonly factor_at?: number | null;
  readonly is_support?: boolean;
}

const CONFIRM_MINUTES = 120;

export const toSignInState = ({ policy, confirmed_at, factor_at, is_support }: SignInRow): SignInState => ({
  networks: policy && policy.networks.length > 0 ? parseNetworks(policy.networks) : undefined,
  hasIdleEnd: policy?.idle_minutes != null,
  hasTimedEnd: policy?.idle_minutes != null || policy?.session_hours != null || is_support === true,
  confirmMinutes: policy?.confirm_minutes ?? CONFIRM_MINUTES,
  confirmRules: policy?.confirm_rules ?? false,
  confirmedAt: confirmed_at ?? 0,
  factorAt: factor_at ?? 0,
});

/** Whether the networks of the company include an address; jobs have none. */
export const isAllowedFrom = ({ networks }: SignInState, address: string | null): boolean =>
  !networks || address === null || isInNetworks(networks, unmapped(address));

export const mustBeAllowedHere = (state: SignInState): void => {
  if (!isAllowedFrom(state, requestAddress())) fail("auth.network");
};

interface Confirmed {
  readonly who: Session;
  readonly signIn: SignInState;
}

/**
 * Refused unless the user has lately confirmed that it is them; a factor is needed only if they have one. `most` is for
 * what needs it sooner than the company says.
 */
export const mustBeConfirmed = (
  { who, signIn }: Confirmed,
  by: "anything" | "factor" = "anything",
  most = Number.POSITIVE_INFINITY,
): void => {
  const needsFactor = by === "factor" && who.has_second_factor;
  const at = needsFactor ? signIn.factorAt : signIn.confirmedAt;
  if (Date.now() / 1000 - at <= Math.min(most, signIn.confirmMinutes) * 60) return;
  throw new AppError("auth.confirmation_required", { facts: { needs_factor: needsFactor } });
};

/** Support access is read only: nothing else is asked of a write than whether it ends the session. */
const isOpenToSupport = ({ support, ...endpoint }: Endpoint): boolean =>
  support === "allowed" || (isRead(endpoint) && support !== "refused");

/** What a request needs: a second factor where it is required, the permission, and then a confirmation. */
export const mustBeAllowed = (endpoint: Endpoint, scope: Confirmed): void => {
  if (scope.who.must_enroll && !endpoint.whileEnrolling) fail("auth.enrollment_required");
  must(scope.who, endpoint.allow as GlobalAction);
  if (scope.who.is_support && !isOpenToSupport(endpoint)) fail("support.read_only");
  if (endpoint.confirm === "factor") mustBeConfirmed(scope, "factor");
  if (endpoint.confirm === "security" || (endpoint.confirm === "rules" && scope.signIn.confirmRules))
    mustBeConfirmed(scope);
};

const ENDED: Readonly<Record<string, string>> = {
  admin: "An administrator has ended your session. Please log in again.",
  company_closed: "Your company's account is closed. Please contact your provider.",
  idle: "You were signed out because you were inactive. Please log in again.",
  single_sign_on: "Your company now signs in with its identity provider. Please sign in again.",
  support: "Support access to this company has ended.",
  too_long: "Your session has reached its longest time. Please log in again.",
};

/** Refuses a session that has ended, and says why if its user should know. */
export const failEnded = (reason: string | null | undefined): never => {
  const detail = reason ? ENDED[reason] : undefined;
  throw new AppError("auth.required", detail ? { detail, facts: { reason } } : {});
};
