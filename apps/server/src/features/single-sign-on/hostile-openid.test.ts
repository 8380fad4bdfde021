import { confirmOptions } from "@mcc/contract/factors/factors.api.ts";
import { signInList } from "@mcc/contract/security/sign-ins.api.ts";
import { findSsoConnection, updateSsoConnection } from "@mcc/contract/single-sign-on/connections.api.ts";
import { confirmWithSso, signInWithSso } from "@mcc/contract/single-sign-on/sso-sign-in.api.ts";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { openBrowser } from "../../testing/identity-providers/browser.ts";
import {
  type Forgery,
  signedBySecret,
  startForgingProvider,
  unsigned,
} from "../../testing/identity-providers/forging-openid-provider.ts";
import { addPerson } from "../../testing/people.ts";
import {
  addConnection,
  addSsoCompany,
  PORTAL,
  signedInSoFar,
  signInBy,
  startSsoServer,
  switchOn,
} from "../../testing/single-sign-on.ts";
import type { TestServer } from "../../testing/test-server.ts";

let testServer: TestServer;
let provider: Awaited<ReturnType<typeof startForgingProvider>>;
let company: Awaited<ReturnType<typeof addSsoCompany>>;
let connectionId: number;
let userId: number;

beforeAll(async () => {
  testServer = await startSsoServer();
  company = await addSsoCompany(testServer, "forged.test");
  ({ id: userId } = await addPerson(testServer, company.companyId, { email: "mia@forged.test" }));
  await addPerson(testServer, company.companyId, { email: "ann@elsewhere.test" });
  provider = await startForgingProvider({ sub: "mia-1", email: "mia@forged.test", email_verified: true });
  const connection = await addConnection(testServer, company.token, {
    kind: "oidc",
    issuer: provider.url,
    client_id: "portal",
    client_secret: "a secret of the client",
  });
  connectionId = connection.id;
  await switchOn(testServer, company.token, connectionId);
});

beforeEach(async () => {
  provider.forge({});
  // Each case is a first sign-in.
  await testServer.sql("delete from sso_identities");
  await testServer.sql("delete from rate_limits");
});

const reasonOf = async (reference: unknown): Promise<string | null | undefined> => {
  const { body } = await testServer.call(signInList.page, {
    token: company.token,
    query: { reference: String(reference) },
  });
  return body.results[0]?.reason;
};

const CLOCK = 5 * 60;
const now = () => Math.floor(Date.now() / 1000);
const claims = (changes: Record<string, unknown>): Forgery => ({
  claims: (usual) => ({ ...usual, ...changes }),
});
const without = (name: string): Forgery => ({
  claims: ({ [name]: _, ...rest }) => rest,
});

