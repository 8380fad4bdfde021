import dgram from "node:dgram";
import dns from "node:dns";
import type { AddressInfo } from "node:net";
import { userAccess } from "@mcc/contract/access/user-access.api.ts";
import {
  previewAccessMappings,
  replaceAccessMappings,
} from "@mcc/contract/access-mappings/access-mappings.api.ts";
import { deleteDirectoryToken, directoryTokens } from "@mcc/contract/directory/directory.api.ts";
import { addPasskey, confirmOptions, passkeyOptions } from "@mcc/contract/factors/factors.api.ts";
import { findProfile, updateProfile } from "@mcc/contract/profile/profile.api.ts";
import { previewSecurityPolicy, updateSecurityPolicy } from "@mcc/contract/security/security-policy.api.ts";
import { signInList } from "@mcc/contract/security/sign-ins.api.ts";
import {
  currentUser,
  passkeySignInOptions,
  requestPasswordReset,
  setNewPassword,
  signIn,
  signInWithPasskey,
  signOut,
} from "@mcc/contract/sign-in/sign-in.api.ts";
import * as contract from "@mcc/contract/single-sign-on/connections.api.ts";
import * as domains from "@mcc/contract/single-sign-on/domains.api.ts";
import { ssoIdentities, unlinkSso } from "@mcc/contract/single-sign-on/identities.api.ts";
import {
  confirmWithSso,
  signInWithSso,
  ssoOfAddress,
  ssoOfHost,
} from "@mcc/contract/single-sign-on/sso-sign-in.api.ts";
import { afterEach, beforeAll, describe, expect, test } from "vitest";
import { afterFile } from "../../testing/after-file.ts";
import { makeAuthenticator } from "../../testing/authenticator.ts";
import { eventually } from "../../testing/eventually.ts";
import { openBrowser } from "../../testing/identity-providers/browser.ts";
import { requestIn } from "../../testing/identity-providers/forged-saml.ts";
import { type OpenIdPerson, startOpenIdProvider } from "../../testing/identity-providers/openid-provider.ts";
import { type SamlPerson, startSamlProvider } from "../../testing/identity-providers/saml-provider.ts";
import { addCompany, addPerson, addRole, PASSWORD, tokenFor } from "../../testing/people.ts";
import { setUpPlatformAdmin } from "../../testing/platform-admin.ts";
import { openDirectory } from "../../testing/scim.ts";
import {
  addConnection,
  addSsoCompany,
  PORTAL,
  signInBy,
  startSsoServer,
  switchOn,
} from "../../testing/single-sign-on.ts";
import { openEventStream } from "../../testing/streams.ts";
import type { TestServer } from "../../testing/test-server.ts";

let testServer: TestServer;

beforeAll(async () => {
  testServer = await startSsoServer();
});

let made = 0;
const personAt = (domain: string, traits: Partial<OpenIdPerson> = {}): OpenIdPerson => ({
  sub: `person-${++made}`,
  email: `mia${made}@${domain}`,
  email_verified: true,
  given_name: "Mia",
  family_name: "Wong",
  groups: ["Buyers"],
  ...traits,
});

const oidcFields = (url: string) => ({
  kind: "oidc" as const,
  issuer: url,
  client_id: "portal",
  client_secret: "a secret of the client",
});

/** A company whose people sign in with an OpenID provider. */
const setUp = async (traits: Partial<OpenIdPerson> = {}, fields: object = {}) => {
  const domain = `company${++made}.test`;
  const company = await addSsoCompany(testServer, domain);
  const person = personAt(domain, traits);
  const provider = await startOpenIdProvider([person]);
  const connection = await addConnection(testServer, company.token, {
    ...oidcFields(provider.url),
    ...fields,
  });
  await switchOn(testServer, company.token, connection.id);
  return { ...company, person, provider, connection };
};

const codeOf = (body: unknown): unknown => (body as { code?: string }).code;
const detailOf = (body: unknown): string => (body as { detail: string }).detail;

