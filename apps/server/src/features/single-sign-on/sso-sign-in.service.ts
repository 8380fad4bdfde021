import { factorMessages } from "@mcc/contract/factors/factors.messages.ts";
import { AppError, fail } from "@mcc/contract/kit/errors.ts";
import { runAsDirectory } from "../../platform/access/directory-scope.ts";
import { countAttempt } from "../../platform/access/rate-limit.ts";
import type { CompanyScope, SessionScope } from "../../platform/access/scope.ts";
import { hashToken } from "../../platform/access/tokens.ts";
import { companyOfHost } from "../../platform/hosts/company-of-host.ts";
import type { Services } from "../../platform/services.ts";
import { applySignIn } from "../access-mappings/access-mappings.service.ts";
import { addAuditEntry } from "../audit/audit.service.ts";
import { confirmSession } from "../factors/second-factor.service.ts";
import { keepingRefusal, nameRefusal, type Origin, openSession } from "../sign-in/open-session.service.ts";
import { addDirectoryUser } from "../users/directory-users.service.ts";
import * as connections from "./connections.queries.ts";
import { bindUser, findAccount, findBound } from "./identities.queries.ts";
import { type Answer, noteProblem, noteStray, type Refusal } from "./note-problem.service.ts";
import type { Identity } from "./protocols/identity.ts";
import { SsoProblem } from "./protocols/problems.ts";
import { takeCode } from "./requests.queries.ts";
import { ssoLimits, uncountSteps } from "./sso-limits.ts";
import { userOf } from "./user-of-identity.ts";

const startPath = (id: number): string => `/sso/start?connection=${id}`;

/** The buttons of the login page of a company's own host. */
export const ssoOfHost = async (services: Services, host: string) => {
  const company = await companyOfHost(services, host);
  const ways = company ? await connections.enabledOf(services.database.platform, company.id) : [];
  return {
    results: ways.map(({ id, name }) => ({ name, url: startPath(id) })),
    required: ways.some(({ required }) => required),
  };
};

/** By the domain alone, so that it says nothing about accounts. */
export const ssoOfAddress = async ({ database }: Services, { address }: Origin, email: string) => {
  await countAttempt(database.platform, ssoLimits(address, "lookup"));
  const domain = email.slice(email.lastIndexOf("@") + 1).toLowerCase();
  const id = email.includes("@")
    ? await connections.connectionOfDomain(database.platform, domain)
    : undefined;
  return { url: id === undefined ? null : `${startPath(id)}&login_hint=${encodeURIComponent(email)}` };
};

/** Another first sign-in of the person may have created the user meanwhile, whom a second try finds. */
const wasPerhapsCreated = (error: unknown): boolean =>
  ["23505", "address_taken", "other_identity"].includes((error as { code?: string }).code ?? "");

/** The user of a person: bound or created with the first sign-in. Then the mappings are applied, as with each sign-in. */
const signedInUser = async (
  services: Services,
  scope: CompanyScope,
  connection: connections.ConnectionRecord,
  identity: Identity,
): Promise<number> => {
  const found = await userOf(scope, connection, identity);
  const userId =
    found.outcome === "create"
      ? await addDirectoryUser(services, scope, { ...identity, email: found.email }).catch((error) => {
          throw error instanceof AppError ? new SsoProblem("address_taken", found.email) : error;
        })
      : found.user.id;
  if (found.outcome !== "known") {
    await bindUser(scope, connection.id, identity, userId);
    await addAuditEntry(scope.db, {
      actor: { id: null, name: "Single sign-on" },
      action: "sso_identity.created",
      record: { type: "user", id: userId },
      details: { connection: connection.name, issuer: identity.issuer, subject: identity.subject },
    });
  }
  await applySignIn(services, scope, userId, identity.claims);
  return userId;
};

const refused = (
  { message, reference }: Refusal,
  code: "auth.sso_refused" | "auth.sso_not_confirmed" = "auth.sso_refused",
): AppError =>
  new AppError(code, {
    detail: reference === null ? message : `${message} If you ask for help, name the reference ${reference}.`,
    facts: reference === null ? {} : { reference },
  });

