import { previewSecurityPolicy, updateSecurityPolicy } from "@mcc/contract/security/security-policy.api.ts";
import { companySessionList, signInList } from "@mcc/contract/security/sign-ins.api.ts";
import { currentUser, signIn } from "@mcc/contract/sign-in/sign-in.api.ts";
import { signInWithSso } from "@mcc/contract/single-sign-on/sso-sign-in.api.ts";
import { beforeAll, describe, expect, test } from "vitest";
import { setUpApprovalCompany } from "../../testing/approval-company.ts";
import { openBrowser as openDecision, tokenSentTo } from "../../testing/decision-mail.ts";
import { openBrowser } from "../../testing/identity-providers/browser.ts";
import { startOpenIdProvider } from "../../testing/identity-providers/openid-provider.ts";
import { openMailServer } from "../../testing/mail-server.ts";
import { addPerson, PASSWORD, tokenFor } from "../../testing/people.ts";
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
