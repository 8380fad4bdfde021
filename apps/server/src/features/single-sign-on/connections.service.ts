import { fail, failField } from "@mcc/contract/kit/errors.ts";
import {
  MOST_CONNECTIONS,
  type NewSsoConnection,
  type SsoConnection,
  type SsoConnectionChanges,
} from "@mcc/contract/single-sign-on/connections.schema.ts";
import { ssoMessages as says } from "@mcc/contract/single-sign-on/single-sign-on.messages.ts";
import type { CompanyScope } from "../../platform/access/scope.ts";
import type { CompanyTransactions } from "../../platform/access/transactions.ts";
import type { Services } from "../../platform/services.ts";
import { addChangeEntry } from "../audit/audit.service.ts";
import * as queries from "./connections.queries.ts";
import { certificateOf } from "./protocols/certificate.ts";
import { SsoProblem } from "./protocols/problems.ts";
import { mustBeProviderUrl, providerFetch } from "./protocols/provider-fetch.ts";
import type { ProviderMetadata } from "./protocols/saml-metadata.ts";
import { ourUrls } from "./protocols/urls.ts";

type Stored = Pick<
  queries.StoredConnection,
  "kind" | "issuer" | "client_id" | "sign_in_url" | "certificates"
>;

export const isComplete = ({ kind, issuer, client_id, sign_in_url, certificates }: Stored): boolean =>
  Boolean(issuer) && (kind === "oidc" ? Boolean(client_id) : Boolean(sign_in_url) && certificates.length > 0);

const toCertificate = (base64: string) => {
  const { fingerprint256, validTo } = certificateOf(base64);
  return { fingerprint: fingerprint256, valid_until: new Date(validTo).toISOString() };
};

/** Without the secret, which leaves the server to the provider only. */
const toConnection = (services: Services, record: queries.ConnectionRecord): SsoConnection => {
  const { origin, ...ours } = ourUrls(services, record);
  const { client_secret, certificates, tested_at, created_at, updated_at } = record;
  return {
    ...record,
    has_client_secret: client_secret !== null,
    certificates: certificates.map(toCertificate),
    is_complete: isComplete(record),
    tested_at: tested_at?.toISOString() ?? null,
    created_at: created_at.toISOString(),
    updated_at: updated_at.toISOString(),
    ours,
  };
};

const audited = (services: Services, record: queries.ConnectionRecord) => {
  const { id, kind, name, enabled, issuer, client_id, creates_users, certificates, ...claims } = toConnection(
    services,
    record,
  );
  const { email_claim, first_name_claim, last_name_claim, groups_claim, metadata_url } = claims;
  return {
    ...{ id, kind, name, enabled, issuer, client_id, metadata_url, creates_users },
    ...{ email_claim, first_name_claim, last_name_claim, groups_claim },
    certificates: certificates.map(({ fingerprint }) => fingerprint),
  };
};

const found = async (scope: CompanyScope, id: number, isToChange = false) =>
  (await queries.findConnection(scope, id, isToChange)) ?? fail("not_found");

export const ssoConnections = async (services: Services, scope: CompanyScope) => ({
  results: (await queries.connectionRows(scope)).map((record) => toConnection(services, record)),
});

export const findSsoConnection = async (services: Services, scope: CompanyScope, id: number) =>
  toConnection(services, await found(scope, id));

const parseMetadata = async (xml: string): Promise<ProviderMetadata> =>
  (await import("./protocols/saml-metadata.ts")).parseMetadata(xml);

/** Reads the metadata of a SAML provider from its address. */
export const readMetadata = async (services: Services, address: string): Promise<ProviderMetadata> => {
  const response = await providerFetch(services)(address, {
    headers: { accept: "application/samlmetadata+xml" },
  });
  if (response.status !== 200) throw new SsoProblem("unreachable", `${address} answers ${response.status}`);
  return parseMetadata(await response.text());
};

type Given = Partial<Omit<NewSsoConnection, "kind">> & { readonly kind: "oidc" | "saml" };

