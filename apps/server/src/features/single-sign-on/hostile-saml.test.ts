import {
  createSsoConnection,
  findSsoTest,
  startSsoTest,
  updateSsoConnection,
} from "@mcc/contract/single-sign-on/connections.api.ts";
import { confirmWithSso, signInWithSso } from "@mcc/contract/single-sign-on/sso-sign-in.api.ts";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { openBrowser } from "../../testing/identity-providers/browser.ts";
import { makeSigningKey, type SigningKey } from "../../testing/identity-providers/certificate.ts";
import {
  assertionOf,
  at,
  metadataOf,
  requestIn,
  responseOf,
  type SamlAnswer,
  signedXml,
  TRANSIENT,
  usualAnswer,
} from "../../testing/identity-providers/forged-saml.ts";
import { addPerson } from "../../testing/people.ts";
import {
  addConnection,
  addSsoCompany,
  PORTAL,
  signedInSoFar,
  startSsoServer,
} from "../../testing/single-sign-on.ts";
import type { TestServer } from "../../testing/test-server.ts";

const ISSUER = "https://provider.test/entity";
const PERSON = { name: "mia-1", email: "mia@saml.test" };
const CLOCK = 5 * 60;

let testServer: TestServer;
let own: SigningKey;
let other: SigningKey;
let company: Awaited<ReturnType<typeof addSsoCompany>>;
let connectionId: number;
let othersConnectionId: number;
let userId: number;
let before: unknown;

const addSaml = async (token: string) => {
  const { id } = await addConnection(testServer, token, {
    kind: "saml",
    metadata: metadataOf(ISSUER, "http://127.0.0.1:9/sign-in", own.certificate),
  });
  await testServer.sql("update sso_connections set enabled = true, tested_at = now() where id = $1", [id]);
  return id;
};

beforeAll(async () => {
  testServer = await startSsoServer();
  [own, other] = [makeSigningKey(), makeSigningKey()];
  company = await addSsoCompany(testServer, "saml.test");
  ({ id: userId } = await addPerson(testServer, company.companyId, { email: PERSON.email }));
  connectionId = await addSaml(company.token);
  // Another company with the same provider.
  const others = await addSsoCompany(testServer, "others.test");
  await addPerson(testServer, others.companyId, { email: "mia@others.test" });
  othersConnectionId = await addSaml(others.token);
});

beforeEach(async () => {
  await testServer.sql("delete from sso_identities");
  await testServer.sql("delete from rate_limits");
  before = await signedInSoFar(testServer);
});

/** Begins a sign-in: the browser, and the request that it was given for the provider. */
const begin = async (id = connectionId, more = "") => {
  const browser = openBrowser(testServer);
  const { headers } = await browser.send(`${PORTAL}/sso/start?connection=${id}${more}`);
  return { browser, request: requestIn(headers.get("location") as string) };
};

type Begun = Awaited<ReturnType<typeof begin>>;

/** The code of an answer, as the login page reads it. */
const codeOf = async ({ browser, request }: Begun, xml: string, acs = request.acs, state = request.state) => {
  await browser.open(acs, {
    method: "POST",
    body: new URLSearchParams({ SAMLResponse: Buffer.from(xml).toString("base64"), RelayState: state }),
  });
  return browser.code();
};
const post = async (begun: Begun, xml: string, acs?: string, state?: string) =>
  testServer.call(signInWithSso, { body: { code: await codeOf(begun, xml, acs, state) } });

const usual = ({ request }: Begun, shift = 0): SamlAnswer => usualAnswer(request, ISSUER, PERSON, shift);
const signed = (answer: SamlAnswer) => signedXml(responseOf(answer), own);

/** The answer of a request with a part replaced, signed by the provider itself. */
const replaced =
  (...parts: readonly (readonly [part: keyof SamlAnswer, from: string | RegExp, to: string])[]) =>
  (begun: Begun): string => {
    const answer = usual(begun) as unknown as Record<string, string>;
    for (const [part, from, to] of parts) answer[part] = String(answer[part]).replace(from, to);
    return signed(answer as unknown as SamlAnswer);
  };
