import { inflateRawSync } from "node:zlib";
import { signXml } from "@node-saml/node-saml/lib/xml.js";
import type { SigningKey } from "./certificate.ts";

/** What an answer of a SAML provider says; each hostile answer changes a part of it. */
export interface SamlAnswer {
  requestId: string;
  acs: string;
  destination: string;
  recipient: string;
  audience: string;
  issuer: string;
  responseIssuer: string;
  status: string;
  name: string;
  nameFormat: string;
  email: string;
  /** Of the assertion, in seconds from now. */
  from: number;
  until: number;
  issued: number;
  confirmation: string;
  conditions: string;
  statement: string;
  attributes: string;
}

const SUCCESS = "urn:oasis:names:tc:SAML:2.0:status:Success";
const FORMAT = "urn:oasis:names:tc:SAML:2.0:nameid-format";
const PERSISTENT = `${FORMAT}:persistent`;
export const TRANSIENT = `${FORMAT}:transient`;

/** The request that a browser was sent to the provider with. */
export const requestIn = (url: string) => {
  const { searchParams } = new URL(url);
  const xml = inflateRawSync(Buffer.from(searchParams.get("SAMLRequest") ?? "", "base64")).toString();
  const attribute = (name: string) => new RegExp(` ${name}="([^"]+)"`).exec(xml)?.[1] ?? "";
  return {
    xml,
    id: attribute("ID"),
    acs: attribute("AssertionConsumerServiceURL"),
    entityId: />([^<]+)<\/(?:\w+:)?Issuer>/.exec(xml)?.[1] ?? "",
    state: searchParams.get("RelayState") ?? "",
  };
};

export const at = (seconds: number): string =>
  new Date(Date.now() + seconds * 1000).toISOString().replace(/\.\d+Z$/, "Z");

export const usualAnswer = (
  { id, acs, entityId }: Pick<ReturnType<typeof requestIn>, "id" | "acs" | "entityId">,
  issuer: string,
  person: { readonly name: string; readonly email: string },
  shift = 0,
): SamlAnswer => {
  const [from, until] = [shift - 10, shift + 300];
  return {
    ...{ requestId: id, acs, destination: acs, recipient: acs, audience: entityId, issuer },
    ...{ responseIssuer: issuer, status: SUCCESS, nameFormat: PERSISTENT, ...person, from, until },
    issued: shift,
    confirmation: `<saml:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:bearer"><saml:SubjectConfirmationData NotOnOrAfter="${at(until)}" Recipient="${acs}" InResponseTo="${id}"/></saml:SubjectConfirmation>`,
    conditions: `<saml:Conditions NotBefore="${at(from)}" NotOnOrAfter="${at(until)}"><saml:AudienceRestriction><saml:Audience>${entityId}</saml:Audience></saml:AudienceRestriction></saml:Conditions>`,
    statement: `<saml:AuthnStatement AuthnInstant="${at(shift)}"><saml:AuthnContext><saml:AuthnContextClassRef>urn:oasis:names:tc:SAML:2.0:ac:classes:Password</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement>`,
    attributes: `<saml:Attribute Name="email"><saml:AttributeValue>${person.email}</saml:AttributeValue></saml:Attribute>`,
  };
};

export const assertionOf = (answer: SamlAnswer, id = "_assertion"): string =>
  `<saml:Assertion xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="${id}" Version="2.0" IssueInstant="${at(answer.issued)}"><saml:Issuer>${answer.issuer}</saml:Issuer><saml:Subject><saml:NameID Format="${answer.nameFormat}">${answer.name}</saml:NameID>${answer.confirmation}</saml:Subject>${answer.conditions}${answer.statement}<saml:AttributeStatement>${answer.attributes}</saml:AttributeStatement></saml:Assertion>`;

export const responseOf = (answer: SamlAnswer, content = assertionOf(answer)): string =>
  `<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" ID="_response" Version="2.0" IssueInstant="${at(answer.issued)}" Destination="${answer.destination}"${answer.requestId ? ` InResponseTo="${answer.requestId}"` : ""}><saml:Issuer xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion">${answer.responseIssuer}</saml:Issuer><samlp:Status><samlp:StatusCode Value="${answer.status}"/></samlp:Status>${content}</samlp:Response>`;

/** Signed as providers do it: the assertion, or the whole response. */
export const signedXml = (
  xml: string,
  { key }: Pick<SigningKey, "key">,
  element: "Assertion" | "Response" = "Assertion",
  algorithm: "sha256" | "sha1" = "sha256",
): string => {
  const path = `//*[local-name(.)='${element}' and @ID='${element === "Assertion" ? "_assertion" : "_response"}']`;
  return signXml(
    xml,
    path,
    { reference: `${path}/*[local-name(.)='Issuer']`, action: "after" },
    {
      privateKey: key,
      signatureAlgorithm: algorithm,
      digestAlgorithm: algorithm,
      xmlSignatureTransforms: [
        "http://www.w3.org/2000/09/xmldsig#enveloped-signature",
        "http://www.w3.org/2001/10/xml-exc-c14n#",
      ],
    },
  );
};

export const metadataOf = (issuer: string, signInUrl: string, ...certificates: string[]): string =>
  `<EntityDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata" entityID="${issuer}"><IDPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">${certificates.map((one) => `<KeyDescriptor use="signing"><KeyInfo xmlns="http://www.w3.org/2000/09/xmldsig#"><X509Data><X509Certificate>${one}</X509Certificate></X509Data></KeyInfo></KeyDescriptor>`).join("")}<SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="${signInUrl}"/></IDPSSODescriptor></EntityDescriptor>`;
