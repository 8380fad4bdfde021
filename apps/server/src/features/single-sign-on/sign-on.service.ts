import { randomUUID } from "node:crypto";
import { AppError } from "@mcc/contract/kit/errors.ts";
import type { Kysely } from "kysely";
import { runAsDirectory } from "../../platform/access/directory-scope.ts";
import { countAttempt } from "../../platform/access/rate-limit.ts";
import { hashToken, randomToken } from "../../platform/access/tokens.ts";
import type { Tables } from "../../platform/db/tables.ts";
import type { Services } from "../../platform/services.ts";
import type { Origin } from "../sign-in/open-session.service.ts";
import * as connections from "./connections.queries.ts";
import { readMetadata } from "./connections.service.ts";
import { type Answer, noteProblem, noteStray, withoutNote } from "./note-problem.service.ts";
import type { Identity } from "./protocols/identity.ts";
import { oidcIdentity, oidcStartUrl } from "./protocols/oidc.ts";
import { SsoProblem, UnknownSignature } from "./protocols/problems.ts";
import type { SamlSession } from "./protocols/saml.ts";
import { ourUrls } from "./protocols/urls.ts";
import * as requests from "./requests.queries.ts";
import { ssoLimits } from "./sso-limits.ts";
import { testResult } from "./test-result.ts";

/** Loaded when the first connection of this kind is used. */
const loadSaml = () => import("./protocols/saml.ts");

const METADATA_MS = 60_000;
const asProblem = (error: unknown): SsoProblem => {
  if (error instanceof SsoProblem) return error;
  throw error;
};

const newRequest = (connectionId: number, more: Partial<requests.SsoRequest> = {}): requests.SsoRequest => ({
  connection_id: connectionId,
  nonce: randomToken(),
  code_verifier: randomToken(),
  request_id: `_${randomUUID()}`,
  next_page: null,
  tester_id: null,
  is_forced: false,
  ...more,
});

/** Where the browser goes on; `state` belongs to a request that an admin has prepared. */
export interface Start {
  readonly connectionId: number;
  readonly next: string | undefined;
  readonly loginHint: string | undefined;
  readonly isForced: boolean;
  readonly preparedState: string | undefined;
  /** A secret of the browser. */
  readonly browser: string;
}

const urlAtProvider = async (
  services: Services,
  connection: connections.ConnectionRecord,
  request: requests.SsoRequest,
  state: string,
  loginHint: string | undefined,
): Promise<string> => {
  const urls = ourUrls(services, connection);
  return connection.kind === "oidc"
    ? oidcStartUrl(services, connection, urls, request, { state, loginHint })
    : (await loadSaml()).samlStartUrl(services, connection, urls, request, state);
};

/** For an admin who tries a connection: the address where any browser of theirs begins. */
export const prepareTest = async (
  services: Services,
  connection: connections.ConnectionRecord,
  testerId: number,
): Promise<string> => {
  const state = randomToken();
  const request = newRequest(connection.id, { tester_id: testerId });
  await urlAtProvider(services, connection, request, state, undefined).catch((error) => {
    const { code, message, why } = asProblem(error);
    throw new AppError("sso.unreachable", {
      detail: code === "misconfigured" ? `${message} ${why ?? ""}`.trim() : message,
      facts: { why },
    });
  });
  await requests.addRequest(services.database.platform, hashToken(state), undefined, request);
  return `${ourUrls(services, connection).origin}/sso/start?try=${state}`;
};

const requestFor = async (
  db: Kysely<Tables>,
  { connectionId, next, isForced, preparedState, browser }: Start,
): Promise<{ request: requests.SsoRequest; state: string }> => {
  if (preparedState !== undefined) {
    const request = await requests.claimRequest(db, hashToken(preparedState), hashToken(browser));
    if (!request) throw new SsoProblem("expired", "the try-out was begun before");
    return { request, state: preparedState };
  }
  const state = randomToken();
  const request = newRequest(connectionId, { next_page: next ?? null, is_forced: isForced });
  await requests.addRequest(db, hashToken(state), hashToken(browser), request);
  return { request, state };
};

