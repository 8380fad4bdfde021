import { setNewPassword, signIn } from "@mcc/contract/sign-in/sign-in.api.ts";
import { beforeAll, describe, expect, test } from "vitest";
import { latestMessages } from "../../platform/mail/outbox.ts";
import { setUpApprovalCompany } from "../../testing/approval-company.ts";
import { addPerson, tokenFor } from "../../testing/people.ts";
import { setUpPlatformAdmin } from "../../testing/platform-admin.ts";
import { startTestServer, type TestServer } from "../../testing/test-server.ts";

let testServer: TestServer;
let platform: Awaited<ReturnType<typeof setUpPlatformAdmin>>;

beforeAll(async () => {
  testServer = await startTestServer();
  platform = await setUpPlatformAdmin(testServer);
});

let made = 0;
const dana = () => ({
  first_name: "Dana",
  last_name: "Whitfield",
  email: `dana${++made}@example.com`,
});
const PASSWORD = "Industrial#2026";

const mailsTo = async (email: string) =>
  (await latestMessages(testServer.platform, 50)).filter(({ recipient }) => recipient === email);
const linkIn = (text: string) => /\/reset-password\?token=([\w-]+)/.exec(text)?.[1] ?? "";
const setPassword = (token: string) =>
  testServer.call(setNewPassword, { body: { token, password: PASSWORD } as never });

