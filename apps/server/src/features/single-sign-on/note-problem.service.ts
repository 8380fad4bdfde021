import { countAttempt } from "../../platform/access/rate-limit.ts";
import { hashToken, randomToken } from "../../platform/access/tokens.ts";
import { companyOfHost } from "../../platform/hosts/company-of-host.ts";
import { networkOf } from "../../platform/ip-addresses.ts";
import type { Services } from "../../platform/services.ts";
import { noteRefusal, type Origin } from "../sign-in/open-session.service.ts";
import type { Identity } from "./protocols/identity.ts";
import { reasonOf, type SsoProblem } from "./protocols/problems.ts";

export interface Refusal {
  readonly problem: SsoProblem["code"];
  readonly message: string;
  /** For administrators, with the technical reason. */
  readonly reason: string;
  /** Null: it is not in the log. */
  readonly reference: string | null;
}

/** A verified person, or what was refused and under which reference. Encrypted while it waits for the page. */
export type Answer = { readonly identity: Identity } | Refusal;

const REFERENCE_CHARACTERS = "23456789ABCDEFGHJKMNPQRSTUVWXYZ";

/** Short enough to be told on the phone; only administrators of the company can look it up. */
const newReference = (): string =>
  `SSO-${Array.from(hashToken(randomToken()).subarray(0, 8), (byte) => REFERENCE_CHARACTERS[byte % REFERENCE_CHARACTERS.length]).join("")}`;

/** Notes a refused sign-in in the log of the company, under a reference that the person is told. */
export const noteProblem = async (
  services: Services,
  origin: Origin,
  companyId: number | null,
  problem: SsoProblem,
  userId = problem.userId,
): Promise<Refusal> => {
  const reference = newReference();
  const account = { id: userId, company_id: companyId };
  const refusal = { ...withoutNote(problem), reference };
  await noteRefusal(services, origin, account, { reason: refusal.reason, reference });
  return refusal;
};

export const withoutNote = (problem: SsoProblem): Refusal => ({
  problem: problem.code,
  message: problem.message,
  reason: reasonOf(problem),
  reference: null,
});

const WINDOW = 15 * 60;

/**
 * Anybody can send what no sign-in waits for: it is in the log once for each company and network in a while. Where no
 * connection tells the company, the host does.
 */
export const noteStray = async (
  services: Services,
  origin: Origin,
  ofConnection: number | null,
  problem: SsoProblem,
): Promise<Refusal> => {
  const companyId = ofConnection ?? (await companyOfHost(services, origin.url.host))?.id ?? null;
  const bucket = `sso:stray:${problem.code}:${companyId ?? 0}:${networkOf(origin.address)}`;
  const [{ hits }] = await countAttempt(services.database.platform, [{ bucket, seconds: WINDOW }]);
  if (hits === 1) return noteProblem(services, origin, companyId, problem);
  return withoutNote(problem);
};
