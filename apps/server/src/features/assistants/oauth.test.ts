import { createHash, randomBytes } from "node:crypto";
import { findAssistantRequest, refuseAssistant } from "@mcc/contract/assistants/assistants.api.ts";
import { beforeAll, expect, test } from "vitest";
import { type ApprovalCompany, setUpApprovalCompany } from "../../testing/approval-company.ts";
import {
  askForAccess,
  connectAssistant,
  consent,
  makeBrowser,
  REDIRECT,
  requestIn,
  switchAssistants,
} from "../../testing/assistants.ts";
import { startTestServer, type TestServer } from "../../testing/test-server.ts";

let testServer: TestServer;
let company: ApprovalCompany;
let person: Awaited<ReturnType<ApprovalCompany["person"]>>;

beforeAll(async () => {
  testServer = await startTestServer({ MCC_TRUSTED_PROXIES: "127.0.0.1" });
  company = await setUpApprovalCompany(testServer);
  await switchAssistants(testServer, company.companyId);
  person = await company.person();
});

const at = (path: string) => `${testServer.address}${path}`;

const register = async (body: unknown) => {
  const response = await fetch(at("/oauth/register"), {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: typeof body === "string" ? body : JSON.stringify(body),
  });
  return { status: response.status, body: (await response.json()) as Record<string, string> };
};

const post = async (path: string, form: Record<string, string>) => {
  const response = await fetch(at(path), { method: "POST", body: new URLSearchParams(form) });
  const text = await response.text();
  return { status: response.status, body: (text ? JSON.parse(text) : {}) as Record<string, string> };
};

const VERIFIER = randomBytes(32).toString("base64url");
const CHALLENGE = createHash("sha256").update(VERIFIER).digest("base64url");

const authorizeUrl = (clientId: string, more: Record<string, string | undefined> = {}) => {
  const url = new URL(at("/oauth/authorize"));
  const query: Record<string, string | undefined> = {
    ...{ client_id: clientId, response_type: "code", redirect_uri: REDIRECT, state: "s" },
    ...{ code_challenge: CHALLENGE, code_challenge_method: "S256", ...more },
  };
  for (const [key, value] of Object.entries(query)) if (value !== undefined) url.searchParams.set(key, value);
  return url;
};

const newClient = async () =>
  (await register({ client_name: "Hostile", redirect_uris: [REDIRECT] })).body.client_id ?? "";

/** Where an authorization request leads to, without following it. */
const led = async (url: URL) => {
  const response = await makeBrowser()(url);
  return { status: response.status, to: response.headers.get("location") ?? "", text: await response.text() };
};

test("an assistant finds out by the standard metadata how it gets access (OPEN-006 partly)", async () => {
  const json = async (path: string) => (await fetch(at(path))).json();
  const origin = testServer.address;
  const resource = { resource: `${origin}/mcp`, authorization_servers: [origin] };
  expect(await json("/.well-known/oauth-protected-resource")).toMatchObject(resource);
  expect(await json("/.well-known/oauth-protected-resource/mcp")).toMatchObject(resource);
  expect(await json("/.well-known/oauth-authorization-server")).toMatchObject({
    issuer: origin,
    authorization_endpoint: `${origin}/oauth/authorize`,
    token_endpoint: `${origin}/oauth/token`,
    registration_endpoint: `${origin}/oauth/register`,
    code_challenge_methods_supported: ["S256"],
    token_endpoint_auth_methods_supported: ["none"],
    grant_types_supported: ["authorization_code", "refresh_token"],
  });
  const refused = await fetch(at("/mcp"), { method: "POST" });
  expect([refused.status, refused.headers.get("www-authenticate")]).toEqual([
    401,
    `Bearer error="invalid_token", resource_metadata="${origin}/.well-known/oauth-protected-resource/mcp"`,
  ]);
  for (const authorization of ["Bearer", "Bearer x", `Bearer ${"a".repeat(43)}`, `JWT ${person.token}`])
    expect((await fetch(at("/mcp"), { method: "POST", headers: { authorization } })).status).toBe(401);
  const page = { method: "POST", headers: { origin: "https://evil.test" } };
  expect((await fetch(at("/mcp"), page)).status).toBe(403);
});