/** Forged answers, and what the sign-in log says of each. */
const HOSTILE: readonly (readonly [name: string, forgery: Forgery, reason: RegExp])[] = [
  ["an ID token without a signature (alg none)", { token: (c) => unsigned(c) }, /trusted/],
  ["an ID token signed with another key", { token: (c, t) => t.signWithOther(c) }, /signature/i],
  [
    "an ID token that brings its own key",
    { token: (c, t) => t.signWithOther(c, { jwk: t.otherJwk }) },
    /signature/i,
  ],
  [
    "an ID token of a key that nobody knows",
    { token: (c, t) => t.signWithOther(c, { kid: "x" }) },
    /trusted/,
  ],
  ["an ID token signed with the client's secret", { token: (c, t) => signedBySecret(c, t.secret) }, /alg/i],
  [
    "an ID token signed with the public key as secret",
    { token: (c, t) => signedBySecret(c, t.publicPem) },
    /alg/i,
  ],
  [
    "an ID token changed after it was signed",
    {
      token: async (c, t) => {
        const [head, , tail] = (await t.sign(c)).split(".");
        const forged = Buffer.from(JSON.stringify({ ...c, sub: "admin" })).toString("base64url");
        return `${head}.${forged}.${tail}`;
      },
    },
    /signature/i,
  ],
  [
    "an ID token with half a signature",
    { token: async (c, t) => (await t.sign(c)).slice(0, -100) },
    /signature|trusted/i,
  ],
  ["no ID token", { tokens: ({ id_token, ...body }) => ({ body }) }, /id_token/],
  ["a text that is no token", { token: () => "hello" }, /trusted/],
  ["an ID token of another issuer", claims({ iss: "https://evil.test" }), /iss/],
  ["an ID token for another client", claims({ aud: "another" }), /aud/],
  [
    "an ID token for several clients without saying for whom",
    claims({ aud: ["portal", "evil"] }),
    /audience/,
  ],
  ["an ID token that another client asked for", claims({ aud: ["portal", "evil"], azp: "evil" }), /azp/],
  ["an ID token without an audience", without("aud"), /aud/],
  ["an ID token without a nonce", without("nonce"), /nonce/],
  ["an ID token with the nonce of another sign-in", claims({ nonce: "another" }), /nonce/],
  ["an expired ID token", { claims: (c) => ({ ...c, exp: now() - CLOCK - 60 }) }, /exp/],
  ["an ID token that never expires", without("exp"), /exp/],
  ["an ID token that is not valid yet", { claims: (c) => ({ ...c, nbf: now() + CLOCK + 60 }) }, /nbf/],
  ["an ID token without its time", without("iat"), /iat/],
  [
    "an ID token of a sign-in in the future",
    { claims: (c) => ({ ...c, auth_time: now() + CLOCK + 60 }) },
    /future/,
  ],
  ["an ID token without a subject", without("sub"), /sub/],
  ["an ID token with an empty subject", claims({ sub: "" }), /sub/],
  ["an ID token whose subject is no text", claims({ sub: ["mia-1", "admin"] }), /sub/],
  [
    "an answer that names another issuer",
    { answer: (u) => u.searchParams.set("iss", "https://evil.test") },
    /iss/,
  ],
  ["an answer that names no issuer", { answer: (u) => u.searchParams.delete("iss") }, /iss/],
  [
    "an answer with an unknown state",
    { answer: (u) => u.searchParams.set("state", "x".repeat(43)) },
    /no sign-in/,
  ],
  ["an answer without a state", { answer: (u) => u.searchParams.delete("state") }, /no sign-in/],
  ["an answer with two states", { answer: (u) => u.searchParams.append("state", "x") }, /no sign-in|state/],
  ["an answer with two codes", { answer: (u) => u.searchParams.append("code", "x") }, /code/],
  ["an answer without a code", { answer: (u) => u.searchParams.delete("code") }, /code|trusted/],
  [
    "a refusal at the provider",
    {
      answer: (u) => {
        u.searchParams.delete("code");
        u.searchParams.set("error", "access_denied");
      },
    },
    /did not let you in.*access_denied/,
  ],
  [
    "a code that the provider does not know",
    { tokens: () => ({ status: 400, body: { error: "invalid_grant" } }) },
    /./,
  ],
  ["a token endpoint that answers nonsense", { tokens: () => ({ body: "hello" }) }, /./],
  ["user information of somebody else", { userInfo: (c) => ({ ...c, sub: "admin" }) }, /sub/],
  [
    "a provider that calls itself otherwise",
    { discovery: (m) => ({ ...m, issuer: "https://evil.test" }) },
    /issuer/,
  ],
  [
    "a provider whose keys are in our own network",
    { discovery: (m) => ({ ...m, jwks_uri: "http://169.254.169.254/latest" }) },
    /private/,
  ],
  ["an address that was not verified", claims({ email_verified: false }), /verified.*mia@forged/],
  [
    "an address of which nothing says that it is verified",
    {
      ...without("email_verified"),
      userInfo: ({ email_verified, ...c }) => c,
    },
    /verified/,
  ],
  [
    "an address beside one that was verified",
    {
      ...without("email_verified"),
      userInfo: (c) => ({ ...c, email: "own@forged.test", email_verified: true }),
    },
    /verified.*mia@forged/,
  ],
  [
    "an address of a domain that nobody has confirmed",
    claims({ email: "ann@elsewhere.test" }),
    /elsewhere\.test/,
  ],
  ["two addresses", claims({ email: ["mia@forged.test", "ann@elsewhere.test"] }), /address/],
  ["an address of another company's domain", claims({ email: "mia@forged.test.evil.test" }), /domain/],
];

