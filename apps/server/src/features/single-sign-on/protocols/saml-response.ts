import type { Claim } from "@mcc/contract/access-mappings/access-mappings.schema.ts";
import { isEmail } from "@mcc/contract/kit/text.ts";
import { SsoProblem } from "./problems.ts";
import { CLOCK_SECONDS } from "./urls.ts";
import { anywhere, children, parseXml, textOf, withAttribute, type XmlElement } from "./xml.ts";

/** What an answer has to be for. */
export interface Expected {
  readonly issuer: string;
  readonly entityId: string;
  readonly acsUrl: string;
  readonly requestId: string;
}

const SUCCESS = "urn:oasis:names:tc:SAML:2.0:status:Success";
const BEARER = "urn:oasis:names:tc:SAML:2.0:cm:bearer";
const FORMAT = "urn:oasis:names:tc:SAML:2.0:nameid-format";
const EMAIL_FORMAT = "urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress";
const MOST_BYTES = 256 * 1024;

/** Without SHA-1, and without keys that both sides know. */
const ALGORITHMS: ReadonlySet<string> = new Set([
  ...["rsa-sha256", "rsa-sha384", "rsa-sha512", "ecdsa-sha256", "ecdsa-sha384", "ecdsa-sha512"].map(
    (name) => `http://www.w3.org/2001/04/xmldsig-more#${name}`,
  ),
  "http://www.w3.org/2001/04/xmlenc#sha256",
  "http://www.w3.org/2001/04/xmldsig-more#sha384",
  "http://www.w3.org/2001/04/xmlenc#sha512",
]);

const refuse = (why: string): never => {
  throw new SsoProblem("invalid_answer", why);
};
const must = (isSo: boolean, why: string): void => {
  if (!isSo) refuse(why);
};
const only = (elements: readonly XmlElement[], what: string): XmlElement =>
  elements.length === 1 ? (elements[0] as XmlElement) : refuse(`it has ${elements.length} ${what}`);

const momentOf = (text: string | null): number => {
  const moment =
    text === null || !/^\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:\d\d)$/.test(text) ? NaN : Date.parse(text);
  return Number.isNaN(moment) ? refuse("it has a time that is none") : moment / 1000;
};
const now = (): number => Date.now() / 1000;

/** The XML of an answer as it was posted. */
export const decodeResponse = (posted: string): string => {
  const base64 = posted.replace(/\s+/g, "");
  must(base64 !== "" && /^[A-Za-z0-9+/]+={0,2}$/.test(base64), "it is not base64");
  const bytes = Buffer.from(base64, "base64");
  must(bytes.length <= MOST_BYTES, "it is too large");
  const xml = bytes.toString("utf8");
  must(Buffer.from(xml, "utf8").equals(bytes), "it is not UTF-8");
  return xml;
};

/**
 * What the library leaves open about the whole answer: one assertion in its place, signed with a strong algorithm, for
 * us, from this provider, about this request, and successful.
 */
export const checkResponse = async (xml: string, { issuer, acsUrl, requestId }: Expected): Promise<void> => {
  const document = await parseXml(xml).catch((error: Error) => refuse(error.message));
  const response = only(children(document, "samlp:Response"), "responses");
  only(children(response, "saml:Assertion"), "assertions of its own");
  only(anywhere(document, "Assertion"), "assertions");
  must(anywhere(document, "EncryptedAssertion").length === 0, "it is encrypted");
  must(anywhere(document, "Response").length === 1, "it has a response inside");
  const ids = withAttribute(document, "ID").map((element) => element.getAttribute("ID"));
  must(new Set(ids).size === ids.length, "an ID is used twice");
  const algorithms = ["SignatureMethod", "DigestMethod"].flatMap((name) => anywhere(document, name));
  must(
    algorithms.every((element) => ALGORITHMS.has(element.getAttribute("Algorithm") ?? "")),
    "it is signed with a weak algorithm",
  );
  must(response.getAttribute("Version") === "2.0", "it has another version");
  const destination = response.getAttribute("Destination");
  must(!destination || destination === acsUrl, "it is for another destination");
  const [by] = children(response, "saml:Issuer");
  must(!by || textOf(by) === issuer, "it is of another issuer");
  const inResponseTo = response.getAttribute("InResponseTo");
  if (!inResponseTo) throw new SsoProblem("unsolicited", "the response names no request");
  must(inResponseTo === requestId, "it answers another request");
  const status = only(children(response, "samlp:Status/samlp:StatusCode"), "statuses").getAttribute("Value");
  if (status !== SUCCESS) throw new SsoProblem("refused_there", `the status is ${status}`);
};