const mustBeOn = (
  connection: connections.ConnectionRecord | undefined,
  request: Pick<requests.SsoRequest, "tester_id">,
): connections.ConnectionRecord => {
  if (!connection || (!connection.enabled && request.tester_id === null))
    throw new SsoProblem("unknown_connection", "the connection is switched off or deleted");
  return connection;
};

/** The host where the sign-in of a connection takes place; nothing for one that does not exist or is off. */
export const originOf = async (services: Services, connectionId: number): Promise<string | undefined> => {
  const connection = await connections.connectionById(services.database.platform, connectionId);
  return connection?.enabled ? ourUrls(services, connection).origin : undefined;
};

/** The address at the provider, or the code of an answer that says what went wrong. */
export const startSignIn = async (
  services: Services,
  origin: Origin,
  start: Start,
): Promise<{ url: string } | { code: string }> => {
  const db = services.database.platform;
  let connection: connections.ConnectionRecord | undefined;
  try {
    await countAttempt(db, ssoLimits(origin.address, "start")).catch((error) => {
      throw error instanceof AppError ? new SsoProblem("too_many") : error;
    });
    const { request, state } = await requestFor(db, start);
    connection = mustBeOn(await connections.connectionById(db, request.connection_id), request);
    return { url: await urlAtProvider(services, connection, request, state, start.loginHint) };
  } catch (error) {
    const problem = asProblem(error);
    const answer =
      problem.code === "too_many"
        ? withoutNote(problem)
        : await noteProblem(services, origin, connection?.company_id ?? null, problem);
    return { code: await codeFor(services, start.browser, answer) };
  }
};

/** A code for an answer that belongs to no request of this browser. */
export const codeFor = async (services: Services, browser: string, answer: Answer): Promise<string> => {
  const db = services.database.platform;
  const [answerHash, code] = [hashToken(randomToken()), randomToken()];
  await requests.addRequest(db, answerHash, hashToken(browser), newRequest(0));
  await requests.saveAnswer(db, answerHash, services.textCipher.encrypt(JSON.stringify(answer)));
  await requests.giveCode(db, answerHash, hashToken(browser), hashToken(code));
  return code;
};

type Posted =
  /** The browser is known by its cookie: the provider leads there by an address, which brings it. */
  | { readonly search: string; readonly browser: string | undefined }
  | { readonly connectionId: number; readonly response: string };

/** Certificates of SAML providers change: the metadata is read again when a signature fits to none of them. */
const withNewCertificates = async (
  services: Services,
  connection: connections.ConnectionRecord,
  check: (connection: connections.ConnectionRecord) => Promise<Identity>,
): Promise<Identity> => {
  try {
    return await check(connection);
  } catch (error) {
    const { metadata_url, metadata_read_at, certificates } = connection;
    const isRecent = Date.now() - (metadata_read_at?.getTime() ?? 0) < METADATA_MS;
    if (!(error instanceof UnknownSignature) || !metadata_url || isRecent) throw error;
    const read = await readMetadata(services, metadata_url).catch(() => undefined);
    if (read?.issuer !== connection.issuer) throw error;
    await connections.setCertificates(services.database.platform, connection.id, read.certificates);
    if (read.certificates.every((one) => certificates.includes(one))) throw error;
    return check({ ...connection, certificates: read.certificates });
  }
};

const identityOf = async (
  services: Services,
  connection: connections.ConnectionRecord,
  request: requests.TakenRequest,
  state: string,
  posted: Posted,
): Promise<Identity> => {
  const urls = ourUrls(services, connection);
  if ("search" in posted) {
    if (!posted.browser || !hashToken(posted.browser).equals(request.browser_hash))
      throw new SsoProblem("other_browser");
    if (connection.kind !== "oidc") throw new SsoProblem("invalid_answer", "the connection is one of SAML");
    return oidcIdentity(services, connection, urls, request, { state, search: posted.search });
  }
  if (connection.kind !== "saml" || connection.id !== posted.connectionId)
    throw new SsoProblem("invalid_answer", "the answer was sent to another connection");
  const { samlIdentity } = await loadSaml();
  return withNewCertificates(services, connection, (one) =>
    samlIdentity(services, one, urls, request, posted.response),
  );
};