describe("a sign-in with an OpenID provider", () => {
  test("signs in the user of a verified address and opens the page that was asked for (SSOS-001 partly)", async () => {
    const { companyId, person, connection, token } = await setUp();
    const user = await addPerson(testServer, companyId, { email: String(person.email).toUpperCase() });
    const { status, body, url } = await signInBy(testServer, connection.id, { next: "/orders?site=Gate" });
    expect([status, body]).toMatchObject([200, { user: { id: user.id } }]);
    expect(url).toBe(`${PORTAL}/?sso=1&next=%2Forders%3Fsite%3DGate`);
    expect((await testServer.call(currentUser, { token: body.token })).status).toBe(200);
    const { body: log } = await testServer.call(signInList.page, { token, query: { user: "Pat" } });
    expect(log.results[0]).toMatchObject({
      method: "Single sign-on",
      result: "Accepted",
      user: { id: user.id },
    });
  });

  test.each(["https://evil.test/", "//evil.test", "/\\evil.test", "javascript:alert(1)"])(
    "opens no page of another site: %s",
    async (next) => {
      const { connection } = await setUp({}, { creates_users: true });
      const { status, url } = await signInBy(testServer, connection.id, { next });
      expect([status, url]).toEqual([200, `${PORTAL}/?sso=1`]);
    },
  );

  test("binds to issuer and subject: a new address changes nothing, another subject with the address is refused (SSOS-003)", async () => {
    const domain = `bound${++made}.test`;
    const company = await addSsoCompany(testServer, domain);
    const user = await addPerson(testServer, company.companyId, { email: `ann@${domain}` });
    const people: OpenIdPerson[] = [
      { sub: "ann", email: `ann@${domain}`, email_verified: true },
      { sub: "mallory", email: `ann@${domain}`, email_verified: true },
    ];
    const provider = await startOpenIdProvider(people);
    const { id } = await addConnection(testServer, company.token, oidcFields(provider.url));
    await switchOn(testServer, company.token, id);
    expect((await signInBy(testServer, id)).body.user.id).toBe(user.id);
    provider.signInAs("mallory");
    const stolen = await signInBy(testServer, id);
    expect([stolen.status, detailOf(stolen.body)]).toMatchObject([
      401,
      expect.stringContaining("another identity"),
    ]);
    // The address has moved to somebody else here and there; the person stays who they are.
    await testServer.sql("update users set email = $2 where id = $1", [user.id, `new@${domain}`]);
    people[0] = { sub: "ann", email: "ann@private.example", email_verified: false };
    provider.signInAs("ann");
    expect((await signInBy(testServer, id)).body.user.id).toBe(user.id);
  });

  test("a user whom the provider calls otherwise now is unlinked by an admin, and signs in again (SSOS-003)", async () => {
    const domain = `renamed${++made}.test`;
    const { companyId, token, admin } = await addSsoCompany(testServer, domain);
    const user = await addPerson(testServer, companyId, { email: `ann@${domain}` });
    const people = ["old", "new"].map((sub) => ({ sub, email: `ann@${domain}`, email_verified: true }));
    const provider = await startOpenIdProvider(people);
    const { id } = await addConnection(testServer, token, oidcFields(provider.url));
    await switchOn(testServer, token, id);
    const { body: before } = await signInBy(testServer, id);
    provider.signInAs("new");
    const refused = await signInBy(testServer, id);
    expect([refused.status, detailOf(refused.body)]).toMatchObject([
      401,
      expect.stringContaining("unlink it from single sign-on"),
    ]);
    const ofUser = { token, params: { id: user.id } };
    const subjects = async () =>
      (await testServer.call(ssoIdentities, ofUser)).body.results.map(({ subject }) => subject);
    expect(await subjects()).toEqual(["old"]);
    const confirmed = (hours: number) =>
      testServer.sql(
        "update sessions set confirmed_at = now() - make_interval(hours => $2) where user_id = $1",
        [admin.id, hours],
      );
    await confirmed(3);
    expect(codeOf((await testServer.call(unlinkSso, ofUser)).body)).toBe("auth.confirmation_required");
    await confirmed(0);
    const other = await addSsoCompany(testServer, `other${domain}`);
    expect((await testServer.call(unlinkSso, { ...ofUser, token: other.token })).status).toBe(404);
    expect(await subjects()).toEqual(["old"]);
    expect((await testServer.call(unlinkSso, ofUser)).status).toBe(200);
    expect(await subjects()).toEqual([]);
    expect((await testServer.call(currentUser, { token: before.token })).status).toBe(401);
    expect((await signInBy(testServer, id)).body.user.id).toBe(user.id);
    expect(await subjects()).toEqual(["new"]);
    const audited = await testServer.sql(
      "select actor_id, details ->> 'subject' as subject from audit_entries where company_id = $1 and action = 'sso_identity.deleted'",
      [companyId],
    );
    expect(audited).toEqual([{ actor_id: admin.id, subject: "old" }]);
  });

  test("binds nobody by an address of a domain that is not confirmed, or of another company (SSOS-003)", async () => {
    const { companyId, connection, person, domain } = await setUp();
    const user = await addPerson(testServer, companyId, { email: person.email as string });
    await testServer.sql(
      "update sso_domains set confirmed_at = null, confirmed_by = null where domain = $1",
      [domain],
    );
    const pending = await signInBy(testServer, connection.id);
    expect([pending.status, detailOf(pending.body)]).toMatchObject([
      401,
      expect.stringContaining("confirmed"),
    ]);
    const another = await addCompany(testServer);
    await testServer.sql(
      `insert into sso_domains (company_id, domain, token, confirmed_at, confirmed_by) values ($1, $2, 't', now(), 'dns')`,
      [another, domain],
    );
    expect((await signInBy(testServer, connection.id)).status).toBe(401);
    expect(await testServer.sql("select id from sso_identities where user_id = $1", [user.id])).toEqual([]);
  });

  test("creates an unknown person when the company allows it, without rights (SSOS-004)", async () => {
    const refused = await setUp();
    const no = await signInBy(testServer, refused.connection.id);
    expect([no.status, detailOf(no.body)]).toMatchObject([401, expect.stringContaining("no account")]);
    const { connection, person, companyId, token } = await setUp({}, { creates_users: true });
    const { status, body } = await signInBy(testServer, connection.id);
    expect([status, body.user]).toMatchObject([
      200,
      {
        email: person.email,
        first_name: "Mia",
        last_name: "Wong",
        role: null,
        is_company_admin: false,
        company: { id: companyId },
        permissions: [],
      },
    ]);
    const again = await signInBy(testServer, connection.id);
    expect(again.body.user.id).toBe(body.user.id);
    const { body: access } = await testServer.call(userAccess, { token, params: { id: body.user.id } });
    expect(access.sites.count).toBe(0);
    const [entry] = await testServer.sql(
      "select actor_name from audit_entries where action = 'user.created' and record_id = $1",
      [String(body.user.id)],
    );
    expect(entry).toEqual({ actor_name: "Single sign-on" });
  });

  test("refuses an address that an account of another company has, without saying so (SSOS-004 partly)", async () => {
    const { connection, person } = await setUp({}, { creates_users: true });
    await addPerson(testServer, await addCompany(testServer), { email: person.email as string });
    const { status, body } = await signInBy(testServer, connection.id);
    expect([status, detailOf(body)]).toMatchObject([401, expect.stringContaining("cannot be used")]);
  });

  test("who signs in takes nothing from others of their network, who are told on the login page when it is full", async () => {
    const { connection } = await setUp({}, { creates_users: true });
    const kept = "select hits from rate_limits where bucket = 'sso:start:127.0.0.1'";
    const hits = async () => (await testServer.sql<{ hits: number }>(kept))[0]?.hits;
    const before = await hits();
    expect((await signInBy(testServer, connection.id)).status).toBe(200);
    expect(await hits()).toBe(before);
    await testServer.sql("update rate_limits set hits = 600 where bucket = 'sso:start:127.0.0.1'");
    const { status, body, url } = await signInBy(testServer, connection.id, { next: "/orders" });
    await testServer.sql("delete from rate_limits");
    expect(url).toBe(`${PORTAL}/?sso=1&next=%2Forders`);
    expect([status, detailOf(body)]).toMatchObject([401, expect.stringContaining("Too many people")]);
  });

  test("two first sign-ins at once create one user", async () => {
    const { connection, companyId } = await setUp({}, { creates_users: true });
    const both = await Promise.all([
      signInBy(testServer, connection.id),
      signInBy(testServer, connection.id),
    ]);
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    const users = await testServer.sql(
      "select id from users where company_id = $1 and not is_company_admin",
      [companyId],
    );
    expect(users).toHaveLength(1);
  });

  test("works after the provider has replaced its keys, without a restart (SSOS-008)", async () => {
    const { connection, provider } = await setUp({}, { creates_users: true });
    expect((await signInBy(testServer, connection.id)).status).toBe(200);
    await provider.rollOver();
    expect((await signInBy(testServer, connection.id)).status).toBe(200);
  });

  test("says that the provider is down, with a number in the sign-in log; others go on (SSOS-008)", async () => {
    const [down, up] = [await setUp({}, { creates_users: true }), await setUp({}, { creates_users: true })];
    const required = { sso_required: true, emergency_admins: [down.admin.id] };
    const policy = await testServer.call(updateSecurityPolicy, { token: down.token, body: required });
    expect([policy.status, policy.body.sso_required]).toEqual([200, true]);
    await down.provider.stop();
    const { status, body, url } = await signInBy(testServer, down.connection.id, { next: "/orders" });
    // Who tries again gets to the page that they asked for.
    expect(url).toBe(`${PORTAL}/?sso=1&next=%2Forders`);
    const { reference } = body as unknown as { reference: string };
    expect([status, detailOf(body)]).toMatchObject([401, expect.stringContaining("does not answer")]);
    expect(detailOf(body)).toContain(reference);
    const { body: log } = await testServer.call(signInList.page, { token: down.token, query: { reference } });
    expect(log.results).toMatchObject([
      { result: "Refused", reference, reason: expect.stringContaining("answer") },
    ]);
    expect((await signInBy(testServer, up.connection.id)).status).toBe(200);
    expect(
      (await testServer.call(signIn, { body: { username: down.admin.username, password: PASSWORD } })).status,
    ).toBe(200);
  });

  test("signing out ends the session here, and at the provider where that has an address for it (SSOS-009)", async () => {
    const { connection, provider } = await setUp({}, { creates_users: true });
    const { body, browser } = await signInBy(testServer, connection.id);
    const ended = await testServer.call(signOut, { token: body.token });
    const redirect = new URL(String(ended.body.redirect));
    expect(redirect.origin).toBe(provider.url);
    expect(redirect.searchParams.get("post_logout_redirect_uri")).toBe(`${PORTAL}/`);
    const asksThere = async () => {
      const before = browser.visited.length;
      await browser.open(`${PORTAL}/sso/start?connection=${connection.id}`);
      return browser.visited.slice(before).some((url) => url.includes("/interaction/"));
    };
    expect(await asksThere()).toBe(false);
    // The provider accepts the request: it asks whether to sign out there.
    const { page } = await browser.open(redirect.href);
    const [, xsrf = ""] = /name="xsrf" value="([^"]+)"/.exec(page) ?? [];
    const left = await browser.open(`${provider.url}/session/end/confirm`, {
      method: "POST",
      body: new URLSearchParams({ xsrf, logout: "yes" }),
    });
    expect(left.url).toBe(`${PORTAL}/`);
    expect(await asksThere()).toBe(true);
    expect((await testServer.call(currentUser, { token: body.token })).status).toBe(401);
    const [kept] = await testServer.sql<{ sign_out_url: string }>(
      "select sign_out_url from sessions where sign_out_url is not null limit 1",
    );
    expect(kept?.sign_out_url).not.toContain("http");
  });

  test("a session that the provider had before is no confirmation; signing in there again is one (SIGN-007 partly)", async () => {
    const { connection, companyId, provider, person } = await setUp();
    const user = await addPerson(testServer, companyId, { email: person.email as string, admin: true });
    await testServer.sql("update users set password_hash = null where id = $1", [user.id]);
    const { body } = await signInBy(testServer, connection.id);
    const change = async (of = body.token) => {
      const asked = { token: of, body: { idle_minutes: 60 } };
      const { status, body } = await testServer.call(updateSecurityPolicy, asked);
      return status === 200 ? status : codeOf(body);
    };
    expect(await change()).toBe(200);
    provider.signedInAgo(3 * 60 * 60);
    const old = await signInBy(testServer, connection.id);
    const { browser } = old;
    expect(old.status).toBe(200);
    expect(await change(old.body.token)).toBe("auth.confirmation_required");
    const { body: options } = await testServer.call(confirmOptions, { token: old.body.token });
    expect(options).toMatchObject({
      methods: [],
      sso_url: `/sso/start?connection=${connection.id}&confirm=1`,
    });
    const confirm = async (code: string) =>
      testServer.call(confirmWithSso, { token: old.body.token, body: { code } });
    // A code of a sign-in does not do, nor one that was used.
    await browser.open(`${PORTAL}/sso/start?connection=${connection.id}`);
    expect(codeOf((await confirm(browser.code())).body)).toBe("auth.sso_not_confirmed");
    provider.signedInAgo(0);
    const ended = await browser.open(`${PORTAL}${options.sso_url}`);
    expect(ended.url).toBe(`${PORTAL}/?sso=confirm`);
    expect(browser.visited.some((url) => url.includes("prompt=login") && url.includes("max_age=0"))).toBe(
      true,
    );
    const code = browser.code();
    expect((await confirm(code)).status).toBe(200);
    expect((await confirm(code)).status).toBe(409);
    expect(await change(old.body.token)).toBe(200);
  });

  test("somebody else who signs in at the provider confirms nothing (SIGN-007 partly)", async () => {
    const domain = `two${++made}.test`;
    const company = await addSsoCompany(testServer, domain);
    const people = [personAt(domain, { sub: "ann" }), personAt(domain, { sub: "bob" })];
    const provider = await startOpenIdProvider(people);
    const fields = { ...oidcFields(provider.url), creates_users: true };
    const { id } = await addConnection(testServer, company.token, fields);
    await switchOn(testServer, company.token, id);
    const { body } = await signInBy(testServer, id);
    provider.signInAs("bob");
    await signInBy(testServer, id);
    const browser = openBrowser(testServer);
    await browser.open(`${PORTAL}/sso/start?connection=${id}&confirm=1`);
    const refused = await testServer.call(confirmWithSso, {
      ...{ token: body.token, body: { code: browser.code() } },
    });
    expect([refused.status, detailOf(refused.body)]).toMatchObject([
      409,
      expect.stringContaining("somebody else"),
    ]);
  });

  test("who has no password changes their address after a confirmation of a moment ago (SIGN-007 partly)", async () => {
    const { connection } = await setUp({}, { creates_users: true });
    const { body } = await signInBy(testServer, connection.id);
    const { token, user } = body;
    expect((await testServer.call(findProfile, { token })).body.has_password).toBe(false);
    const change = async (email: string) => {
      const { status, body } = await testServer.call(updateProfile, { token, body: { email } });
      return status === 200 ? body.pending_email : codeOf(body);
    };
    const age = (minutes: number) =>
      testServer.sql(
        "update sessions set confirmed_at = now() - $2 * interval '1 minute' where user_id = $1",
        [user.id, minutes],
      );
    await age(11);
    expect(await change("new@example.com")).toBe("auth.confirmation_required");
    await age(9);
    expect(await change("new@example.com")).toBe("new@example.com");
  });

  test("needs no second factor here, where the company requires one of everybody", async () => {
    const { connection, token, companyId } = await setUp({}, { creates_users: true });
    await testServer.call(updateSecurityPolicy, { token, body: { second_factor: "everybody" } });
    const { body } = await signInBy(testServer, connection.id);
    expect([
      body.user.must_enroll,
      (await testServer.call(currentUser, { token: body.token })).status,
    ]).toEqual([false, 200]);
    const other = await addPerson(testServer, companyId);
    const { body: byPassword } = await testServer.call(signIn, {
      body: { username: other.username, password: PASSWORD },
    });
    expect(byPassword.user.must_enroll).toBe(true);
  });

  test("takes place on the company's own host, where the login page has a button", async () => {
    const { connection, companyId, provider } = await setUp({}, { creates_users: true });
    const host = `sign-in${++made}.test`;
    await testServer.sql("update companies set mcc_host = $2 where id = $1", [companyId, host]);
    const { body } = await testServer.call(ssoOfHost, { headers: { host, "x-forwarded-host": host } });
    expect(body).toEqual({
      results: [{ name: "Directory", url: `/sso/start?connection=${connection.id}` }],
      required: false,
    });
    expect((await testServer.call(ssoOfHost)).body).toEqual({ results: [], required: false });
    const browser = openBrowser(testServer);
    await eventually(async () => {
      const { headers } = await browser.send(`${PORTAL}/sso/start?connection=${connection.id}`);
      expect(headers.get("location")).toBe(`http://${host}/sso/start?connection=${connection.id}`);
    });
    const there = await browser.send(`http://${host}/sso/start?connection=${connection.id}`);
    const at = new URL(String(there.headers.get("location")));
    expect([at.origin, at.searchParams.get("redirect_uri")]).toEqual([
      provider.url,
      `http://${host}/sso/oidc/callback`,
    ]);
  });

  test("with a code that has ended is refused in the log of the company whose host it is, each in its own (SIGN-009 partly)", async () => {
    for (const host of [`sign-in${++made}.test`, `sign-in${++made}.test`]) {
      const { companyId, token } = await addSsoCompany(testServer, `people.${host}`);
      await testServer.sql("update companies set mcc_host = $2 where id = $1", [companyId, host]);
      const reference = await eventually(async () => {
        const headers = { host, "x-forwarded-host": host };
        const { body } = await testServer.call(signInWithSso, { headers, body: { code: "ended" } });
        expect(codeOf(body)).toBe("auth.sso_refused");
        return (body as unknown as { reference: string }).reference;
      });
      const { body: log } = await testServer.call(signInList.page, { token, query: { reference } });
      expect(log.results).toMatchObject([{ reference, reason: expect.stringContaining("no such code") }]);
    }
  });
});