describe("a hostile answer of an OpenID provider is refused", () => {
  test("while the same answer without the forgery signs in", async () => {
    const { status, body } = await signInBy(testServer, connectionId);
    expect([status, body]).toMatchObject([200, { user: { id: userId } }]);
  });

  test.each(HOSTILE)("%s (SSOS-007)", async (_, forgery, reason) => {
    provider.forge(forgery);
    const before = await signedInSoFar(testServer);
    const { status, body } = await signInBy(testServer, connectionId);
    const { code, reference, detail } = body as unknown as Record<string, string>;
    expect([status, code]).toEqual([401, "auth.sso_refused"]);
    expect(detail).toContain(reference);
    expect(await signedInSoFar(testServer)).toEqual(before);
    const [logged] = await testServer.sql<{ reason: string }>(
      "select reason from sign_ins where reference = $1",
      [reference],
    );
    expect(logged?.reason).toMatch(reason);
  });

  test("one that is sent twice (SSOS-007 partly)", async () => {
    const browser = openBrowser(testServer);
    await browser.open(`${PORTAL}/sso/start?connection=${connectionId}`);
    const callback = browser.visited.find((url) => url.includes("/sso/oidc/callback")) as string;
    expect((await testServer.call(signInWithSso, { body: { code: browser.code() } })).status).toBe(200);
    await browser.open(callback);
    const again = await testServer.call(signInWithSso, { body: { code: browser.code() } });
    expect(again.status).toBe(401);
  });

  test("one whose code was used (SSOS-007 partly)", async () => {
    const { browser } = await signInBy(testServer, connectionId);
    const again = await testServer.call(signInWithSso, { body: { code: browser.code() } });
    expect([again.status, (again.body as unknown as { code: string }).code]).toEqual([
      401,
      "auth.sso_refused",
    ]);
  });

  test("one that the same provider has made for another company (SSOS-007 partly)", async () => {
    const others = await addSsoCompany(testServer, "others.test");
    const { id } = await addConnection(testServer, others.token, {
      kind: "oidc",
      ...{ issuer: provider.url, client_id: "portal", client_secret: "a secret of the client" },
    });
    await switchOn(testServer, others.token, id);
    const browser = openBrowser(testServer);
    const answerFor = async (connection: number) => {
      const started = await browser.send(`${PORTAL}/sso/start?connection=${connection}`);
      const back = await browser.send(started.headers.get("location") as string);
      return new URL(back.headers.get("location") as string);
    };
    const signedIn = async (answer: URL) => {
      await browser.open(answer.href);
      return testServer.call(signInWithSso, { body: { code: browser.code() } });
    };
    const [own, theirs] = [await answerFor(connectionId), await answerFor(id)];
    const stolen = new URL(theirs);
    stolen.searchParams.set("code", own.searchParams.get("code") as string);
    const refused = await signedIn(stolen);
    expect(refused).toMatchObject({ status: 401, body: { code: "auth.sso_refused" } });
    // Nor does the person whom it was made for get in there with an address of this company.
    expect((await signedIn(await answerFor(id))).status).toBe(401);
    expect(await signedIn(own)).toMatchObject({ status: 200, body: { user: { id: userId } } });
  });

  test.each(["", "&confirm=1"])(
    "one that arrives in another browser, which signs in neither there nor where it was begun%s (SSOS-007 partly)",
    async (more) => {
      provider.forge(claims({ auth_time: now() }));
      const [victim, attacker] = [openBrowser(testServer), openBrowser(testServer)];
      const started = await attacker.send(`${PORTAL}/sso/start?connection=${connectionId}${more}`);
      const there = started.headers.get("location") as string;
      const back = await victim.send(there);
      await victim.open(back.headers.get("location") as string);
      const { status, body } = await testServer.call(signInWithSso, { body: { code: victim.code() } });
      expect([status, body]).toMatchObject([401, { code: "auth.sso_refused" }]);
      expect((body as unknown as { detail: string }).detail).toContain("another browser");
      for (const name of ["state", "answer"]) {
        const state = new URL(there).searchParams.get("state");
        await attacker.open(`${PORTAL}/sso/finish?${name}=${state}`);
        const stolen = await testServer.call(signInWithSso, { body: { code: attacker.code() } });
        expect([stolen.status, stolen.body]).toMatchObject([401, { code: "auth.sso_refused" }]);
      }
      expect(await testServer.sql("select id from sso_identities")).toEqual([]);
    },
  );

  test("one that arrives after the connection was switched off, also after it was checked (SSOS-007 partly)", async () => {
    const turn = (enabled: boolean) =>
      testServer.call(updateSsoConnection, {
        token: company.token,
        params: { id: connectionId },
        body: { enabled },
      });
    const browser = openBrowser(testServer);
    const started = await browser.send(`${PORTAL}/sso/start?connection=${connectionId}`);
    await turn(false);
    await browser.open(started.headers.get("location") as string);
    const { body } = await testServer.call(signInWithSso, { body: { code: browser.code() } });
    expect(body).toMatchObject({ code: "auth.sso_refused" });
    const { reference } = body as unknown as { reference: string };
    expect(await reasonOf(reference)).toMatch(/switched off/);
    await turn(true);
    const later = openBrowser(testServer);
    await later.open(`${PORTAL}/sso/start?connection=${connectionId}`);
    await turn(false);
    const refused = await testServer.call(signInWithSso, { body: { code: later.code() } });
    expect(refused.body).toMatchObject({ code: "auth.sso_refused" });
    await turn(true);
  });

  test("one of somebody who was to sign in again and has not, or of whom it does not say so (SSOS-007 partly)", async () => {
    const { body: own } = await signInBy(testServer, connectionId);
    const confirm = async (auth_time: number | undefined) => {
      provider.forge(claims({ auth_time }));
      const browser = openBrowser(testServer);
      await browser.open(`${PORTAL}/sso/start?connection=${connectionId}&confirm=1`);
      const body = { code: browser.code() };
      return testServer.call(confirmWithSso, { token: own.token, body });
    };
    const refused = await confirm(now() - 3600);
    expect(refused).toMatchObject({ status: 409, body: { code: "auth.sso_not_confirmed" } });
    const { reference } = refused.body as unknown as { reference: string };
    expect(await reasonOf(reference)).toMatch(/they signed in at/);
    // Before the question was asked, beyond what clocks may be apart.
    expect((await confirm(now() - 6 * 60)).status).toBe(409);
    expect((await confirm(undefined)).status).toBe(409);
    expect((await confirm(now() - CLOCK)).status).toBe(200);
  });

  test("a provider that does not say when somebody signed in is offered for no confirmation until it does (SIGN-007 partly)", async () => {
    const read = async () => {
      const { body: own } = await signInBy(testServer, connectionId);
      const { body: options } = await testServer.call(confirmOptions, { token: own.token });
      const { body: connection } = await testServer.call(findSsoConnection, {
        ...{ token: company.token, params: { id: connectionId } },
      });
      return [options.sso_url, options.sso_silent, connection.tells_sign_in_time];
    };
    provider.forge(without("auth_time"));
    expect(await read()).toEqual([null, true, false]);
    provider.forge(claims({ auth_time: now() }));
    expect(await read()).toEqual([`/sso/start?connection=${connectionId}&confirm=1`, false, true]);
  });

  test("a refused confirmation is in the log with its user, whenever it was refused (SIGN-009 partly)", async () => {
    provider.forge(claims({ auth_time: now() }));
    const { body: own } = await signInBy(testServer, connectionId);
    const confirm = async (id: number) => {
      const browser = openBrowser(testServer);
      await browser.open(`${PORTAL}/sso/start?connection=${id}&confirm=1`);
      return { code: browser.code() };
    };
    const refusal = async (body: { code: string }) => {
      const { status, body: refused } = await testServer.call(confirmWithSso, { token: own.token, body });
      expect([status, refused]).toMatchObject([409, { code: "auth.sso_not_confirmed" }]);
      const { reference } = refused as unknown as { reference: string };
      const { body: log } = await testServer.call(signInList.page, {
        ...{ token: company.token, query: { reference } },
      });
      return [log.results[0]?.user?.id, log.results[0]?.reason];
    };
    provider.forge(claims({ auth_time: now() - 3600 }));
    expect(await refusal(await confirm(connectionId))).toEqual([
      userId,
      expect.stringMatching(/they signed in at/),
    ]);
    provider.forge(claims({ auth_time: now() }));
    expect(await refusal({ code: "another" })).toEqual([userId, expect.stringMatching(/no such code/)]);
    // Of the same provider, by another connection of the company.
    const other = await addConnection(testServer, company.token, {
      kind: "oidc",
      ...{ issuer: provider.url, client_id: "portal", client_secret: "a secret of the client" },
    });
    await switchOn(testServer, company.token, other.id);
    expect(await refusal(await confirm(other.id))).toEqual([
      userId,
      expect.stringMatching(/provider that you signed in with/),
    ]);
    const answered = await confirm(connectionId);
    const turn = (enabled: boolean) =>
      testServer.sql("update sso_connections set enabled = $2 where id = $1", [connectionId, enabled]);
    await turn(false);
    expect(await refusal(answered)).toEqual([userId, expect.stringMatching(/switched off/)]);
    await turn(true);
    expect(
      (await testServer.call(confirmWithSso, { token: own.token, body: await confirm(connectionId) })).status,
    ).toBe(200);
  });

  test("a disabled user who is refused is named in the log (SIGN-009 partly)", async () => {
    await signInBy(testServer, connectionId);
    await testServer.sql("update users set disabled_at = now() where id = $1", [userId]);
    const { body } = await signInBy(testServer, connectionId);
    await testServer.sql("update users set disabled_at = null where id = $1", [userId]);
    const { reference } = body as unknown as { reference: string };
    const { body: log } = await testServer.call(signInList.page, {
      ...{ token: company.token, query: { reference } },
    });
    expect(log.results[0]).toMatchObject({ result: "Refused", user: { id: userId } });
  });

  test("clocks may be five minutes apart", async () => {
    for (const apart of [-CLOCK, CLOCK]) {
      provider.forge({
        claims: (c) => ({ ...c, iat: now() + apart, nbf: now() + apart, exp: now() + apart + 1 }),
      });
      expect((await signInBy(testServer, connectionId)).status).toBe(200);
    }
  });
});