/** What the metadata of the provider says; the addresses are called before anything is written. */
const providerOf = async (services: Services, given: Given): Promise<Partial<queries.StoredConnection>> => {
  const { kind, issuer, metadata, metadata_url } = given;
  if (kind === "oidc") {
    if (issuer) await mustBeProviderUrl(services, issuer).catch(() => failField("issuer", says.wrongAddress));
    return issuer === undefined ? {} : { issuer };
  }
  const field = metadata ? "metadata" : "metadata_url";
  if (!metadata && !metadata_url) return metadata_url === null ? { metadata_url } : {};
  const read = metadata ? parseMetadata(metadata) : readMetadata(services, metadata_url as string);
  const found = await read.catch((error: Error) => {
    if (!(error instanceof SsoProblem)) return failField(field, error.message);
    return failField(field, error.code === "misconfigured" ? says.wrongAddress : says.unreadable(error.why));
  });
  for (const address of [found.sign_in_url, found.sign_out_url ?? found.sign_in_url])
    await mustBeProviderUrl(services, address).catch(() => failField(field, says.wrongAddresses));
  return { ...found, metadata_url: metadata ? null : (metadata_url ?? null), metadata_read_at: new Date() };
};

const plainFields = ({ textCipher }: Services, given: Given): Partial<queries.StoredConnection> => {
  const { name, client_id, client_secret, creates_users } = given;
  const { email_claim, first_name_claim, last_name_claim, groups_claim } = given;
  const fields = {
    ...{ name, client_id, creates_users, email_claim, first_name_claim, last_name_claim, groups_claim },
    client_secret: client_secret ? textCipher.encrypt(client_secret) : undefined,
  };
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
};

export const createSsoConnection = async (
  services: Services,
  transactions: CompanyTransactions,
  given: NewSsoConnection,
): Promise<SsoConnection> => {
  const provider = await providerOf(services, given);
  return transactions.run(async (scope) => {
    if ((await queries.connectionRows(scope)).length >= MOST_CONNECTIONS) fail("sso.connections_full");
    const fields = { kind: given.kind, ...plainFields(services, given), ...provider };
    const { id } = await queries.addConnection(scope, fields);
    const record = await found(scope, id);
    await addChangeEntry(scope, { action: "sso_connection.created", record: audited(services, record) });
    return toConnection(services, record);
  });
};

/** Another provider or client has to be tried before it counts; a new secret or certificate of the same does not. */
const isAnother = (before: queries.ConnectionRecord, changes: Partial<queries.StoredConnection>): boolean =>
  (["issuer", "client_id", "sign_in_url"] as const).some(
    (field) => changes[field] !== undefined && changes[field] !== before[field],
  );

const mustBeReady = (
  before: queries.ConnectionRecord,
  after: queries.StoredConnection,
  isToEnable: boolean,
): void => {
  if (!isToEnable || before.enabled) return;
  if (!isComplete(after)) fail("sso.incomplete");
  if (!after.tested_at) fail("sso.not_tested");
};

export const updateSsoConnection = async (
  services: Services,
  transactions: CompanyTransactions,
  id: number,
  given: SsoConnectionChanges,
): Promise<SsoConnection> => {
  const { kind } = await transactions.run((scope) => found(scope, id));
  const provider = await providerOf(services, { ...given, kind });
  return transactions.run(async (scope) => {
    const before = await found(scope, id, true);
    const changes = { ...plainFields(services, { ...given, kind }), ...provider };
    const mustBeTried = isAnother(before, changes);
    const untried = mustBeTried
      ? { tested_at: null, enabled: false, test: null, tells_sign_in_time: null }
      : {};
    const enabled = given.enabled ?? (mustBeTried ? false : before.enabled);
    const after = { ...before, ...changes, ...untried };
    mustBeReady(mustBeTried ? { ...before, enabled: false } : before, after, enabled);
    if (before.enabled && !enabled && (await queries.isNeeded(scope, id))) fail("sso.last_connection");
    await queries.setConnection(scope, id, { ...changes, ...untried, enabled });
    const record = await found(scope, id);
    await addChangeEntry(scope, {
      action: "sso_connection.updated",
      record: {
        ...audited(services, record),
        ...(given.client_secret ? { client_secret: "changed" } : {}),
      },
      before: audited(services, before),
    });
    return toConnection(services, record);
  });
};

export const deleteSsoConnection = async (services: Services, scope: CompanyScope, id: number) => {
  const record = await found(scope, id, true);
  if (record.enabled && (await queries.isNeeded(scope, id))) fail("sso.last_connection");
  await queries.deleteConnection(scope, id);
  await addChangeEntry(scope, { action: "sso_connection.deleted", record: audited(services, record) });
  return { detail: "Connection deleted" };
};

/** Our own metadata, for the provider of a connection. */
export const samlMetadata = async (services: Services, id: number): Promise<string | undefined> => {
  const found = await queries.connectionById(services.database.platform, id);
  if (found?.kind !== "saml") return undefined;
  return (await import("./protocols/saml.ts")).ourMetadata(ourUrls(services, found));
};