/** Checks the answer of a provider and keeps it, under a new secret, for the browser that has begun the sign-in. */
export const takeAnswer = async (
  services: Services,
  origin: Origin,
  state: string,
  posted: Posted,
): Promise<{ readonly kept: string } | { readonly answer: Answer }> => {
  const db = services.database.platform;
  const kept = randomToken();
  const request = await requests.takeRequest(db, hashToken(state), hashToken(kept));
  const known = request?.connection_id ?? ("connectionId" in posted ? posted.connectionId : undefined);
  const connection = known === undefined ? undefined : await connections.connectionById(db, known);
  try {
    if (!request)
      throw new SsoProblem(state === "" ? "unsolicited" : "expired", "no sign-in waits for this answer");
    const identity = await identityOf(services, mustBeOn(connection, request), request, state, posted);
    await noteTime(db, connection as connections.ConnectionRecord, identity.signedInAt !== null);
    await keepAnswer(services, kept, request, connection as connections.ConnectionRecord, { identity });
    return { kept };
  } catch (error) {
    const problem = asProblem(error);
    if (connection && problem.code === "no_sign_in_time") await noteTime(db, connection, false);
    const note = request ? noteProblem : noteStray;
    const answer = await note(services, origin, connection?.company_id ?? null, problem);
    if (!request || !connection) return { answer };
    await keepAnswer(services, kept, request, connection, answer);
    return problem.code === "other_browser" ? { answer } : { kept };
  }
};

/** Written when it changes. */
const noteTime = async (
  db: Kysely<Tables>,
  { id, tells_sign_in_time }: connections.ConnectionRecord,
  tells: boolean,
): Promise<void> => {
  if (tells !== tells_sign_in_time) await connections.setTellsSignInTime(db, id, tells);
};

const keepAnswer = async (
  services: Services,
  kept: string,
  { tester_id }: requests.SsoRequest,
  connection: connections.ConnectionRecord,
  answer: Answer,
): Promise<void> => {
  const { database, textCipher } = services;
  await requests.saveAnswer(database.platform, hashToken(kept), textCipher.encrypt(JSON.stringify(answer)));
  if (tester_id === null) return;
  await runAsDirectory(services, connection.company_id, "Single sign-on", async (scope) =>
    connections.saveTest(scope, connection.id, await testResult(scope, connection, answer)),
  );
};

/** Where the browser that has begun a sign-in goes with the code of its answer, if it has brought the answer itself. */
export const finishSignIn = async (services: Services, origin: Origin, kept: string, browser: string) => {
  const code = randomToken();
  const given = await requests.giveCode(
    services.database.platform,
    hashToken(kept),
    hashToken(browser),
    hashToken(code),
  );
  if (given?.tester_id)
    return { page: `/configuration/sign-in?tried=${given.connection_id}`, code: undefined };
  if (given) return { page: given.is_forced ? CONFIRMED_PAGE : pageFor(given.next_page), code };
  const answer = await noteStray(services, origin, null, new SsoProblem("other_browser"));
  return { page: pageFor(null), code: await codeFor(services, browser, answer) };
};

/** Where a SAML provider ends the session that an encrypted text names; the login page if there is none. */
export const signOutAddress = async (
  services: Services,
  connectionId: number,
  of: string,
): Promise<string> => {
  const connection = await connections.connectionById(services.database.platform, connectionId);
  if (connection?.kind !== "saml" || !connection.sign_out_url) return "/";
  try {
    const session = JSON.parse(services.textCipher.decrypt(of)) as SamlSession;
    const { samlSignOutUrl } = await loadSaml();
    return await samlSignOutUrl(connection, ourUrls(services, connection), session);
  } catch {
    return "/";
  }
};

/** Where a confirmation ends: the page hands its code to the one that has asked for it. */
export const CONFIRMED_PAGE = "/?sso=confirm";

export const pageFor = (next: string | null): string =>
  `/?sso=1${next ? `&next=${encodeURIComponent(next)}` : ""}`;