describe("an administrator", () => {
  test("is invited by name and e-mail, gets a link that sets a password, and signs in as company admin (PLAT-024 partly, PLAT-025 partly, PLAT-026)", async () => {
    const { id, slug_name, name } = await platform.company({ hasCompanyHierarchy: true });
    expect((await platform.administrators(id)).body).toEqual({ results: [] });
    const given = dana();
    const { status, body } = await platform.invite(id, given);
    expect(status).toBe(200);
    expect(body).toEqual({
      ...{ id: expect.any(Number), ...given, username: `${slug_name}-dana.whitfield` },
      ...{ state: "Invited", invited_at: expect.any(String), last_login: null },
    });
    expect((await platform.administrators(id)).body.results).toEqual([body]);
    const [mail] = await mailsTo(given.email);
    expect(mail?.subject).toBe(`Invitation to administer ${name}`);
    expect(mail?.body).toContain(`Olive Platform invited you to administer ${name}`);
    expect(mail?.body).toContain(body.username);
    expect((await setPassword(linkIn(mail?.body ?? ""))).status).toBe(200);
    const signedIn = await testServer.call(signIn, { body: { username: given.email, password: PASSWORD } });
    expect(signedIn.body.user).toMatchObject({ is_company_admin: true, company: { id } });
    expect(signedIn.body.user.permissions).toContain("company-admin");
    expect((await platform.administrators(id)).body.results).toMatchObject([
      { id: body.id, state: "Active", last_login: expect.any(String) },
    ]);
  });

  test("of a company without a configuration can be invited as well, and namesakes get numbers", async () => {
    const { body: company } = await platform.create({ name: "Bare Company" });
    const usernames = [];
    for (const first_name of ["Dana", "Dána", "DANA"])
      usernames.push((await platform.invite(company.id, { ...dana(), first_name })).body.username);
    expect(usernames).toEqual([
      "bare-company-dana.whitfield",
      "bare-company-dana.whitfield2",
      "bare-company-dana.whitfield3",
    ]);
  });

  test("is audited in the company and told to the provider's systems", async () => {
    const { id } = await platform.company();
    const { body } = await platform.invite(id, dana());
    const entries = await testServer.sql(
      "select action, actor_name from audit_entries where company_id = $1 and record_type = 'user' order by id",
      [id],
    );
    expect(entries).toEqual([
      { action: "user.created", actor_name: "Olive Platform" },
      { action: "invitation.sent", actor_name: "Olive Platform" },
    ]);
    expect(
      await testServer.sql("select payload ->> 'id' as user from events where company_id = $1", [id]),
    ).toEqual([{ user: String(body.id) }]);
  });

  test.each([
    [{ first_name: "" }, { first_name: ["First Name field is required"] }],
    [{ last_name: " " }, { last_name: ["Last Name field is required"] }],
    [{ email: "" }, { email: ["Email field is required"] }],
    [{ email: "nobody" }, { email: ["Incorrect email format"] }],
    [{ first_name: "x".repeat(81) }, { first_name: ["This can't be longer than 80 characters."] }],
  ])("is refused by field: %j", async (more, fields) => {
    const { id } = await platform.company();
    expect(await platform.invite(id, { ...dana(), ...more })).toMatchObject({ status: 400, body: fields });
    expect((await platform.administrators(id)).body.results).toEqual([]);
  });

  test("has an e-mail address of their own over the platform; of two requests at once, one gets the error", async () => {
    const [here, there] = [await platform.company(), await platform.company()];
    const given = dana();
    const answers = await Promise.all([
      platform.invite(here.id, given),
      platform.invite(there.id, { ...given, last_name: "Other", email: given.email.toUpperCase() }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
    expect(answers.find(({ status }) => status === 400)?.body).toEqual({
      email: ["A user with this email already exists."],
    });
  });
});

describe("an invitation", () => {
  test("can be sent again, which ends the links before, until a password is set", async () => {
    const { id } = await platform.company();
    const given = dana();
    const { body } = await platform.invite(id, given);
    const [first] = await mailsTo(given.email);
    const again = await platform.resend(id, body.id);
    expect([again.status, again.body.state]).toEqual([200, "Invited"]);
    const [second] = await mailsTo(given.email);
    expect((await setPassword(linkIn(first?.body ?? ""))).status).not.toBe(200);
    expect((await setPassword(linkIn(second?.body ?? ""))).status).toBe(200);
    expect(await platform.resend(id, body.id)).toMatchObject({
      status: 409,
      body: { detail: "This administrator has set a password already." },
    });
  });

  test("that has expired says so, and is sent again a few times an hour only", async () => {
    const { id } = await platform.company();
    const { body } = await platform.invite(id, dana());
    await testServer.sql("update password_links set expires_at = now() where user_id = $1", [body.id]);
    expect((await platform.administrators(id)).body.results).toMatchObject([{ state: "Expired" }]);
    for (let at = 0; at < 5; at++) expect((await platform.resend(id, body.id)).status).toBe(200);
    expect((await platform.resend(id, body.id)).status).toBe(429);
  });

  test("that is revoked cannot be accepted, and its e-mail address is free again", async () => {
    const { id } = await platform.company();
    const given = dana();
    const { body } = await platform.invite(id, given);
    const [mail] = await mailsTo(given.email);
    expect(await platform.revoke(id, body.id)).toMatchObject({
      status: 200,
      body: { detail: "Invitation revoked" },
    });
    expect((await setPassword(linkIn(mail?.body ?? ""))).status).not.toBe(200);
    expect((await platform.administrators(id)).body.results).toEqual([]);
    expect((await platform.revoke(id, body.id)).status).toBe(404);
    expect((await platform.invite(id, given)).status).toBe(200);
  });
});

describe("an administrator who can sign in", () => {
  test("is deleted only while another one can, and their sessions end", async () => {
    const { id } = await platform.company();
    const first = await addPerson(testServer, id, { admin: true });
    const token = await tokenFor(testServer, first.username);
    await platform.invite(id, dana());
    expect(await platform.revoke(id, first.id)).toMatchObject({ status: 409 });
    await addPerson(testServer, id, { admin: true });
    expect(await platform.revoke(id, first.id)).toMatchObject({
      status: 200,
      body: { detail: "Administrator deleted" },
    });
    const answer = await fetch(`${testServer.address}/api/v2/sites/`, {
      headers: { authorization: `JWT ${token}` },
    });
    expect(answer.status).toBe(401);
  });

  test("stays while pending orders have no other approver", async () => {
    const { companyId, rule, order, site } = await setUpApprovalCompany(testServer, { approvals: true });
    const admin = await addPerson(testServer, companyId, { admin: true });
    await addPerson(testServer, companyId, { admin: true });
    await rule({ userId: admin.id, limit: 0, siteIds: [site.id] });
    expect((await order("10.00")).status).toBe("Pending Approval");
    expect(await platform.revoke(companyId, admin.id)).toMatchObject({
      status: 409,
      body: { detail: "Pending orders have no other eligible approver: approve or reject them first." },
    });
  });
});

test("users who are no administrators, and those of other companies, are not found", async () => {
  const [here, there] = [await platform.company(), await platform.company()];
  const regular = await addPerson(testServer, here.id, {});
  const { body: other } = await platform.invite(there.id, dana());
  for (const user of [regular.id, other.id, platform.operator.id, 999_999_999, "x"]) {
    expect((await platform.resend(here.id, user)).status).toBe(404);
    expect((await platform.revoke(here.id, user)).status).toBe(404);
  }
  expect((await platform.administrators(there.id)).body.results).toHaveLength(1);
  for (const company of [999_999_999, "x"]) {
    expect((await platform.administrators(company)).status).toBe(404);
    expect((await platform.invite(company, dana())).status).toBe(404);
  }
});