describe("a sign-in with a SAML provider", () => {
  const sam = (domain: string): SamlPerson => ({
    id: `sam-${++made}`,
    email: `sam${made}@${domain}`,
    givenName: "Sam",
    familyName: "Ode",
    groups: ["Buyers", "Admins"],
  });

  test("signs in, tells the groups, and follows new certificates (SSOS-008)", async () => {
    const company = await addSsoCompany(testServer, "saml-one.test");
    const person = sam("saml-one.test");
    const user = await addPerson(testServer, company.companyId, { email: person.email });
    const provider = await startSamlProvider(person);
    const connection = await addConnection(testServer, company.token, {
      kind: "saml",
      metadata_url: provider.metadataUrl,
    });
    expect(connection).toMatchObject({ issuer: provider.issuer, is_complete: true, enabled: false });
    await switchOn(testServer, company.token, connection.id);
    const { status, body } = await signInBy(testServer, connection.id);
    expect([status, body]).toMatchObject([200, { user: { id: user.id } }]);
    const { body: access } = await testServer.call(previewAccessMappings, {
      token: company.token,
      body: { user: user.id },
    });
    expect(access.claims).toContainEqual({ name: "groups", values: ["Buyers", "Admins"] });
    provider.rollOver();
    // Its metadata is read again at most once a minute.
    expect((await signInBy(testServer, connection.id)).status).toBe(401);
    await testServer.sql("update sso_connections set metadata_read_at = now() - interval '2 minutes'");
    expect((await signInBy(testServer, connection.id)).status).toBe(200);
  });

  test("signing out leads to where the provider ends its session, too (SSOS-009)", async () => {
    const company = await addSsoCompany(testServer, "saml-three.test");
    const person = sam("saml-three.test");
    await addPerson(testServer, company.companyId, { email: person.email });
    const provider = await startSamlProvider(person);
    const { id } = await addConnection(testServer, company.token, {
      kind: "saml",
      metadata_url: provider.metadataUrl,
    });
    await switchOn(testServer, company.token, id);
    const { body } = await signInBy(testServer, id);
    const { body: ended } = await testServer.call(signOut, { token: body.token });
    const browser = openBrowser(testServer);
    const there = (await browser.send(String(ended.redirect))).headers.get("location") ?? "";
    expect(there).toContain(`${provider.url}/logout?SAMLRequest=`);
    const { xml } = requestIn(there);
    expect(xml).toMatch(new RegExp(`<saml:NameID[^>]*>${person.id}</saml:NameID>`));
    expect((await testServer.call(currentUser, { token: body.token })).status).toBe(401);
    expect((await browser.open(`${PORTAL}/sso/saml/${id}/signed-out`)).url).toBe(`${PORTAL}/`);
    const forged = await browser.send(`${PORTAL}/sso/saml/${id}/sign-out?of=forged`);
    expect(forged.headers.get("location")).toBe("/");
  });

  test("is connected by the file of its metadata as well, and switched on once it was tried (SSOS-001 partly)", async () => {
    const company = await addSsoCompany(testServer, "saml-file.test");
    const person = sam("saml-file.test");
    const user = await addPerson(testServer, company.companyId, { email: person.email });
    const provider = await startSamlProvider(person);
    const metadata = await (await fetch(provider.metadataUrl)).text();
    const { id } = await addConnection(testServer, company.token, { kind: "saml" });
    const change = (body: object) =>
      testServer.call(contract.updateSsoConnection, { token: company.token, params: { id }, body });
    expect((await change({ metadata: "<not/>" })).status).toBe(400);
    expect((await change({ metadata })).body).toMatchObject({ issuer: provider.issuer, is_complete: true });
    expect(codeOf((await change({ enabled: true })).body)).toBe("sso.not_tested");
    await switchOn(testServer, company.token, id);
    expect((await signInBy(testServer, id)).body.user.id).toBe(user.id);
  });

  test("our metadata names the addresses to enter there", async () => {
    const company = await addSsoCompany(testServer, "saml-two.test");
    const { ours, id } = await addConnection(testServer, company.token, { kind: "saml" });
    const { status, headers } = await openBrowser(testServer).send(ours.entity_id);
    expect([status, headers.get("content-type")]).toEqual([200, "application/samlmetadata+xml"]);
    const { page } = await openBrowser(testServer).open(ours.entity_id);
    expect(page).toContain(`Location="${ours.acs_url}"`);
    expect(page).toContain(`entityID="${PORTAL}/sso/saml/${id}/metadata"`);
    expect((await openBrowser(testServer).send(`${PORTAL}/sso/saml/99999/metadata`)).status).toBe(404);
  });
});

