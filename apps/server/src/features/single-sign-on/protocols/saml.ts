import { SAML, ValidateInResponseTo } from "@node-saml/node-saml";
import type { Services } from "../../../platform/services.ts";
import type { ConnectionRecord } from "../connections.queries.ts";
import type { SsoRequest, TakenRequest } from "../requests.queries.ts";
import { type Identity, identityOf, mustBeFresh } from "./identity.ts";
import { SsoProblem, UnknownSignature } from "./problems.ts";
import { mustBeProviderUrl } from "./provider-fetch.ts";
import { checkResponse, decodeResponse, type Expected, readAssertion } from "./saml-response.ts";
import { CLOCK_SECONDS, type OurUrls } from "./urls.ts";

const PERSISTENT = "urn:oasis:names:tc:SAML:2.0:nameid-format:persistent";

interface Connection
  extends Pick<ConnectionRecord, "issuer" | "sign_in_url" | "sign_out_url" | "certificates"> {}

const samlOf = (
  { issuer, sign_in_url, sign_out_url, certificates }: Connection,
  { entity_id, acs_url, saml_signed_out_url }: OurUrls,
  request?: Pick<SsoRequest, "request_id" | "is_forced">,
): SAML =>
  new SAML({
    idpCert: certificates.length > 0 ? [...certificates] : "none",
    idpIssuer: issuer ?? "",
    entryPoint: sign_in_url ?? "",
    issuer: entity_id,
    audience: entity_id,
    callbackUrl: acs_url,
    logoutUrl: sign_out_url ?? "",
    logoutCallbackUrl: saml_signed_out_url,
    identifierFormat: PERSISTENT,
    disableRequestedAuthnContext: true,
    acceptedClockSkewMs: CLOCK_SECONDS * 1000,
    // Either the answer or its assertion is signed; the library refuses an answer in which neither is.
    wantAssertionsSigned: false,
    wantAuthnResponseSigned: false,
    // The request is one of ours, checked beside it.
    validateInResponseTo: ValidateInResponseTo.never,
    ...(request ? { forceAuthn: request.is_forced, generateUniqueId: () => request.request_id } : {}),
  });

export const samlStartUrl = async (
  services: Services,
  connection: Connection,
  urls: OurUrls,
  request: SsoRequest,
  state: string,
): Promise<string> => {
  await mustBeProviderUrl(services, connection.sign_in_url ?? "");
  return samlOf(connection, urls, request).getAuthorizeUrlAsync(state, undefined, {});
};

/** To be entered at the provider. */
export const ourMetadata = (urls: OurUrls): string =>
  samlOf(
    { issuer: "", sign_in_url: "", sign_out_url: null, certificates: [] },
    urls,
  ).generateServiceProviderMetadata(null);

/** Whose session a provider is to end. */
export interface SamlSession {
  readonly nameID: string;
  readonly nameIDFormat: string;
  readonly sessionIndex: string;
}

/** A request to end a session at the provider; it names its time, so that it is made when somebody signs out. */
export const samlSignOutUrl = (
  connection: Connection,
  urls: OurUrls,
  session: SamlSession,
): Promise<string> =>
  samlOf(connection, urls).getLogoutUrlAsync({ ...session, issuer: connection.issuer ?? "" }, "", {});

const verifiedAssertion = async (saml: SAML, posted: string): Promise<string> => {
  try {
    const { profile } = await saml.validatePostResponseAsync({ SAMLResponse: posted });
    const xml = profile?.getAssertionXml?.();
    if (!xml) throw new Error("there is no signed assertion");
    return xml;
  } catch (error) {
    const { message } = error as Error;
    if (/^Invalid (?:document )?signature/.test(message))
      throw new UnknownSignature("invalid_answer", message);
    throw new SsoProblem("invalid_answer", message);
  }
};

export const samlIdentity = async (
  { textCipher }: Pick<Services, "textCipher">,
  connection: ConnectionRecord,
  urls: OurUrls,
  request: TakenRequest,
  posted: string,
): Promise<Identity> => {
  const expected: Expected = {
    issuer: connection.issuer ?? "",
    entityId: urls.entity_id,
    acsUrl: urls.acs_url,
    requestId: request.request_id,
  };
  const xml = decodeResponse(posted);
  await checkResponse(xml, expected);
  const signedXml = await verifiedAssertion(
    samlOf(connection, urls),
    Buffer.from(xml, "utf8").toString("base64"),
  );
  const { subject, claims, signedInAt, format, sessionIndex } = await readAssertion(signedXml, expected);
  mustBeFresh(request, signedInAt);
  const session: SamlSession = { nameID: subject, nameIDFormat: format, sessionIndex };
  const whose = encodeURIComponent(textCipher.encrypt(JSON.stringify(session)));
  return identityOf(connection, {
    issuer: expected.issuer,
    subject,
    claims,
    // Its company has confirmed the domain of the address, and chosen who names addresses.
    isEmailVerified: true,
    signedInAt,
    signOutUrl: connection.sign_out_url
      ? `${urls.origin}/sso/saml/${connection.id}/sign-out?of=${whose}`
      : null,
  });
};
