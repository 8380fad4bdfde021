import { decisionPath } from "@mcc/contract/decision-links/decision-path.ts";
import { fail } from "@mcc/contract/kit/errors.ts";
import type { CompanyData, CompanyScope } from "../../platform/access/scope.ts";
import { hashToken, randomToken } from "../../platform/access/tokens.ts";
import { MessageLink } from "../../platform/mail/message-text.ts";
import type { Services } from "../../platform/services.ts";
import { addLink, findWorkingLink, type LinkTarget, type WorkingLink } from "./decision-links.queries.ts";

export type { WorkingLink } from "./decision-links.queries.ts";
export { deleteOldLinks, isCurrentStep, useLink } from "./decision-links.queries.ts";

const LINK_SECONDS = 72 * 60 * 60;
/** How long the portal has to hand a sign-in over to the page. */
const PROOF_SECONDS = 60;

/** The links of a message by which one user decides about one step. */
export interface DecisionLinks {
  readonly approve: MessageLink;
  readonly reject: MessageLink;
}

/** Adds the link of a message to an address, in the transaction that stores the message. */
export const addDecisionLinks = async (
  publicUrl: string,
  data: CompanyData,
  target: LinkTarget,
  email: string,
): Promise<DecisionLinks> => {
  const token = randomToken();
  await addLink(data, target, email, hashToken(token), LINK_SECONDS);
  const to = (decision: string) => new MessageLink(publicUrl, `${decisionPath(token)}?decision=${decision}`);
  return { approve: to("approve"), reject: to("reject") };
};

const TOKEN = /^[A-Za-z0-9_-]{43}$/;

/** The link of a token, while it works: unused, not expired, and its user has the same password and address. */
export const workingLink = async (
  { database }: Pick<Services, "database">,
  token: string,
): Promise<WorkingLink | undefined> =>
  TOKEN.test(token) ? findWorkingLink(database.platform, hashToken(token)) : undefined;

/** Proves to the page that the user of a link is signed in. */
export const openDecisionLink = async (
  services: Services,
  { who, sessionId }: CompanyScope,
  token: string,
): Promise<{ proof: string }> => {
  const link = await workingLink(services, token);
  if (!link || link.userId !== who.id) fail("not_found");
  return { proof: signProof(services, link, sessionId, PROOF_SECONDS) };
};

/** A session for one link and nothing else. */
export const signProof = (
  { signedLinks }: Pick<Services, "signedLinks">,
  { id }: WorkingLink,
  session: string,
  seconds: number,
): string => signedLinks.sign("decision", { link: id, session }, seconds);

/** The session that a proof names, if it is of this link. */
export const sessionInProof = (
  { signedLinks }: Pick<Services, "signedLinks">,
  { id }: WorkingLink,
  proof: string,
): string | undefined => {
  const { link, session } = signedLinks.verify("decision", proof) ?? {};
  return link === id && typeof session === "string" ? session : undefined;
};
