import { hashToken, randomToken } from "../../platform/access/tokens.ts";
import type { Services } from "../../platform/services.ts";
import { noteRefusal, type Origin } from "../sign-in/open-session.service.ts";
import type { Identity } from "./protocols/identity.ts";
import { reasonOf, type SsoProblem } from "./protocols/problems.ts";

/** A verified person, or what was refused and under which number. Encrypted while it waits for the page. */
export type Answer =
  | { readonly identity: Identity }
  | { readonly problem: SsoProblem["code"]; readonly message: string; readonly reference: string };

const REFERENCE_CHARACTERS = "23456789ABCDEFGHJKMNPQRSTUVWXYZ";

/** Short enough to be told on the phone; only administrators of the company can look it up. */
const newReference = (): string =>
  `SSO-${Array.from(hashToken(randomToken()).subarray(0, 8), (byte) => REFERENCE_CHARACTERS[byte % REFERENCE_CHARACTERS.length]).join("")}`;

/** Notes a refused sign-in in the log of the company, under a number that the person is told. */
export const noteProblem = async (
  services: Services,
  origin: Origin,
  companyId: number | null,
  problem: SsoProblem,
  userId = problem.userId,
): Promise<Extract<Answer, { reference: string }>> => {
  const reference = newReference();
  const account = { id: userId, company_id: companyId };
  await noteRefusal(services, origin, account, { reason: reasonOf(problem), reference });
  return { problem: problem.code, message: problem.message, reference };
};
