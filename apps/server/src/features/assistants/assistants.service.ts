import { displayName } from "@mcc/contract/access/session.ts";
import { assistantMessages as messages } from "@mcc/contract/assistants/assistants.messages.ts";
import {
  ASSISTANT_KIND_NAMES,
  type Assistant,
  type AssistantConsent,
  type AssistantKind,
  type AssistantRequest,
  MOST_ASSISTANTS,
} from "@mcc/contract/assistants/assistants.schema.ts";
import { fail } from "@mcc/contract/kit/errors.ts";
import { type CompanyScope, platformTransaction } from "../../platform/access/scope.ts";
import { hashToken, randomToken } from "../../platform/access/tokens.ts";
import { companyOfHost } from "../../platform/hosts/company-of-host.ts";
import type { Services } from "../../platform/services.ts";
import { addAuditEntry, addChangeEntry } from "../audit/audit.service.ts";
import * as queries from "./assistants.queries.ts";
import * as items from "./oauth-items.queries.ts";

const NAME_MAX = 60;
/** Longer than any access that can be given. */
const GRANT_SECONDS = 100 * 24 * 60 * 60;

export const ownAssistants = async (scope: CompanyScope) => ({
  results: (await queries.grantRows(scope)).map(
    ({ created_at, expires_at, last_used_at, kinds, ...grant }): Assistant => ({
      ...grant,
      kinds: kinds as AssistantKind[],
      created_at: created_at.toISOString(),
      expires_at: expires_at.toISOString(),
      last_used_at: last_used_at?.toISOString() ?? null,
    }),
  ),
});

export const revokeAssistant = async (scope: CompanyScope, id: number) => {
  const ended = (await queries.endGrant(scope, id)) ?? fail("not_found");
  await addChangeEntry(scope, { action: "assistant.deleted", record: ended });
  return { detail: messages.revoked };
};

/** A request of an assistant, as the authorization server keeps it while the person is asked. */
interface Asked {
  readonly params: {
    readonly client_id: string;
    readonly redirect_uri: string;
    readonly scope?: string;
    readonly resource?: unknown;
  };
  readonly returnTo: string;
  readonly result?: unknown;
}

const askedOf = (payload: items.Payload | undefined): Asked => {
  if (!payload || payload.result !== undefined) return fail("not_found");
  return payload as unknown as Asked;
};

/** The host of a company leads to no other one. */
const mustBeHere = async (
  services: Services,
  scope: CompanyScope,
  { returnTo }: Asked,
  db = services.database.platform,
): Promise<void> => {
  const company = await companyOfHost(services, new URL(returnTo).host, db);
  if (company && company.id !== scope.companyId) fail("not_found");
};

/** One short line, whatever the assistant calls itself. */
const nameOf = (given: unknown): string => {
  const line = typeof given === "string" ? given.replace(/[\p{C}\p{Zl}\p{Zp}]+/gu, " ") : "";
  return line.trim().slice(0, NAME_MAX).toWellFormed() || "Assistant";
};

/** Only the address of a web page has a host that says who it is. */
const hostOf = (redirect: string): string => {
  const { host, protocol } = new URL(redirect);
  return protocol === "https:" || protocol === "http:" ? host : protocol;
};

const describe = async (db: items.Db, { params }: Asked): Promise<AssistantRequest> => {
  const client = await items.findItem(db, "Client", params.client_id);
  const asked = new Set(params.scope?.split(" "));
  return {
    name: nameOf(client?.payload.client_name),
    host: hostOf(params.redirect_uri),
    kinds: ASSISTANT_KIND_NAMES.filter((kind) => asked.has(kind)),
  };
};

export const findAssistantRequest = async (services: Services, scope: CompanyScope, request: string) => {
  const found = await items.findItem(services.database.platform, "Interaction", request);
  const asked = askedOf(found?.payload);
  await mustBeHere(services, scope, asked);
  if (!(await queries.isSwitchedOn(scope))) fail("assistants.off");
  return describe(services.database.platform, asked);
};

/**
 * Where the browser of this person goes on. The proof is known to nobody else: who has sent them the request of another
 * browser cannot go on with it.
 */