describe("the pages of a sign-in", () => {
  const form = (fields: Record<string, string>) => ({ method: "POST", body: new URLSearchParams(fields) });
  const HOSTILE: readonly (readonly [path: string, init?: RequestInit])[] = [
    ["/sso/start"],
    ["/sso/start?connection=1e9"],
    ["/sso/start?connection=1&connection=2&next=%00&login_hint=%FF"],
    [`/sso/start?try=${"x".repeat(5_000)}`],
    ["/sso/start?try=%00"],
    ["/sso/oidc/callback"],
    ["/sso/oidc/callback?state=%00&code=%00&error=%00"],
    ["/sso/oidc/callback?error=access_denied&error_description=<script>"],
    ["/sso/finish"],
    ["/sso/finish?answer=%00"],
    ["/sso/saml/%00/metadata"],
    ["/sso/saml/1/sign-out?of=%00"],
    ["/sso/saml/x/acs", form({})],
    ["/sso/saml/1/acs", form({ SAMLResponse: "\0", RelayState: "\0" })],
    ["/sso/saml/1/acs", form({ SAMLResponse: "A".repeat(600_000) })],
    ["/sso/saml/1/acs", { method: "POST", body: "{}", headers: { "content-type": "application/json" } }],
  ];
  test.each(HOSTILE.map(([path, init]) => ({ path, init })))(
    "never fail with a server error: $path",
    async ({ path, init }) => {
      const browser = openBrowser(testServer);
      const response = await browser.send(`${PORTAL}${path}`, init);
      expect(response.status).toBeLessThan(500);
      expect(await response.text()).not.toContain("<script>");
      expect(response.headers.get("location") ?? "/").toMatch(/^\//);
    },
  );
});

describe("a connection", () => {
  test("is tried before it counts, and shows the claims and what would follow (SSOS-001 partly)", async () => {
    const domain = `tried${++made}.test`;
    const company = await addSsoCompany(testServer, domain);
    const roleId = await addRole(testServer, company.companyId, { name: "Buyer" });
    const { token } = company;
    await testServer.call(replaceAccessMappings, {
      token,
      body: { version: 0, mappings: [{ value: "Buyers", role_id: roleId }] },
    });
    await testServer.sql(
      "update sso_domains set confirmed_at = null, confirmed_by = null where domain = $1",
      [domain],
    );
    const person = personAt(domain);
    const provider = await startOpenIdProvider([person]);
    const { id } = await addConnection(testServer, token, { kind: "oidc" });
    const of = { token, params: { id } };
    expect(codeOf((await testServer.call(contract.startSsoTest, of)).body)).toBe("sso.incomplete");
    const { kind, ...fields } = oidcFields(provider.url);
    const saved = await testServer.call(contract.updateSsoConnection, {
      ...of,
      body: { ...fields, creates_users: true },
    });
    expect(saved.body).toMatchObject({ is_complete: true, has_client_secret: true, tested_at: null });
    const early = await testServer.call(contract.updateSsoConnection, { ...of, body: { enabled: true } });
    expect(codeOf(early.body)).toBe("sso.not_tested");
    expect((await signInBy(testServer, id)).status).toBe(401);
    const { body: started } = await testServer.call(contract.startSsoTest, of);
    expect((await testServer.call(contract.findSsoTest, of)).body).toMatchObject({ state: "waiting" });
    const { url } = await openBrowser(testServer).open(started.url);
    expect(url).toBe(`${PORTAL}/configuration/sign-in?tried=${id}`);
    const { body: refused } = await testServer.call(contract.findSsoTest, of);
    expect(refused).toMatchObject({ state: "passed", outcome: "refuse", unconfirmed_domain: domain });
    await testServer.sql(
      "update sso_domains set confirmed_at = now(), confirmed_by = 'platform' where domain = $1",
      [domain],
    );
    const { body: again } = await testServer.call(contract.startSsoTest, of);
    await openBrowser(testServer).open(again.url);
    const { body: result } = await testServer.call(contract.findSsoTest, of);
    expect(result).toMatchObject({
      state: "passed",
      identity: { issuer: provider.url, subject: person.sub, email: person.email, first_name: "Mia" },
      outcome: "create",
      user: null,
      mapping: { decides: ["role"], before: null, after: { role: { name: "Buyer" } } },
    });
    expect(result.claims).toContainEqual({ name: "groups", values: ["Buyers"] });
    expect(await testServer.sql("select id from users where email = $1", [person.email])).toEqual([]);
    const on = await testServer.call(contract.updateSsoConnection, { ...of, body: { enabled: true } });
    expect([on.status, on.body.enabled]).toEqual([200, true]);
    // Another issuer has to be tried again.
    const other = await testServer.call(contract.updateSsoConnection, {
      ...of,
      body: { client_id: "another" },
    });
    expect(other.body).toMatchObject({ enabled: false, tested_at: null });
  });

  test("tells an admin why a provider cannot be tried", async () => {
    const company = await addSsoCompany(testServer, `gone${++made}.test`);
    const { id } = await addConnection(testServer, company.token, oidcFields("http://127.0.0.1:1"));
    const { status, body } = await testServer.call(contract.startSsoTest, {
      token: company.token,
      params: { id },
    });
    expect([status, codeOf(body), detailOf(body)]).toMatchObject([
      409,
      "sso.unreachable",
      expect.any(String),
    ]);
  });

  test("keeps its secret encrypted and to itself, and takes a new one without an interruption (SSOS-010)", async () => {
    const { connection, token, provider } = await setUp({}, { creates_users: true });
    const of = { token, params: { id: connection.id } };
    const secrets = () =>
      testServer.sql("select client_secret from sso_connections where id = $1", [connection.id]);
    expect(JSON.stringify(await secrets())).not.toContain("secret of the client");
    provider.replaceSecret("another secret of the client");
    const saved = await testServer.call(contract.updateSsoConnection, {
      ...of,
      body: { client_secret: "another secret of the client" },
    });
    expect(saved.body).toMatchObject({ enabled: true, has_client_secret: true });
    expect((await signInBy(testServer, connection.id)).status).toBe(200);
    for (const { body } of [
      saved,
      await testServer.call(contract.findSsoConnection, of),
      await testServer.call(contract.ssoConnections, { token }),
    ])
      expect(JSON.stringify(body)).not.toMatch(/secret of the client/);
    const audit = await testServer.sql(
      "select details::text from audit_entries where action like 'sso_connection.%'",
    );
    expect(JSON.stringify(audit)).not.toMatch(/secret of the client/);
    // Left out or empty, it stays.
    await testServer.call(contract.updateSsoConnection, {
      ...of,
      body: { name: "Renamed", client_secret: "" },
    });
    expect((await signInBy(testServer, connection.id)).status).toBe(200);
  });
});

describe("groups and claims", () => {
  const map = (token: string, version: number, mappings: readonly object[]) =>
    testServer.call(replaceAccessMappings, { token, body: { version, mappings } as never });

  test("give role, sites and company admin at every sign-in, previewed and explained (SSOS-005)", async () => {
    const domain = `mapped${++made}.test`;
    const company = await addSsoCompany(testServer, domain);
    const { token, companyId } = company;
    const [buyer, boss] = [
      await addRole(testServer, companyId, { name: "Buyer" }),
      await addRole(testServer, companyId, { name: "Boss" }),
    ];
    const sites = await testServer.sql<{ id: number }>(
      "insert into sites (company_id, name, ecommerce_username) values ($1, 'North', 'north'), ($1, 'South', 'south') returning id",
      [companyId],
    );
    const [north, south] = sites.map(({ id }) => Number(id));
    const people = [personAt(domain, { groups: ["Buyers", "North"] })];
    const provider = await startOpenIdProvider(people);
    const { id } = await addConnection(testServer, token, {
      ...oidcFields(provider.url),
      creates_users: true,
    });
    await switchOn(testServer, token, id);
    const mappings = [
      { value: "Bosses", role_id: boss, is_company_admin: true },
      { value: "Buyers", role_id: buyer },
      { value: "North", sites: [north] },
      { value: "South", sites: [south] },
    ];
    expect((await map(token, 0, mappings)).body).toMatchObject({ version: 1 });
    expect(codeOf((await map(token, 0, mappings)).body)).toBe("mappings.changed");
    const first = await signInBy(testServer, id);
    expect(first.body.user).toMatchObject({ role: { id: buyer }, is_company_admin: false });
    const userId = first.body.user.id;
    const access = async () => (await testServer.call(userAccess, { token, params: { id: userId } })).body;
    expect(await access()).toMatchObject({
      sites: { count: 1, results: [{ id: north }] },
      mapping: {
        decides: ["role", "sites", "is_company_admin"],
        matches: [
          { value: "Buyers", role: { name: "Buyer" } },
          { value: "North", sites: [{ name: "North" }] },
        ],
        sources: [{ source: "single_sign_on" }],
      },
    });
    const draft = await testServer.call(previewAccessMappings, {
      token,
      body: { user: userId, mappings: [{ value: "Buyers", role_id: boss }] },
    });
    expect(draft.body).toMatchObject({
      decides: ["role"],
      before: { role: { id: buyer } },
      after: { role: { id: boss }, sites: [{ id: north }] },
    });
    expect((await access()).role?.id).toBe(buyer);
    people[0] = { ...(people[0] as OpenIdPerson), groups: ["Bosses", "North", "South"] };
    const promoted = await signInBy(testServer, id);
    expect(promoted.body.user).toMatchObject({ id: userId, role: { id: boss }, is_company_admin: true });
    people[0] = { ...(people[0] as OpenIdPerson), groups: [] };
    const left = await signInBy(testServer, id);
    expect(left.body.user).toMatchObject({ role: null, is_company_admin: false });
    expect((await access()).sites.count).toBe(0);
    // What no mapping gives stays as an admin has set it.
    await map(token, 1, [{ value: "Buyers", role_id: buyer }]);
    await testServer.sql("insert into site_users (company_id, site_id, user_id) values ($1, $2, $3)", [
      companyId,
      south,
      userId,
    ]);
    await signInBy(testServer, id);
    expect(await access()).toMatchObject({ role: null, sites: { count: 1, results: [{ id: south }] } });
  });

  test("any claim that the provider sends can be mapped, not only groups (SSOS-005)", async () => {
    const { token, companyId, connection } = await setUp({}, { creates_users: true });
    const role = await addRole(testServer, companyId, { name: "Wongs" });
    const saved = await map(token, 0, [{ claim: "family_name", value: "Wong", role_id: role }]);
    expect(saved.status).toBe(200);
    const { body } = await signInBy(testServer, connection.id);
    expect(body.user.role?.id).toBe(role);
    const { body: access } = await testServer.call(userAccess, { token, params: { id: body.user.id } });
    expect(access.mapping).toMatchObject({ matches: [{ claim: "family_name", value: "Wong" }] });
  });

  test("of a directory that the company has no token left for count no more at the next sign-in (SSOS-005)", async () => {
    const { token, companyId, connection, person } = await setUp({ groups: ["Buyers"] });
    const user = await addPerson(testServer, companyId, { email: person.email as string });
    const directory = await openDirectory(testServer, companyId);
    await directory.createGroup("Admins", [String(user.id)]);
    const other = await directory.create();
    await directory.createGroup("Bosses", [other.body.id]);
    const mappings = [
      { value: "Admins", is_company_admin: true },
      { value: "Bosses", is_company_admin: true },
    ];
    expect((await map(token, 0, mappings)).status).toBe(200);
    expect((await signInBy(testServer, connection.id)).body.user.is_company_admin).toBe(true);
    const { body: tokens } = await testServer.call(directoryTokens, { token });
    for (const { id } of tokens.results)
      expect((await testServer.call(deleteDirectoryToken, { token, params: { id } })).status).toBe(200);
    const { body: preview } = await testServer.call(previewAccessMappings, {
      token,
      body: { user: user.id },
    });
    expect([preview.sources.map(({ source }) => source), preview.after.is_company_admin]).toEqual([
      ["single_sign_on"],
      false,
    ]);
    expect((await signInBy(testServer, connection.id)).body.user.is_company_admin).toBe(false);
    // Who does not sign in with the provider keeps what they have: nobody says anything else of them.
    expect((await map(token, 1, mappings.slice(0, 1))).status).toBe(200);
    const [unknown] = await testServer.sql("select is_company_admin from users where id = $1", [
      other.body.id,
    ]);
    expect(unknown).toEqual({ is_company_admin: true });
  });

  test("give a node in a company with a hierarchy, and never take the last company admin away (SSOS-005)", async () => {
    const domain = `tree${++made}.test`;
    const company = await addSsoCompany(testServer, domain, { hierarchy: true });
    const { token, companyId, admin } = company;
    const [group] = await testServer.sql<{ id: number }>(
      "insert into organization_groups (company_id, name) values ($1, 'Region') returning id",
      [companyId],
    );
    const [node] = await testServer.sql<{ id: number }>(
      "insert into organization_nodes (company_id, name, group_id) values ($1, 'Root', $2) returning id",
      [companyId, group?.id],
    );
    await testServer.sql("update users set email = $2 where id = $1", [admin.id, `boss@${domain}`]);
    const provider = await startOpenIdProvider([
      personAt(domain, { sub: "boss", email: `boss@${domain}`, groups: ["Nobodies"] }),
      personAt(domain, { sub: "new", groups: ["Field"] }),
    ]);
    const { id } = await addConnection(testServer, token, {
      ...oidcFields(provider.url),
      creates_users: true,
    });
    await switchOn(testServer, token, id);
    const refused = await map(token, 0, [{ value: "Field", sites: [1] }]);
    expect(refused.status).toBe(400);
    await map(token, 0, [
      { value: "Field", node: Number(node?.id) },
      { value: "Bosses", is_company_admin: true },
    ]);
    expect((await signInBy(testServer, id)).body.user.is_company_admin).toBe(true);
    provider.signInAs("new");
    const { body } = await signInBy(testServer, id);
    const [user] = await testServer.sql("select node_id from users where id = $1", [body.user.id]);
    expect(user).toEqual({ node_id: node?.id });
  });
});

describe("required single sign-on", () => {
  test("ends password sessions and refuses passwords, links and passkeys but for emergency admins (SSOS-006)", async () => {
    const { token, admin, companyId, connection, person } = await setUp();
    const require = (body: object) => testServer.call(updateSecurityPolicy, { token, body: body as never });
    const user = await addPerson(testServer, companyId, { email: person.email as string });
    const password = await tokenFor(testServer, user.username);
    const PAGE = { host: "127.0.0.1", origin: testServer.address };
    const passkey = makeAuthenticator();
    const { body: options } = await testServer.call(passkeyOptions, { token: password });
    const attestation = passkey.create(options, PAGE) as never;
    await testServer.call(addPasskey, { token: password, body: { name: "Laptop", attestation } });
    expect((await require({ sso_required: true })).body).toHaveProperty("sso_required");
    const third = await addPerson(testServer, companyId, { admin: true });
    const another = await addPerson(testServer, companyId, { admin: true });
    const three = [admin.id, third.id, another.id];
    const many = await require({ sso_required: true, emergency_admins: three });
    expect([many.status, Object.keys(many.body)]).toEqual([400, ["emergency_admins"]]);
    expect((await require({ emergency_admins: three.slice(1) })).status).toBe(200);
    expect((await require({ emergency_admins: [user.id] })).status).toBe(400);
    const stream = await openEventStream(testServer, password);
    const previewOf = async (body: object) =>
      (await testServer.call(previewSecurityPolicy, { token, body: body as never })).body;
    expect((await previewOf({ sso_required: true })).refusal).toContain("you would lock yourself out");
    expect((await previewOf({ emergency_admins: [user.id] })).refusal).toContain("must be company admins");
    const preview = await previewOf({ sso_required: true, emergency_admins: [admin.id] });
    expect([preview.ended_sessions, preview.refusal]).toEqual([1, null]);
    const saved = await require({ sso_required: true, emergency_admins: [admin.id] });
    expect([saved.status, saved.body.sso_required]).toEqual([200, true]);
    const ended = await testServer.call(currentUser, { token: password });
    expect([ended.status, detailOf(ended.body)]).toMatchObject([
      401,
      expect.stringContaining("identity provider"),
    ]);
    await stream.ended;
    const other = await addPerson(testServer, companyId);
    const refused = await testServer.call(signIn, { body: { username: other.username, password: PASSWORD } });
    expect([refused.status, codeOf(refused.body)]).toEqual([403, "auth.sso_required"]);
    const wrong = await testServer.call(signIn, {
      body: { username: user.username, password: "Wrong-Horse-1" },
    });
    expect(codeOf(wrong.body)).toBe("auth.failed");
    // The emergency admin goes on, and the provider's sign-in works.
    expect((await testServer.call(currentUser, { token })).status).toBe(200);
    expect(await tokenFor(testServer, admin.username)).toBeTruthy();
    expect((await signInBy(testServer, connection.id)).body.user.id).toBe(user.id);
    const { body: passkeyRequest } = await testServer.call(passkeySignInOptions);
    const byPasskey = await testServer.call(signInWithPasskey, {
      body: { assertion: passkey.get(passkeyRequest, PAGE) as never },
    });
    expect([byPasskey.status, codeOf(byPasskey.body)]).toEqual([403, "auth.sso_required"]);
    // Not without a provider.
    const off = await testServer.call(contract.updateSsoConnection, {
      token,
      params: { id: connection.id },
      body: { enabled: false },
    });
    expect(codeOf(off.body)).toBe("sso.last_connection");
    const gone = await testServer.call(contract.deleteSsoConnection, {
      token,
      params: { id: connection.id },
    });
    expect(codeOf(gone.body)).toBe("sso.last_connection");
  });

  test("a reset link sets a password that does not sign in (SSOS-006 partly)", async () => {
    const { token, admin, companyId } = await setUp();
    const user = await addPerson(testServer, companyId);
    await testServer.call(updateSecurityPolicy, {
      token,
      body: { sso_required: true, emergency_admins: [admin.id] },
    });
    await testServer.call(requestPasswordReset, { body: { userIdentifier: user.username } });
    await testServer.sql("update password_links set token_hash = sha256('reset'::bytea) where user_id = $1", [
      user.id,
    ]);
    const set = await testServer.call(setNewPassword, {
      body: { token: "reset", password: "Another-Horse-9" },
    });
    expect(set.status).toBe(200);
    const refused = await testServer.call(signIn, {
      body: { username: user.username, password: "Another-Horse-9" },
    });
    expect(codeOf(refused.body)).toBe("auth.sso_required");
  });

  test("cannot be required without a connection", async () => {
    const { token, admin } = await addSsoCompany(testServer, `none${++made}.test`);
    const { status, body } = await testServer.call(updateSecurityPolicy, {
      token,
      body: { sso_required: true, emergency_admins: [admin.id] },
    });
    expect([status, Object.keys(body)]).toEqual([400, ["sso_required"]]);
  });
});

describe("a domain", () => {
  const records = new Map<string, string>();
  const servers = dns.getServers();

  /** A DNS server with one kind of record. */
  beforeAll(async () => {
    const socket = dgram.createSocket("udp4");
    socket.on("message", (query, { port, address }) => {
      const labels: string[] = [];
      let at = 12;
      for (let size = query[at] ?? 0; size > 0; size = query[at] ?? 0) {
        labels.push(query.subarray(at + 1, at + 1 + size).toString());
        at += size + 1;
      }
      const question = query.subarray(12, at + 5);
      const text = Buffer.from(records.get(labels.join(".").toLowerCase()) ?? "");
      const head = Buffer.alloc(12);
      query.copy(head, 0, 0, 2);
      head.writeUInt16BE(text.length > 0 ? 0x8180 : 0x8183, 2);
      head.writeUInt16BE(1, 4);
      head.writeUInt16BE(text.length > 0 ? 1 : 0, 6);
      const answer = Buffer.from([0xc0, 12, 0, 16, 0, 1, 0, 0, 0, 1, 0, text.length + 1, text.length]);
      const parts = text.length > 0 ? [head, question, answer, text] : [head, question];
      socket.send(Buffer.concat(parts), port, address);
    });
    await new Promise<void>((resolve) => socket.bind(0, "127.0.0.1", resolve));
    dns.setServers([`127.0.0.1:${(socket.address() as AddressInfo).port}`]);
    afterFile(async () => {
      dns.setServers(servers);
      socket.close();
    });
  });
  afterEach(() => records.clear());

  const add = async (token: string, domain: string) =>
    (await testServer.call(domains.createSsoDomain, { token, body: { domain } })).body;
  const check = async (token: string, id: number) =>
    (await testServer.call(domains.checkSsoDomain, { token, params: { id } })).body;

  test("is confirmed by its DNS record, and leads its addresses to the provider without telling of accounts (SSOS-002)", async () => {
    const { token, connection, companyId } = await setUp();
    const domain = `Dns${++made}.test`;
    const added = await add(token, domain);
    expect(added).toMatchObject({
      domain: domain.toLowerCase(),
      state: "Pending",
      record: { type: "TXT", name: `_mcc-sign-in.${domain.toLowerCase()}` },
    });
    const user = await addPerson(testServer, companyId, { email: `known@${domain}` });
    const lookUp = async (email: string) => (await testServer.call(ssoOfAddress, { body: { email } })).body;
    expect(await lookUp(user.email)).toEqual({ url: null });
    expect(await check(token, added.id)).toMatchObject({
      state: "Pending",
      problem: expect.stringContaining("no such record"),
    });
    records.set(added.record.name, "mcc-sign-in=of somebody else");
    expect(await check(token, added.id)).toMatchObject({ problem: expect.stringContaining("another value") });
    records.set(added.record.name, added.record.value);
    expect(await check(token, added.id)).toMatchObject({
      state: "Confirmed",
      confirmed_by: "dns",
      problem: null,
    });
    const start = `/sso/start?connection=${connection.id}&login_hint=`;
    expect(await lookUp(user.email)).toEqual({ url: start + encodeURIComponent(user.email) });
    const nobody = `nobody@${domain.toUpperCase()}`;
    expect(await lookUp(nobody)).toEqual({ url: start + encodeURIComponent(nobody) });
    for (const email of ["known@elsewhere.test", "known", "@", `known@sub.${domain}`])
      expect(await lookUp(email)).toEqual({ url: null });
  });

  test("belongs to one company, or to whom a platform admin confirms it for (SSOS-002)", async () => {
    const [one, other] = [
      await addSsoCompany(testServer, `one${++made}.test`),
      await addSsoCompany(testServer, `other${++made}.test`),
    ];
    const platform = await setUpPlatformAdmin(testServer);
    const domain = `shared${++made}.test`;
    const [ours, theirs] = [await add(one.token, domain), await add(other.token, domain)];
    const confirm = (company: number, id: number) =>
      testServer.call(domains.confirmSsoDomain, {
        token: platform.token,
        params: { id: company, domain: id },
      });
    const listed = await testServer.call(domains.companySsoDomains, {
      token: platform.token,
      params: { id: one.companyId },
    });
    expect(listed.body.results).toHaveLength(2);
    expect((await confirm(one.companyId, theirs.id)).status).toBe(404);
    expect((await confirm(one.companyId, ours.id)).body).toMatchObject({
      state: "Confirmed",
      confirmed_by: "platform",
    });
    expect(codeOf((await confirm(other.companyId, theirs.id)).body)).toBe("sso.domain_taken");
    records.set(theirs.record.name, theirs.record.value);
    expect(await check(other.token, theirs.id)).toMatchObject({
      state: "Pending",
      problem: expect.stringContaining("Another company"),
    });
  });
});
