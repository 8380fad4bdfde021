import { replaceAccessMappings } from "@mcc/contract/access-mappings/access-mappings.api.ts";
import { eraseUser } from "@mcc/contract/erasure/erasure.api.ts";
import { confirmIdentity, confirmOptions } from "@mcc/contract/factors/factors.api.ts";
import { previewSecurityPolicy, updateSecurityPolicy } from "@mcc/contract/security/security-policy.api.ts";
import { companySessionList, signInList } from "@mcc/contract/security/sign-ins.api.ts";
import {
  currentUser,
  requestPasswordReset,
  setNewPassword,
  signIn,
} from "@mcc/contract/sign-in/sign-in.api.ts";
import { signInWithSso } from "@mcc/contract/single-sign-on/sso-sign-in.api.ts";
import { deleteUser } from "@mcc/contract/users/users.api.ts";
import { beforeAll, describe, expect, test } from "vitest";
import { setUpApprovalCompany } from "../../testing/approval-company.ts";
import { openBrowser as openDecision, tokenSentTo } from "../../testing/decision-mail.ts";
import { openBrowser } from "../../testing/identity-providers/browser.ts";
import { startOpenIdProvider } from "../../testing/identity-providers/openid-provider.ts";
import { openMailServer } from "../../testing/mail-server.ts";
import { addPerson, PASSWORD, tokenFor } from "../../testing/people.ts";
import { platformAdminCommand } from "../../testing/platform-admin-command.ts";
import { openDirectory } from "../../testing/scim.ts";
import { addConnection, addSsoCompany, PORTAL, signInBy, switchOn } from "../../testing/single-sign-on.ts";
import { startTestServer, type TestServer } from "../../testing/test-server.ts";

let testServer: TestServer;
let mail: Awaited<ReturnType<typeof openMailServer>>;
let provider: Awaited<ReturnType<typeof startOpenIdProvider>>;
const people: { sub: string; email: string; email_verified: boolean }[] = [];

beforeAll(async () => {
  mail = await openMailServer();
  testServer = await startTestServer({
    MCC_IDENTITY_NETWORKS: "127.0.0.0/8",
    MCC_TRUSTED_PROXIES: "127.0.0.1",
    SMTP_URL: `smtp://127.0.0.1:${mail.port}`,
  });
  provider = await startOpenIdProvider(people);
});

let made = 0;

/** A company with an identity provider that a user, and nobody else, signs in with. */
const setUp = async () => {
  const domain = `required${++made}.test`;
  const company = await addSsoCompany(testServer, domain);
  const user = await addPerson(testServer, company.companyId, { email: `user@${domain}` });
  people.push({ sub: domain, email: user.email, email_verified: true });
  provider.signInAs(domain);
  const { id } = await addConnection(testServer, company.token, {
    ...{ kind: "oidc", issuer: provider.url, client_id: "portal", client_secret: "a secret of the client" },
  });
  await switchOn(testServer, company.token, id);
  return { ...company, user, connectionId: id };
};
type Company = Awaited<ReturnType<typeof setUp>>;

const setPolicy = async ({ token }: { token: string }, body: object, headers = {}) => {
  const saved = await testServer.call(updateSecurityPolicy, { token, headers, body: body as never });
  expect([saved.status, saved.body]).toMatchObject([200, {}]);
};
const requireSso = (company: Company, admins = [company.admin.id]) =>
  setPolicy(company, { sso_required: true, emergency_admins: admins });

const from = (address: string) => ({ "x-forwarded-for": address });
const codeOf = (body: unknown): unknown => (body as { code?: string }).code;