/** Completes a sign-in: the code stands for an answer that was checked, in the browser that has begun it. */
export const signInWithSso = async (services: Services, origin: Origin, code: string) => {
  const db = services.database.platform;
  await countAttempt(db, ssoLimits(origin.address, "token"));
  const taken = await takeCode(db, hashToken(code));
  const connection = taken && (await connections.connectionById(db, taken.connection_id));
  const refuse = async (problem: SsoProblem): Promise<never> => {
    throw refused(await noteProblem(services, origin, connection?.company_id ?? null, problem));
  };
  if (!taken?.answer) {
    const problem = new SsoProblem("expired", "there is no such code");
    throw refused(await noteStray(services, origin, connection?.company_id ?? null, problem));
  }
  const answer = JSON.parse(services.textCipher.decrypt(taken.answer)) as Answer;
  if ("problem" in answer) throw refused(answer);
  if (!connection?.enabled)
    return refuse(new SsoProblem("unknown_connection", "it was switched off meanwhile"));
  const { identity } = answer;
  const run = () =>
    runAsDirectory(services, connection.company_id, "Single sign-on", (scope) =>
      signedInUser(services, scope, connection, identity),
    );
  try {
    const userId = await run().catch((error) => (wasPerhapsCreated(error) ? run() : Promise.reject(error)));
    const account = await findAccount(db, userId);
    if (!account) throw new SsoProblem("disabled", undefined, userId);
    const { signOutUrl, signedInAt } = identity;
    const opened = await keepingRefusal(services, origin, { account, method: "Single sign-on" }, () =>
      openSession(
        services,
        account,
        origin,
        { method: "Single sign-on", addedIn: null },
        {
          sso: {
            connectionId: connection.id,
            signOutUrl: signOutUrl === null ? null : services.textCipher.encrypt(signOutUrl),
            signedInAt,
          },
        },
      ),
    );
    await uncountSteps(services, origin);
    return opened;
  } catch (error) {
    return error instanceof SsoProblem ? refuse(error) : Promise.reject(error);
  }
};

/** Confirms that it is still the user of a session, who has signed in at their provider again for that. */
export const confirmWithSso = async (
  services: Services,
  { who, sessionId }: SessionScope,
  origin: Origin,
  code: string,
) => {
  const db = services.database.platform;
  await countAttempt(db, ssoLimits(origin.address, "token"));
  const taken = await takeCode(db, hashToken(code));
  const companyId = who.company?.id ?? 0;
  const refuse = async (problem: SsoProblem): Promise<never> => {
    const noted = await noteProblem(services, origin, companyId || null, problem, who.id);
    throw refused(noted, "auth.sso_not_confirmed");
  };
  const answer = taken?.answer && (JSON.parse(services.textCipher.decrypt(taken.answer)) as Answer);
  if (!answer) return refuse(new SsoProblem("expired", "there is no such code"));
  if ("problem" in answer) {
    if (answer.reference !== null)
      await nameRefusal(services, answer.reference, { id: who.id, company_id: companyId });
    throw refused(answer, "auth.sso_not_confirmed");
  }
  if (!taken.is_forced) return refuse(new SsoProblem("not_fresh", "the code is one of a sign-in"));
  const connectionId = await connections.connectionOfSession(db, sessionId);
  if (connectionId === undefined)
    return refuse(new SsoProblem("unknown_connection", "that of the session is switched off or deleted"));
  if (connectionId !== taken.connection_id) return refuse(new SsoProblem("other_connection"));
  const { issuer, subject } = answer.identity;
  const bound = await findBound({ db, companyId }, connectionId, issuer, subject);
  if (bound?.id !== who.id) return refuse(new SsoProblem("other_person", bound?.username));
  const confirmed = (await confirmSession(db, sessionId, false)) ?? fail("auth.required");
  await uncountSteps(services, origin);
  return { detail: factorMessages.confirmed, confirmed_at: confirmed.confirmed_at.toISOString() };
};