test("a registration that asks for what there is not is refused and told (OPEN-006 partly)", async () => {
  const redirect_uris = [REDIRECT];
  for (const body of [
    {},
    { redirect_uris: [] },
    { redirect_uris: ["javascript:alert(1)"] },
    { redirect_uris: ["http://evil.test/callback"] },
    { redirect_uris: ["http://evil.test/callback"], application_type: "web" },
    { redirect_uris: ["https://a.test/", "http://localhost.evil.test/"], application_type: "web" },
    { redirect_uris: ["https://evil.test/#fragment"] },
    { redirect_uris, token_endpoint_auth_method: "client_secret_basic" },
    { redirect_uris, grant_types: ["client_credentials"] },
    { redirect_uris, response_types: ["token"] },
    { redirect_uris, client_name: "a\u0000b" },
    { redirect_uris, client_name: "a\ud800b" },
    { redirect_uris, client_name: 7 },
    [],
    "{",
  ]) {
    const { status, body: answer } = await register(body);
    expect([body, status, answer]).toMatchObject([body, 400, { error: expect.any(String) }]);
  }
  expect((await register({ redirect_uris, client_name: "x".repeat(20_000) })).status).toBe(413);
});

test("a request with a wrong redirect, without PKCE or for something else is refused, and never leads to the wrong place (OPEN-006 partly)", async () => {
  const client = await newClient();
  for (const [clientId, more] of [
    [client, { redirect_uri: "http://127.0.0.1:9/other" }],
    [client, { redirect_uri: "https://evil.test/" }],
    [client, { redirect_uri: undefined }],
    ["unknown", {}],
    ["a\u0000b", {}],
  ] as const) {
    const { status, to, text } = await led(authorizeUrl(clientId, more));
    expect([more, status, to]).toEqual([more, 400, ""]);
    expect(text).toContain("The assistant could not be connected");
  }
  for (const [more, error] of [
    [{ code_challenge: undefined, code_challenge_method: undefined }, "invalid_request"],
    [{ code_challenge_method: "plain" }, "invalid_request"],
    [{ code_challenge: "short" }, "invalid_request"],
    [{ response_type: "token" }, "unsupported_response_type"],
    [{ resource: "https://evil.test/mcp" }, "invalid_target"],
    [{ prompt: "none" }, "consent_required"],
    [{ state: "a\u0000b" }, "invalid_request"],
    [{ prompt: "none", response_mode: "form_post" }, "consent_required"],
    [{ prompt: "none", response_mode: "fragment" }, "consent_required"],
  ] as const) {
    const { status, to, text } = await led(authorizeUrl(client, more));
    expect([more, status, to]).toEqual([more, 400, ""]);
    expect(text).toContain(`<small>${error}: `);
    expect(text).not.toContain(REDIRECT);
  }
  const asked = await led(authorizeUrl(client));
  expect([asked.status, asked.to]).toEqual([
    303,
    expect.stringMatching(/^\/assistants\/connect\?request=[\w-]+$/),
  ]);
});

test("a person who is led to the request of somebody else's browser gives nobody access (OPEN-006 partly)", async () => {
  const attacker = await askForAccess(testServer, "Friendly");
  const { body } = await consent(testServer, person, attacker.request);
  const resume = new URL(body.url);
  // The browser of the person has not asked, and the one that has asked does not know the proof.
  const ofPerson = await makeBrowser()(resume);
  const proofless = new URL(resume);
  proofless.search = "";
  const ofAttacker = await attacker.browser(proofless);
  for (const other of ["AUTHORIZE", "Authorize", "%61uthorize", "x/authorize"]) {
    const spelled = await attacker.browser(new URL(String(proofless).replace("authorize", other)));
    expect([other, spelled.status, spelled.headers.get("location")]).toEqual([other, 404, null]);
  }
  resume.searchParams.set("proof", "a".repeat(43));
  const guessed = await attacker.browser(resume);
  expect(
    [ofPerson, ofAttacker, guessed].map(({ status, headers }) => [status, headers.get("location")]),
  ).toEqual([
    [400, null],
    [400, null],
    [400, null],
  ]);
  // Nor does the proof of another request help, which the other person has answered.
  const own = await askForAccess(testServer, "Friendly");
  const other = await consent(testServer, await company.person(), own.request);
  expect((await attacker.browser(other.body.url)).status).toBe(400);
  // A request is answered once.
  expect((await consent(testServer, person, attacker.request)).status).toBe(404);
  expect((await consent(testServer, person, "unknown")).status).toBe(404);
});