const changed =
  (changes: Partial<SamlAnswer>) =>
  (begun: Begun): string =>
    signed({ ...usual(begun), ...changes });

/** Something that nobody has signed among the extensions of the answer. */
const within =
  (content: string) =>
  (begun: Begun): string =>
    signed(usual(begun)).replace(
      "<samlp:Status>",
      `<samlp:Extensions>${content}</samlp:Extensions><samlp:Status>`,
    );
const attributes = (count: number): string =>
  `<a ${Array.from({ length: count }, (_, index) => `b${index}=""`).join(" ")}/>`;

/** A signed answer with another assertion of the attacker, who is called admin. */
const evil = (begun: Begun, id = "_evil") => assertionOf({ ...usual(begun), name: "admin" }, id);
const ASSERTION = /<saml:Assertion.*<\/saml:Assertion>/s;
const assertionIn = (xml: string): string => ASSERTION.exec(xml)?.[0] ?? "";

const HOSTILE: readonly (readonly [name: string, xml: (begun: Begun) => string, reason: RegExp])[] = [
  ["one without a signature", (b) => responseOf(usual(b)), /signature/i],
  ["one signed with another key", (b) => signedXml(responseOf(usual(b)), other), /signature/i],
  ["one signed with SHA-1", (b) => signedXml(responseOf(usual(b)), own, "Assertion", "sha1"), /weak/],
  [
    "one signed with a secret",
    (b) =>
      signed(usual(b))
        .replace(/xmldsig-more#rsa-sha256/, "xmldsig#hmac-sha1")
        .replace("2001/04/xmldsig#", "2000/09/xmldsig#"),
    /weak/,
  ],
  ["one changed after it was signed", (b) => signed(usual(b)).replace(">mia-1<", ">admin<"), /signature/i],
  [
    "one whose attributes were changed",
    (b) => signed(usual(b)).replace(">mia@saml", ">ceo@saml"),
    /signature/i,
  ],
  [
    "one whose signature was removed",
    (b) => signed(usual(b)).replace(/<(\w*:?)Signature .*<\/\1Signature>/s, ""),
    /signature/i,
  ],
  [
    "one with a second assertion before the signed one",
    (b) => signed(usual(b)).replace("<saml:Assertion", `${evil(b)}<saml:Assertion`),
    /assertions/,
  ],
  [
    "one with a second assertion after the signed one",
    (b) => signed(usual(b)).replace("</samlp:Response>", `${evil(b)}</samlp:Response>`),
    /assertions/,
  ],
  [
    "one with the signed assertion inside another one",
    (b) => {
      const xml = signed(usual(b));
      return xml.replace(
        ASSERTION,
        evil(b).replace("</saml:Assertion>", `${assertionIn(xml)}</saml:Assertion>`),
      );
    },
    /assertions/,
  ],
  [
    "one with the signed assertion among the extensions",
    (b) => {
      const xml = signed(usual(b));
      const hidden = `<samlp:Extensions>${assertionIn(xml)}</samlp:Extensions>`;
      return xml.replace(ASSERTION, evil(b)).replace("<samlp:Status>", `${hidden}<samlp:Status>`);
    },
    /assertions/,
  ],
  [
    "one with the signed assertion inside the signature of another one",
    (b) => {
      const xml = signed(usual(b));
      const [, signature = ""] = /(<(?:\w*:?)Signature .*<\/(?:\w*:?)Signature>)/s.exec(xml) ?? [];
      const object = `<Object>${assertionIn(xml).replace(signature, "")}</Object>`;
      const wrapped = signature.replace(/(<\/\w*:?Signature>)$/, `${object}$1`);
      return xml.replace(ASSERTION, evil(b).replace("</saml:Issuer>", `</saml:Issuer>${wrapped}`));
    },
    /assertions/,
  ],
  [
    "one inside of another response",
    (b) => {
      const { requestId, destination } = usual(b);
      return `<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" ID="_outer" Version="2.0" Destination="${destination}" InResponseTo="${requestId}"><samlp:Status><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:Success"/></samlp:Status>${signed(usual(b))}</samlp:Response>`;
    },
    /assertions/,
  ],
  [
    "one in which two elements have the same ID",
    (b) => signed(usual(b)).replace("<samlp:Status>", '<samlp:Status ID="_assertion">'),
    /twice/,
  ],
  [
    "one with an encrypted assertion",
    (b) =>
      signed(usual(b)).replace(
        "</samlp:Response>",
        "<saml:EncryptedAssertion xmlns:saml='urn:oasis:names:tc:SAML:2.0:assertion'/></samlp:Response>",
      ),
    /encrypted/,
  ],
  ["one of another issuer", changed({ issuer: "https://evil.test" }), /issuer/],
  ["one whose response is of another issuer", changed({ responseIssuer: "https://evil.test" }), /issuer/],
  ["one whose issuer only begins like the provider", changed({ issuer: `${ISSUER}.evil.test` }), /issuer/],
  ["one for another destination", changed({ destination: "https://evil.test/acs" }), /destination/],
  [
    "one for another recipient",
    replaced(["confirmation", /Recipient="[^"]+"/, 'Recipient="https://evil.test"']),
    /confirmation/,
  ],
  ["one without a recipient", replaced(["confirmation", /Recipient="[^"]+"/, ""]), /confirmation/],
  [
    "one for another audience",
    replaced(["conditions", /<saml:Audience>[^<]+/, "<saml:Audience>https://evil.test"]),
    /audience/,
  ],
  [
    "one for no audience",
    replaced(["conditions", /<saml:AudienceRestriction>.*<\/saml:AudienceRestriction>/, ""]),
    /audience/i,
  ],
  ["one without conditions", changed({ conditions: "" }), /conditions|undefined|null/i],
  ["one without a confirmation of the subject", changed({ confirmation: "" }), /confirmation/],
  [
    "one whose confirmation is of another kind",
    replaced(["confirmation", "cm:bearer", "cm:sender-vouches"]),
    /confirmation/,
  ],
  [
    "one whose confirmation has no end",
    replaced(["confirmation", /NotOnOrAfter="[^"]+"/, ""]),
    /NotOnOrAfter: 'undefined'/,
  ],
  [
    "one whose confirmation has ended",
    (b) => replaced(["confirmation", /NotOnOrAfter="[^"]+"/, `NotOnOrAfter="${at(-CLOCK - 60)}"`])(b),
    /no subject confirmation .* valid now/,
  ],
  [
    "one whose confirmation is not valid yet",
    (b) => replaced(["confirmation", "NotOnOrAfter=", `NotBefore="${at(CLOCK + 60)}" NotOnOrAfter=`])(b),
    /confirmation/,
  ],
  [
    "one whose confirmation answers another request",
    replaced(["confirmation", /InResponseTo="[^"]+"/, 'InResponseTo="_other"']),
    /confirmation/,
  ],
  ["one that answers another request", changed({ requestId: "_other" }), /another request/],
  ["one that answers no request", changed({ requestId: "" }), /request/],
  ["one that has expired", (b) => signed(usual(b, -CLOCK - 400)), /assertion expired/],
  ["one that is not valid yet", (b) => signed(usual(b, CLOCK + 60)), /not yet valid/],
  [
    "one with a time that is none",
    replaced(["confirmation", /NotOnOrAfter="[^"]+"/, 'NotOnOrAfter="tomorrow"']),
    /NotOnOrAfter: 'tomorrow'/,
  ],
  [
    "one that is not successful",
    changed({ status: "urn:oasis:names:tc:SAML:2.0:status:AuthnFailed" }),
    /did not let you in/,
  ],
  ["one without a sign-in", changed({ statement: "" }), /signed in/],
  [
    "one of a sign-in in the future",
    (b) => replaced(["statement", /AuthnInstant="[^"]+"/, `AuthnInstant="${at(CLOCK + 60)}"`])(b),
    /future/,
  ],
  [
    "one whose session there has ended",
    (b) =>
      replaced(["statement", "AuthnInstant=", `SessionNotOnOrAfter="${at(-CLOCK - 60)}" AuthnInstant=`])(b),
    /ended/,
  ],
  ["one about nobody", changed({ name: "" }), /name/],
  ["one whose name is blank", changed({ name: "  " }), /name/],
  [
    "one with a comment inside the name",
    (b) => signed(usual(b)).replace(">mia-1<", ">mia-1<!-- -->.evil<"),
    /comments/,
  ],
  ["one signed with a comment inside the name", changed({ name: "mia-1<!-- -->.evil" }), /comments/],
  ["one with elements inside the name", changed({ name: "mia-1<saml:X/>" }), /name/],
  ["one with a name for this session only", changed({ nameFormat: TRANSIENT }), /persistent/],
  [
    "one that calls people by their address",
    changed({ name: "mia@saml.test", nameFormat: "urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress" }),
    /persistent/,
  ],
  [
    "one with entities",
    (b) => `<!DOCTYPE x [<!ENTITY name "admin">]>${signed(usual(b)).replace(">mia-1<", ">&name;<")}`,
    /declarations/,
  ],
  [
    "one that unfolds into a billion names",
    (b) => `<!DOCTYPE x [<!ENTITY a "mia"><!ENTITY b "${"&a;".repeat(1000)}">]>${signed(usual(b))}`,
    /declarations/,
  ],
  [
    "one with a processing instruction",
    (b) => signed(usual(b)).replace("<samlp:Status>", "<?evil ?><samlp:Status>"),
    /declarations/,
  ],
  [
    "one with a CDATA section",
    (b) => signed(usual(b)).replace(">mia-1<", "><![CDATA[mia-1]]><"),
    /declarations/,
  ],
  [
    "one with 50,000 elements, which take the verification minutes",
    within("<a/>".repeat(50_000)),
    /elements are more than 2000/,
  ],
  [
    "one with 2,000 attributes on each of three elements",
    within(attributes(2_000).repeat(3)),
    /cannot be read/,
  ],
  [
    "one with 50 attributes on each of 100 elements",
    within(attributes(50).repeat(100)),
    /attributes are more/,
  ],
  ["one whose elements are 100 deep", within(`${"<a>".repeat(100)}${"</a>".repeat(100)}`), /depth/],
  ["one with an attribute that has no value", within("<a b/>"), /cannot be read/],
  ["a bare assertion", (b) => signedXml(assertionOf(usual(b)), own), /responses/],
  [
    "an answer of another version",
    (b) => signed(usual(b)).replace('ID="_response" Version="2.0"', 'ID="_response" Version="1.1"'),
    /version/,
  ],
  ["what is not XML", () => "hello", /not a valid XML/i],
  ["an empty answer", () => "", /base64/],
  [
    "an address of another domain",
    changed({
      attributes:
        '<saml:Attribute Name="email"><saml:AttributeValue>mia@evil.test</saml:AttributeValue></saml:Attribute>',
    }),
    /domain/,
  ],
  [
    "two addresses",
    changed({
      attributes:
        '<saml:Attribute Name="email"><saml:AttributeValue>mia@saml.test</saml:AttributeValue></saml:Attribute><saml:Attribute Name="email"><saml:AttributeValue>ceo@saml.test</saml:AttributeValue></saml:Attribute>',
    }),
    /address/,
  ],
];

const mustBeRefused = async (answer: Awaited<ReturnType<typeof post>>, reason: RegExp) => {
  const { code, reference, detail } = answer.body as unknown as Record<string, string>;
  expect([answer.status, code]).toEqual([401, "auth.sso_refused"]);
  expect(detail).toContain(reference);
  const [logged] = await testServer.sql<{ reason: string }>(
    "select reason from sign_ins where reference = $1",
    [reference],
  );
  expect(logged?.reason).toMatch(reason);
  expect(await signedInSoFar(testServer)).toEqual(before);
};

describe("a hostile answer of a SAML provider is refused", () => {
  test("while the same answer without the forgery signs in, signed as a whole or by its assertion", async () => {
    for (const element of ["Assertion", "Response"] as const) {
      const begun = await begin();
      const { status, body } = await post(begun, signedXml(responseOf(usual(begun)), own, element));
      expect([status, body]).toMatchObject([200, { user: { id: userId } }]);
    }
  });

  test.each(HOSTILE)("%s (SSOS-007)", async (_, xml, reason) => {
    const begun = await begin();
    await mustBeRefused(await post(begun, xml(begun)), reason);
  });

  test("a name for this session only, while an admin tries it, who reads what to send instead (SSOS-001 partly)", async () => {
    const of = { token: company.token, params: { id: connectionId } };
    const browser = openBrowser(testServer);
    const { headers } = await browser.send((await testServer.call(startSsoTest, of)).body.url);
    const begun = { browser, request: requestIn(headers.get("location") as string) };
    await codeOf(begun, signed({ ...usual(begun), nameFormat: TRANSIENT }));
    expect((await testServer.call(findSsoTest, of)).body).toMatchObject({
      state: "refused",
      problem: expect.stringContaining("(send a persistent name ID; it is "),
    });
  });

  test("one that is sent twice (SSOS-007 partly)", async () => {
    const begun = await begin();
    const xml = signed(usual(begun));
    expect((await post(begun, xml)).status).toBe(200);
    before = await signedInSoFar(testServer);
    await mustBeRefused(await post(begun, xml), /no sign-in waits/);
  });

  test("one for which nobody has asked (SSOS-007 partly)", async () => {
    const begun = await begin();
    await mustBeRefused(
      await post(begun, signed({ ...usual(begun), requestId: "" }), undefined, ""),
      /start from/,
    );
    await mustBeRefused(
      await post(begun, signed(usual(begun)), undefined, "x".repeat(43)),
      /no sign-in waits/,
    );
  });

  test("one for which nobody has asked is in the log once for each network in a while (SSOS-007 partly)", async () => {
    const logged = async () => {
      const [{ count }] = (await testServer.sql("select count(*)::int from sign_ins where company_id = $1", [
        company.companyId,
      ])) as [{ count: number }];
      return count;
    };
    const begun = await begin();
    const before = await logged();
    const details: string[] = [];
    for (let sent = 0; sent < 3; sent++) {
      const { status, body } = await post(begun, "hello", undefined, "");
      expect([status, body]).toMatchObject([401, { code: "auth.sso_refused" }]);
      details.push((body as unknown as { detail: string }).detail);
    }
    expect((await logged()) - before).toBe(1);
    expect(details.map((detail) => detail.includes("name the reference"))).toEqual([true, false, false]);
  });

  test.each(["", "&confirm=1"])(
    "one that arrives in another browser, which signs in neither there nor where it was begun%s (SSOS-007 partly)",
    async (more) => {
      const begun = await begin(connectionId, more);
      const victim = { ...begun, browser: openBrowser(testServer) };
      await mustBeRefused(await post(victim, signed(usual(begun))), /another browser/);
      for (const name of ["state", "answer"]) {
        await begun.browser.open(`${PORTAL}/sso/finish?${name}=${begun.request.state}`);
        const body = { code: begun.browser.code() };
        const stolen = await testServer.call(signInWithSso, { body });
        expect([stolen.status, stolen.body]).toMatchObject([401, { code: "auth.sso_refused" }]);
      }
      expect(await testServer.sql("select id from sso_identities")).toEqual([]);
    },
  );

  test("one that the same provider has made for another company (SSOS-007 partly)", async () => {
    const [begun, others] = [await begin(), await begin(othersConnectionId)];
    // Sent with its own request to this company, and with a request of this company.
    await mustBeRefused(await post(others, signed(usual(others)), begun.request.acs), /another connection/);
    const again = await begin(othersConnectionId);
    const stolen = signed({ ...usual(again), requestId: begun.request.id, destination: begun.request.acs });
    await mustBeRefused(await post(begun, stolen), /confirmation|audience/);
    // What it was made for works, and gives nobody of the other company a session here.
    const own = await begin(othersConnectionId);
    const { status, body } = await post(
      own,
      signed({ ...usualAnswer(own.request, ISSUER, { name: "mia-1", email: "mia@others.test" }) }),
    );
    expect([status, body.user.email]).toEqual([200, "mia@others.test"]);
  });

  test("one that arrives after the connection was switched off (SSOS-007 partly)", async () => {
    const turn = (enabled: boolean) =>
      testServer.call(updateSsoConnection, {
        token: company.token,
        params: { id: connectionId },
        body: { enabled },
      });
    const begun = await begin();
    await turn(false);
    await mustBeRefused(await post(begun, signed(usual(begun))), /switched off/);
    await turn(true);
  });

  test("one of somebody who was to sign in again and has not (SSOS-007 partly)", async () => {
    const first = await begin();
    const { body: own } = await post(first, signed(usual(first)));
    const confirm = async (ago: number) => {
      const begun = await begin(connectionId, "&confirm=1");
      const old = replaced(["statement", /AuthnInstant="[^"]+"/, `AuthnInstant="${at(-ago)}"`]);
      const body = { code: await codeOf(begun, old(begun)) };
      return (await testServer.call(confirmWithSso, { token: own.token, body })).status;
    };
    expect(await confirm(3600)).toBe(409);
    expect(await confirm(0)).toBe(200);
  });

  test("clocks may be five minutes apart", async () => {
    for (const apart of [-CLOCK, CLOCK]) {
      const begun = await begin();
      const answer = { ...usual(begun, apart) };
      expect((await post(begun, signed(answer))).status).toBe(200);
    }
  });
});

describe("metadata is refused", () => {
  const create = (fields: object) =>
    testServer.call(createSsoConnection, {
      token: company.token,
      body: { kind: "saml", name: "Another", ...fields },
    });

  test.each([
    ["of a private network", { metadata_url: "https://10.1.2.3/metadata" }],
    ["of the machine's own services", { metadata_url: "http://169.254.169.254/latest/meta-data" }],
    ["of a public address without encryption", { metadata_url: "http://192.0.2.1/metadata" }],
    ["of a file", { metadata_url: "file:///etc/passwd" }],
    ["that is no address", { metadata_url: "hello" }],
    ["that is no metadata", { metadata: "<html/>" }],
    [
      "with entities",
      { metadata: `<!DOCTYPE x [<!ENTITY a "a">]>${metadataOf("a", "https://a.example", "x")}` },
    ],
    [
      "with 30,000 elements",
      {
        metadata: metadataOf("a", "https://a.example", "x").replace(
          "<IDPSSODescriptor",
          `${"<Extensions/>".repeat(30_000)}<IDPSSODescriptor`,
        ),
      },
    ],
    ["with a certificate that is none", { metadata: metadataOf("a", "https://a.example", "hello") }],
    ["without a certificate", { metadata: metadataOf("a", "https://a.example") }],
  ])("%s (SSOS-001 partly)", async (_, fields) => {
    const { status, body } = await create(fields);
    expect([status, Object.keys(body)]).toEqual([400, Object.keys(fields)]);
  });

  test("with a sign-in address that runs a script (SSOS-001 partly)", async () => {
    const { status } = await create({ metadata: metadataOf("a", "javascript:alert(1)", own.certificate) });
    expect(status).toBe(400);
  });
});