test("a sign-in by the provider that the network does not allow stands in the log (SIGN-006 partly, SIGN-009 partly)", async () => {
  const { token, connectionId, user } = await setUp();
  await signInBy(testServer, connectionId);
  const inside = from("203.0.113.7");
  await setPolicy({ token }, { networks: ["203.0.113.0/24"] }, inside);
  const browser = openBrowser(testServer);
  await browser.open(`${PORTAL}/sso/start?connection=${connectionId}`);
  const headers = from("198.51.100.7");
  const refused = await testServer.call(signInWithSso, { headers, body: { code: browser.code() } });
  expect([refused.status, codeOf(refused.body)]).toEqual([403, "auth.network"]);
  const query = { result: "Refused" } as never;
  const { body } = await testServer.call(signInList.page, { token, headers: inside, query });
  expect(body.results).toMatchObject([
    {
      user: { id: user.id },
      method: "Single sign-on",
      result: "Refused",
      address: "198.51.100.7",
    },
  ]);
});

describe("an emergency admin", () => {
  const signInByPassword = async ({ username }: { username: string }) =>
    codeOf((await testServer.call(signIn, { body: { username, password: PASSWORD } })).body);
  const open = async (token: string) => (await testServer.call(currentUser, { token })).status;

  test("who is no company admin anymore has to sign in like everybody, at once (SSOS-006 partly)", async () => {
    const company = await setUp();
    const second = await addPerson(testServer, company.companyId, { admin: true });
    const token = await tokenFor(testServer, second.username);
    await requireSso(company, [company.admin.id, second.id]);
    expect(await open(token)).toBe(200);
    await testServer.sql("update users set is_company_admin = false where id = $1", [second.id]);
    expect(await open(token)).toBe(401);
    expect(await signInByPassword(second)).toBe("auth.sso_required");
    expect(await open(company.token)).toBe(200);
  });

  test("who is deactivated is refused, and cannot be named (SSOS-006 partly)", async () => {
    const company = await setUp();
    const second = await addPerson(testServer, company.companyId, { admin: true });
    const token = await tokenFor(testServer, second.username);
    await requireSso(company, [company.admin.id, second.id]);
    await testServer.sql("update users set disabled_at = now() where id = $1", [second.id]);
    expect(await open(token)).toBe(401);
    expect(await signInByPassword(second)).toBe("auth.failed");
    const { status, body } = await testServer.call(updateSecurityPolicy, {
      token: company.token,
      body: { sso_required: true, emergency_admins: [company.admin.id, second.id] },
    });
    expect([status, Object.keys(body)]).toEqual([400, ["emergency_admins"]]);
  });
});