test("over TLS every cookie on the way is of its own host only (OPEN-006 partly)", async () => {
  const tls = { "x-forwarded-proto": "https" };
  const asked = await fetch(authorizeUrl(await newClient()), { redirect: "manual", headers: tls });
  const cookies = asked.headers.getSetCookie();
  expect(cookies.length).toBeGreaterThan(1);
  for (const cookie of cookies)
    expect(cookie).toMatch(/^__Host-mcc-oauth-[\w.-]+=[^;]+; path=\/; expires=[^;]+;.* secure;.* httponly$/);
  const { body } = await consent(testServer, person, requestIn(asked));
  const { pathname, search } = new URL(body.url);
  const cookie = cookies.map((line) => line.split(";")[0]).join("; ");
  const resume = (headers: Record<string, string>) =>
    fetch(at(pathname + search), { redirect: "manual", headers: { ...tls, ...headers } });
  expect((await resume({ cookie: cookie.replaceAll("__Host-", "") })).status).toBe(400);
  const back = await resume({ cookie });
  expect([back.status, back.headers.get("location")]).toEqual([
    303,
    expect.stringContaining(`${REDIRECT}?code=`),
  ]);
});

test("a person reads the name of an assistant as one short line, and a host only where there is one (OPEN-006 partly)", async () => {
  const askedBy = async (client_name: string, redirect_uri: string) => {
    const { body: client } = await register({ client_name, redirect_uris: [redirect_uri] });
    const asked = await makeBrowser()(authorizeUrl(client.client_id ?? "", { redirect_uri }));
    const params = { request: requestIn(asked) };
    const { body } = await testServer.call(findAssistantRequest, { token: person.token, params });
    return [body.name, body.host];
  };
  expect(
    await askedBy(`Your\u202e bank\u2028\nsays ${"x".repeat(99)}`, "com.evil.app://bank.test/back"),
  ).toEqual([`Your  bank says ${"x".repeat(44)}`, "com.evil.app:"]);
  expect(await askedBy("\u200b\u2029", "https://assistant.example/back")).toEqual([
    "Assistant",
    "assistant.example",
  ]);
});

test("a person who refuses leads the assistant back with that (OPEN-006 partly)", async () => {
  const { request, browser } = await askForAccess(testServer);
  const { body } = await testServer.call(refuseAssistant, { token: person.token, params: { request } });
  const back = new URL((await browser(body.url)).headers.get("location") ?? "");
  expect([
    back.origin + back.pathname,
    back.searchParams.get("error"),
    back.searchParams.get("code"),
  ]).toEqual([REDIRECT, "access_denied", null]);
});

/** A code that was given to a client of our own making. */
const newCode = async () => {
  const client_id = await newClient();
  const browser = makeBrowser();
  const request = requestIn(await browser(authorizeUrl(client_id)));
  const { body } = await consent(testServer, person, request);
  const back = new URL((await browser(body.url)).headers.get("location") ?? "");
  const code = back.searchParams.get("code") ?? "";
  return {
    client_id,
    code,
    grant_type: "authorization_code",
    redirect_uri: REDIRECT,
    code_verifier: VERIFIER,
  };
};

const grantOf = async () => {
  const [grant] = await testServer.sql<{ ended: boolean }>(
    "select ended_at is not null as ended from assistant_grants order by id desc limit 1",
  );
  return grant;
};