const goOn = ({ returnTo }: Asked) => {
  const proof = randomToken();
  return { url: `${returnTo}?proof=${proof}`, proof: hashToken(proof).toString("base64url") };
};

/** Whether this is the answer's own proof. */
export const isProven = async ({ database }: Services, request: string, proof: string): Promise<boolean> => {
  const found = await items.findItem(database.platform, "Interaction", request);
  const { proof: expected } = (found?.payload.result ?? {}) as { proof?: string };
  return expected !== undefined && expected === hashToken(proof).toString("base64url");
};

export const allowAssistant = async (
  services: Services,
  scope: CompanyScope,
  request: string,
  { kinds, days }: AssistantConsent,
) => {
  const { who, companyId, sessionId } = scope;
  if (!(await queries.isSwitchedOn(scope))) fail("assistants.off");
  return platformTransaction(services.database, async (db) => {
    const asked = askedOf(await items.lockItem(db, "Interaction", request));
    await mustBeHere(services, scope, asked, db);
    const { params } = asked;
    const about = await describe(db, asked);
    const allowed = about.kinds.filter((kind) => kinds.includes(kind));
    if (allowed.length === 0) fail("not_found");
    await queries.lockGrants(db, who.id);
    await queries.endGrantsOfClient(db, who.id, params.client_id);
    if ((await queries.countGrants(db, who.id)) >= MOST_ASSISTANTS) fail("assistants.full");
    const oauthGrant = randomToken();
    const accountId = String(who.id);
    const iat = Math.floor(Date.now() / 1000);
    await items.saveItem(db, "Grant", oauthGrant, {
      payload: {
        ...{ kind: "Grant", accountId, clientId: params.client_id, iat, exp: iat + GRANT_SECONDS },
        resources: { [String(params.resource)]: allowed.join(" ") },
      },
      seconds: GRANT_SECONDS,
    });
    const added = await queries.addGrant(db, {
      ...{ companyId, userId: who.id, sessionId, oauthGrant, oauthClient: params.client_id, days },
      ...{ name: about.name, host: about.host, kinds: allowed },
    });
    await addAuditEntry(db, {
      company_id: companyId,
      actor: { id: who.id, name: displayName(who) },
      action: "assistant.created",
      record: { type: "assistant", id: added.id },
      details: { ...about, kinds: allowed, expires_at: added.expires_at.toISOString() },
    });
    const { url, proof } = goOn(asked);
    await items.setResult(db, request, { login: { accountId }, consent: { grantId: oauthGrant }, proof });
    return { url };
  });
};

export const refuseAssistant = (services: Services, scope: CompanyScope, request: string) =>
  platformTransaction(services.database, async (db) => {
    const asked = askedOf(await items.lockItem(db, "Interaction", request));
    await mustBeHere(services, scope, asked, db);
    const { url, proof } = goOn(asked);
    const result = { error: "access_denied", error_description: "the user has refused access", proof };
    await items.setResult(db, request, result);
    return { url };
  });

/** Ends the access of an assistant as the authorization server asks for it; the audit says so. */
export const endOauthGrant = ({ database }: Pick<Services, "database">, oauthGrant: string) =>
  platformTransaction(database, async (db) => {
    const ended = await queries.endOauthGrant(db, oauthGrant);
    if (!ended) return;
    const { id, company_id, name, host } = ended;
    await addAuditEntry(db, {
      ...{ company_id, actor: { id: null, name } },
      ...{ action: "assistant.deleted", record: { type: "assistant", id }, details: { name, host } },
    });
  });

interface Call {
  readonly id: number;
  readonly name: string;
  readonly tool: string;
  readonly arguments: unknown;
  readonly result: string;
  readonly address: string;
}

/** Every call of an assistant, whatever came of it. */
export const noteCall = async (scope: CompanyScope, { id, name, address, ...call }: Call): Promise<void> => {
  const { db, who } = scope;
  await queries.noteUse(scope, id, address);
  await addAuditEntry(db, {
    actor: { id: who.id, name: displayName(who) },
    action: "assistant.called",
    record: { type: "assistant", id },
    details: { name, ...call },
  });
};