/** A bearer of the assertion is who it is about, if it was issued for us, for this request and not long ago. */
const isConfirmation = (element: XmlElement, { acsUrl, requestId }: Expected): boolean => {
  const [data] = children(element, "saml:SubjectConfirmationData");
  if (element.getAttribute("Method") !== BEARER || !data) return false;
  const notBefore = data.getAttribute("NotBefore");
  return (
    data.getAttribute("Recipient") === acsUrl &&
    data.getAttribute("InResponseTo") === requestId &&
    momentOf(data.getAttribute("NotOnOrAfter")) > now() - CLOCK_SECONDS &&
    (!notBefore || momentOf(notBefore) <= now() + CLOCK_SECONDS)
  );
};

/** A name that lasts: not one of this session, and not an e-mail address, which may be given to somebody else. */
const subjectOf = (assertion: XmlElement): string => {
  const name = only(children(assertion, "saml:Subject/saml:NameID"), "names");
  const subject = textOf(name) ?? "";
  if (subject.trim() === "") throw new SsoProblem("no_name", "the name is empty");
  must(subject === subject.trim() && subject.length <= 1_000, "the name is not a plain text");
  const format = name.getAttribute("Format") ?? "";
  const isLasting =
    format === `${FORMAT}:persistent` ||
    (format !== `${FORMAT}:transient` && format !== EMAIL_FORMAT && !isEmail(subject));
  if (!isLasting)
    throw new SsoProblem("no_name", `send a persistent name ID; it is ${format || "an address"}`);
  return subject;
};

const claimsOf = (assertion: XmlElement): Claim[] => {
  const claims = new Map<string, string[]>();
  for (const attribute of children(assertion, "saml:AttributeStatement/saml:Attribute")) {
    const name = attribute.getAttribute("Name") ?? "";
    const values = children(attribute, "saml:AttributeValue").map((value) => textOf(value));
    claims.set(name, [...(claims.get(name) ?? []), ...values.filter((value) => value !== undefined)]);
  }
  return [...claims].map(([name, values]) => ({ name, values }));
};

/** Reads the signed assertion, and nothing else of the answer. */
export const readAssertion = async (signedXml: string, expected: Expected) => {
  const document = await parseXml(signedXml).catch((error: Error) => refuse(error.message));
  const assertion = only(children(document, "saml:Assertion"), "assertions");
  must(textOf(only(children(assertion, "saml:Issuer"), "issuers")) === expected.issuer, "of another issuer");
  must(
    momentOf(assertion.getAttribute("IssueInstant")) <= now() + CLOCK_SECONDS,
    "it was issued in the future",
  );
  const confirmations = children(assertion, "saml:Subject/saml:SubjectConfirmation");
  must(
    confirmations.some((element) => isConfirmation(element, expected)),
    "no subject confirmation is for this recipient and request, and valid now",
  );
  const conditions = only(children(assertion, "saml:Conditions"), "conditions");
  const audiences = children(conditions, "saml:AudienceRestriction");
  must(audiences.length > 0, "it is for no audience");
  must(
    audiences.every((one) =>
      children(one, "saml:Audience").some((name) => textOf(name) === expected.entityId),
    ),
    "it is for another audience",
  );
  const [statement] = children(assertion, "saml:AuthnStatement");
  if (!statement) return refuse("it does not say that somebody signed in");
  const signedInAt = momentOf(statement.getAttribute("AuthnInstant"));
  must(signedInAt <= now() + CLOCK_SECONDS, "the sign-in is in the future");
  const ends = statement.getAttribute("SessionNotOnOrAfter");
  must(!ends || momentOf(ends) > now() - CLOCK_SECONDS, "the session there has ended");
  return {
    subject: subjectOf(assertion),
    claims: claimsOf(assertion),
    signedInAt,
    format: children(assertion, "saml:Subject/saml:NameID")[0]?.getAttribute("Format") ?? "",
    sessionIndex: statement.getAttribute("SessionIndex") ?? "",
  };
};