test("a code works once, for its client, redirect and verifier; used again, the access ends (OPEN-006 partly)", async () => {
  const form = await newCode();
  const wrongs: Record<string, string>[] = [
    { code_verifier: "a".repeat(43) },
    { code_verifier: "" },
    { redirect_uri: "http://127.0.0.1:9/other" },
    { client_id: await newClient() },
    { resource: "https://evil.test/mcp" },
  ];
  for (const wrong of wrongs) {
    const fresh = await newCode();
    const { status, body } = await post("/oauth/token", { ...fresh, ...wrong });
    expect([wrong, status, body.access_token]).toEqual([wrong, 400, undefined]);
  }
  const first = await post("/oauth/token", form);
  expect([first.status, first.body]).toMatchObject([200, { token_type: "Bearer", expires_in: 3600 }]);
  const bearer = { authorization: `Bearer ${first.body.access_token}` };
  expect((await fetch(at("/mcp"), { headers: bearer })).status).toBe(405);
  const again = await post("/oauth/token", form);
  expect([again.status, again.body]).toMatchObject([400, { error: "invalid_grant" }]);
  expect((await fetch(at("/mcp"), { headers: bearer })).status).toBe(401);
});

test("a code that is used several times at once is exchanged at most once (OPEN-006 partly)", async () => {
  const form = await newCode();
  const answers = await Promise.all(Array.from({ length: 6 }, () => post("/oauth/token", form)));
  expect(answers.filter(({ status }) => status === 200).length).toBeLessThan(2);
  expect(answers.filter(({ body }) => body.error === "invalid_grant").length).toBeGreaterThan(4);
});

test("a refresh token is exchanged for another one; used again, the access ends and the audit says so (OPEN-006 partly)", async () => {
  const { body: first } = await post("/oauth/token", await newCode());
  const [{ oauth_client: client_id = "" } = {}] = await testServer.sql<{ oauth_client: string }>(
    "select oauth_client from assistant_grants order by id desc limit 1",
  );
  const refresh = (token = "") =>
    post("/oauth/token", { client_id, grant_type: "refresh_token", refresh_token: token });
  const second = await refresh(first.refresh_token);
  expect([second.status, second.body.refresh_token === first.refresh_token]).toEqual([200, false]);
  const bearer = { authorization: `Bearer ${second.body.access_token}` };
  expect((await fetch(at("/mcp"), { headers: bearer })).status).toBe(405);
  expect((await refresh(first.refresh_token)).body).toMatchObject({ error: "invalid_grant" });
  expect((await refresh(second.body.refresh_token)).body).toMatchObject({ error: "invalid_grant" });
  expect([await grantOf(), (await fetch(at("/mcp"), { headers: bearer })).status]).toEqual([
    { ended: true },
    401,
  ]);
  const [entry] = await testServer.sql<{ actor_name: string }>(
    "select actor_name from audit_entries where action = 'assistant.deleted' order by id desc limit 1",
  );
  expect(entry).toEqual({ actor_name: "Hostile" });
});

test("an assistant gives its access back, and what was switched off cannot be refreshed (OPEN-006 partly)", async () => {
  const assistant = await connectAssistant(testServer, person);
  const client_id = assistant.kept.information?.client_id ?? "";
  const refresh_token = assistant.kept.given?.refresh_token ?? "";
  await switchAssistants(testServer, company.companyId, false);
  const off = await post("/oauth/token", { client_id, grant_type: "refresh_token", refresh_token });
  expect(off.body).toMatchObject({ error: "invalid_grant" });
  await switchAssistants(testServer, company.companyId);
  const other = await connectAssistant(testServer, person);
  const given = {
    client_id: other.kept.information?.client_id ?? "",
    token: other.kept.given?.refresh_token ?? "",
  };
  expect((await post("/oauth/revoke", { ...given, client_id })).status).toBe(200);
  expect(await grantOf()).toEqual({ ended: false });
  expect((await post("/oauth/revoke", given)).status).toBe(200);
  expect(await grantOf()).toEqual({ ended: true });
});

test("tokens and codes are stored as hashes only (OPEN-006 partly)", async () => {
  const assistant = await connectAssistant(testServer, person);
  const { access_token = "", refresh_token = "" } = assistant.kept.given ?? {};
  const [found] = await testServer.sql<{ found: boolean }>(
    "select bool_or(payload::text ~ any($1)) as found from oauth_items",
    [[access_token, refresh_token, assistant.code]],
  );
  expect(found).toEqual({ found: false });
});