describe("the last emergency admin", () => {
  const LAST =
    "This is the last emergency admin while single sign-on is required: name another one on the page Security first.";

  /** Of these company admins, `second` is the only emergency admin; that of the token signs in with the provider. */
  const withOneEmergencyAdmin = async () => {
    const company = await setUp();
    const { companyId, user, connectionId } = company;
    const second = await addPerson(testServer, companyId, {
      ...{ admin: true, firstName: "Sue", lastName: "Second" },
    });
    await testServer.sql("update users set is_company_admin = true where id = $1", [user.id]);
    const { token } = (await signInBy(testServer, connectionId)).body;
    await requireSso({ ...company, token }, [second.id]);
    return { ...company, second, token, directory: await openDirectory(testServer, companyId) };
  };
  const areAdmins = async (...people: { id: number }[]) =>
    (
      await testServer.sql<{ id: number }>(
        `select id from users where id = any($1) and is_company_admin and deleted_at is null and disabled_at is null`,
        [people.map(({ id }) => id)],
      )
    ).length;

  test("is not deleted, erased or deactivated, until another one is named (SSOS-006 partly)", async () => {
    const { token, second, admin, directory } = await withOneEmergencyAdmin();
    const params = { id: second.id };
    const remove = () => testServer.call(deleteUser, { token, params });
    expect(await remove()).toMatchObject({
      status: 409,
      body: { code: "user.last_emergency_admin", detail: LAST },
    });
    const body = { name: "Sue Second" };
    expect(codeOf((await testServer.call(eraseUser, { token, params, body })).body)).toBe(
      "user.last_emergency_admin",
    );
    const off = { op: "Replace", path: "active", value: "False" };
    const answers = [
      await directory.patch(`/Users/${second.id}`, off),
      await directory.send("DELETE", `/Users/${second.id}`),
    ];
    expect(answers).toMatchObject(Array(2).fill({ status: 409, body: { detail: LAST } }));
    expect(await areAdmins(second)).toBe(1);
    expect(await tokenFor(testServer, second.username)).toBeTruthy();
    await setPolicy({ token }, { emergency_admins: [second.id, admin.id] });
    expect((await remove()).status).toBe(200);
  });

  test("stays company admin, whatever the groups say of one or of many (SSOS-006 partly)", async () => {
    const company = await withOneEmergencyAdmin();
    const { token, second, companyId, directory } = company;
    const third = await addPerson(testServer, companyId, { admin: true });
    const members = [second, third].map(({ id }) => String(id));
    const { body: group } = await directory.createGroup("Bosses", members);
    const mapping = { claim: "groups", value: "Bosses", role_id: null, node: null, sites: [] };
    const mappings = [{ ...mapping, is_company_admin: true }];
    const mapped = await testServer.call(replaceAccessMappings, { token, body: { version: 0, mappings } });
    expect(mapped.status).toBe(200);
    const leave = (...gone: { id: number }[]) => {
      const value = gone.map(({ id }) => ({ value: String(id) }));
      return directory.patch(`/Groups/${group.id}`, { op: "remove", path: "members", value });
    };
    await leave(second);
    expect(await areAdmins(second)).toBe(1);
    await directory.patch(`/Groups/${group.id}`, {
      op: "add",
      path: "members",
      value: [{ value: members[0] }],
    });
    await setPolicy(company, { emergency_admins: [second.id, third.id] });
    await leave(second, third);
    expect(await areAdmins(second, third)).toBe(1);
  });

  test("of two who delete each other at the same time one stays (SSOS-006 partly)", async () => {
    const company = await withOneEmergencyAdmin();
    const third = await addPerson(testServer, company.companyId, { admin: true });
    await setPolicy(company, { emergency_admins: [company.second.id, third.id] });
    const answers = await Promise.all(
      [company.second, third].map(({ id }) => testServer.call(deleteUser, { ...company, params: { id } })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });
});

test("the operator lets passwords sign in again where the provider and the emergency admins are gone (SSOS-006 partly)", async () => {
  const company = await setUp();
  const slug = `gone-${company.companyId}`;
  await testServer.sql("update companies set slug_name = $2 where id = $1", [company.companyId, slug]);
  const user = await addPerson(testServer, company.companyId);
  await requireSso(company);
  const signedIn = async () =>
    (await testServer.call(signIn, { body: { username: user.username, password: PASSWORD } })).status;
  expect(await signedIn()).toBe(403);
  const command = platformAdminCommand(testServer);
  expect(await command("allow-passwords", slug)).toMatchObject({
    stdout: `${slug} no longer requires single sign-on. Passwords sign in again.\n`,
  });
  expect(await signedIn()).toBe(200);
  await expect(command("allow-passwords", slug)).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining("no such company, or it does not require single sign-on"),
  });
  const entries = await testServer.sql(
    "select actor_name from audit_entries where company_id = $1 and action = 'security_policy.updated' order by id desc limit 1",
    [company.companyId],
  );
  expect(entries).toEqual([{ actor_name: "command line" }]);
});

test("a password by a reset link confirms, where the provider does not say when somebody signed in (SSOS-006 partly, SIGN-007 partly)", async () => {
  const company = await setUp();
  const { user, connectionId } = company;
  await requireSso(company);
  await testServer.call(requestPasswordReset, { body: { userIdentifier: user.username } });
  await testServer.sql(
    "update password_links set token_hash = sha256('confirms'::bytea) where user_id = $1",
    [user.id],
  );
  const password = "Another-Horse-9";
  expect((await testServer.call(setNewPassword, { body: { token: "confirms", password } })).status).toBe(200);
  const { token } = (await signInBy(testServer, connectionId)).body;
  await testServer.sql("update sessions set confirmed_at = '2020-01-01' where user_id = $1", [user.id]);
  await testServer.sql("update sso_connections set tells_sign_in_time = false where id = $1", [connectionId]);
  const { body: options } = await testServer.call(confirmOptions, { token });
  expect(options).toMatchObject({ methods: ["password"], sso_url: null, sso_silent: true });
  expect((await testServer.call(confirmIdentity, { token, body: { password } })).status).toBe(200);
});

test("the preview asks for factors of those only who do not sign in with the provider (SIGN-005 partly, SSOS-006 partly)", async () => {
  const { token, admin, user } = await setUp();
  const preview = async (body: object) =>
    (await testServer.call(previewSecurityPolicy, { token, body: body as never })).body;
  const everybody = await preview({ second_factor: "everybody" });
  expect(everybody.enroll_users.map(({ id }) => id).sort()).toEqual([admin.id, user.id].sort());
  expect(
    await preview({ second_factor: "everybody", sso_required: true, emergency_admins: [admin.id] }),
  ).toMatchObject({ required_count: 1, enroll_count: 1, enroll_users: [{ id: admin.id }] });
});

test("the list of sessions has those only that go on (SIGN-008 partly, SSOS-006 partly)", async () => {
  const company = await setUp();
  const { token, admin, user, companyId, connectionId } = company;
  const gone = await addPerson(testServer, companyId);
  await tokenFor(testServer, gone.username);
  await tokenFor(testServer, user.username);
  await signInBy(testServer, connectionId);
  const listed = async () =>
    (await testServer.call(companySessionList.page, { token })).body.results
      .map((session) => `${session.user.id} ${session.method}`)
      .sort();
  const own = `${admin.id} Password`;
  const byProvider = `${user.id} Single sign-on`;
  expect(await listed()).toEqual([own, byProvider, `${user.id} Password`, `${gone.id} Password`].sort());
  await testServer.sql("update users set disabled_at = now() where id = $1", [gone.id]);
  expect(await listed()).toEqual([own, byProvider, `${user.id} Password`].sort());
  await requireSso(company);
  expect(await listed()).toEqual([own, byProvider].sort());
});

test("a link of an e-mail decides nothing without the provider (SSOS-006 partly)", async () => {
  const company = await setUpApprovalCompany(testServer);
  await company.rule({ roleId: await company.role("Manager"), limit: 0 });
  const admin = await company.person({ admin: true });
  const [role] = await testServer.sql<{ id: number }>("select id from roles where company_id = $1", [
    company.companyId,
  ]);
  const manager = await company.person({ roleId: Number(role?.id) });
  await testServer.sql(
    "update company_configurations set decide_without_sign_in = true where company_id = $1",
    [company.companyId],
  );
  const { id } = await addConnection(testServer, admin.token, {
    ...{ kind: "oidc", issuer: provider.url, client_id: "portal", client_secret: "a secret of the client" },
  });
  await testServer.sql("update sso_connections set enabled = true where id = $1", [id]);
  const opened = async () => {
    const { identifier } = await company.order("80.00");
    const token = await tokenSentTo(mail, manager.email, identifier);
    return { identifier, browser: openDecision(testServer, token) };
  };
  const statusOf = async (identifier: string) => (await company.look(admin.token, identifier)).body.status;
  const before = await opened();
  const late = await opened();
  const page = await late.browser.open();
  expect((await before.browser.decide("approve")).status).toBeLessThan(400);
  expect(await statusOf(before.identifier)).toBe("Accepted");
  await setPolicy({ token: admin.token }, { sso_required: true, emergency_admins: [admin.id] });
  // Also one whose page was open before.
  const pressed = await late.browser.send("POST", { form: page.form ?? "", decision: "approve", note: "" });
  expect(pressed.headers.get("location") ?? "").toContain("sign-in");
  expect(await statusOf(late.identifier)).toBe("Pending Approval");
  const again = await opened();
  const asked = await again.browser.open();
  expect(asked.form).toBeUndefined();
  expect(await statusOf(again.identifier)).toBe("Pending Approval");
});
