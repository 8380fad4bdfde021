import { setNewPassword, signIn } from "@mcc/contract/sign-in/sign-in.api.ts";
import { beforeAll, describe, expect, test } from "vitest";
import { latestMessages } from "../../platform/mail/outbox.ts";
import { setUpApprovalCompany } from "../../testing/approval-company.ts";
import { addPerson, tokenFor } from "../../testing/people.ts";
import { setUpPlatformAdmin } from "../../testing/platform-admin.ts";
import { startTestServer, type TestServer } from "../../testing/test-server.ts";

let testServer: TestServer;
let services: Awaited<ReturnType<typeof setUpPlatformAdmin>>;

beforeAll(async () => {
  testServer = await startTestServer();
  services = await setUpPlatformAdmin(testServer);
});

let made = 0;
const dana = () => ({
  first_name: "Dana",
  last_name: "Whitfield",
  email: `dana${++made}@example.com`,
});
const PASSWORD = "Industrial#2026";

const mailsTo = async (email: string) =>
  (await latestMessages(testServer.services, 50)).filter(({ recipient }) => recipient === email);
const linkIn = (text: string) => /\/reset-password\?token=([\w-]+)/.exec(text)?.[1] ?? "";
const setPassword = (token: string) =>
  testServer.call(setNewPassword, { body: { token, password: PASSWORD } as never });

describe("an administrator", () => {
  test("is invited by name and e-mail, gets a link that sets a password, and signs in as company admin (PLAT-024 partly, PLAT-025 partly, PLAT-026)", async () => {
    const { id, slug_name, name } = await services.company({ hasCompanyHierarchy: true });
    expect((await services.administrators(id)).body).toEqual({ results: [] });
    const given = dana();
    const { status, body } = await services.invite(id, given);
    expect(status).toBe(200);
    expect(body).toEqual({
      ...{ id: expect.any(Number), ...given, username: `${slug_name}-dana.whitfield` },
      ...{ state: "Invited", invited_at: expect.any(String), last_login: null },
    });
    expect((await services.administrators(id)).body.results).toEqual([body]);
    const [mail] = await mailsTo(given.email);
    expect(mail?.subject).toBe(`Invitation to administer ${name}`);
    expect(mail?.body).toContain(`Olive Platform invited you to administer ${name}`);
    expect(mail?.body).toContain(body.username);
    // The login page greets at this address alone.
    expect(mail?.body).toContain("Then sign in here:\nhttp://portal.test/\n");
    expect((await setPassword(linkIn(mail?.body ?? ""))).status).toBe(200);
    const signedIn = await testServer.call(signIn, { body: { username: given.email, password: PASSWORD } });
    expect(signedIn.body.user).toMatchObject({ is_company_admin: true, company: { id } });
    expect(signedIn.body.user.permissions).toContain("company-admin");
    expect((await services.administrators(id)).body.results).toMatchObject([
      { id: body.id, state: "Active", last_login: expect.any(String) },
    ]);
  });

  test("of a company without a configuration can be invited as well, and namesakes get numbers", async () => {
    const { body: company } = await services.create({ name: "Bare Company" });
    const usernames = [];
    for (const first_name of ["Dana", "Dána", "DANA"])
      usernames.push((await services.invite(company.id, { ...dana(), first_name })).body.username);
    expect(usernames).toEqual([
      "bare-company-dana.whitfield",
      "bare-company-dana.whitfield2",
      "bare-company-dana.whitfield3",
    ]);
  });

  test("is audited in the company and told to the provider's systems", async () => {
    const { id } = await services.company();
    const { body } = await services.invite(id, dana());
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
    const { id } = await services.company();
    expect(await services.invite(id, { ...dana(), ...more })).toMatchObject({ status: 400, body: fields });
    expect((await services.administrators(id)).body.results).toEqual([]);
  });

  test("has an e-mail address of their own over the platform; of two requests at once, one gets the error", async () => {
    const [here, there] = [await services.company(), await services.company()];
    const given = dana();
    const answers = await Promise.all([
      services.invite(here.id, given),
      services.invite(there.id, { ...given, last_name: "Other", email: given.email.toUpperCase() }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
    expect(answers.find(({ status }) => status === 400)?.body).toEqual({
      email: ["A user with this email already exists."],
    });
  });
});

describe("an invitation", () => {
  test("can be sent again, which ends the links before, until a password is set", async () => {
    const { id } = await services.company();
    const given = dana();
    const { body } = await services.invite(id, given);
    const [first] = await mailsTo(given.email);
    const again = await services.resend(id, body.id);
    expect([again.status, again.body.state]).toEqual([200, "Invited"]);
    const [second] = await mailsTo(given.email);
    expect((await setPassword(linkIn(first?.body ?? ""))).status).not.toBe(200);
    expect((await setPassword(linkIn(second?.body ?? ""))).status).toBe(200);
    expect(await services.resend(id, body.id)).toMatchObject({
      status: 409,
      body: { detail: "This administrator has set a password already." },
    });
  });

  test("follows an address that is corrected, where the one before ends; an active administrator is only told", async () => {
    const { id } = await services.company();
    const given = dana();
    const { body } = await services.invite(id, given);
    const [first] = await mailsTo(given.email);
    const email = `corrected-${given.email}`;
    const corrected = await services.correct(id, body.id, email);
    expect(corrected).toMatchObject({ status: 200, body: { email, state: "Invited" } });
    expect((await setPassword(linkIn(first?.body ?? ""))).status).toBe(400);
    expect((await mailsTo(given.email))[0]).toMatchObject({ subject: "Your e-mail address was changed" });
    const [second] = await mailsTo(email);
    expect((await setPassword(linkIn(second?.body ?? ""))).status).toBe(200);

    const other = await services.company();
    const taken = await services.invite(other.id, dana());
    expect(await services.correct(id, body.id, taken.body.email)).toMatchObject({
      status: 400,
      body: { email: ["A user with this email already exists."] },
    });
    expect((await services.correct(other.id, body.id, dana().email)).status).toBe(404);
    const last = dana().email;
    expect((await services.correct(id, body.id, last)).body).toMatchObject({ email: last, state: "Active" });
    expect(await mailsTo(last)).toEqual([]);
  });

  test("that has expired says so, and is sent again a few times an hour only", async () => {
    const { id } = await services.company();
    const { body } = await services.invite(id, dana());
    await testServer.sql("update password_links set expires_at = now() where user_id = $1", [body.id]);
    expect((await services.administrators(id)).body.results).toMatchObject([{ state: "Expired" }]);
    for (let at = 0; at < 5; at++) expect((await services.resend(id, body.id)).status).toBe(200);
    expect((await services.resend(id, body.id)).status).toBe(429);
  });

  test("that is revoked cannot be accepted, and its e-mail address is free again", async () => {
    const { id } = await services.company();
    const given = dana();
    const { body } = await services.invite(id, given);
    const [mail] = await mailsTo(given.email);
    expect(await services.revoke(id, body.id)).toMatchObject({
      status: 200,
      body: { detail: "Invitation revoked" },
    });
    expect((await setPassword(linkIn(mail?.body ?? ""))).status).not.toBe(200);
    expect((await services.administrators(id)).body.results).toEqual([]);
    expect((await services.revoke(id, body.id)).status).toBe(404);
    expect((await services.invite(id, given)).status).toBe(200);
  });
});

describe("an administrator who can sign in", () => {
  test("is deleted only while another one can, and their sessions end", async () => {
    const { id } = await services.company();
    const first = await addPerson(testServer, id, { admin: true });
    const token = await tokenFor(testServer, first.username);
    await services.invite(id, dana());
    expect(await services.revoke(id, first.id)).toMatchObject({ status: 409 });
    await addPerson(testServer, id, { admin: true });
    expect(await services.revoke(id, first.id)).toMatchObject({
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
    expect(await services.revoke(companyId, admin.id)).toMatchObject({
      status: 409,
      body: { detail: "Pending orders have no other eligible approver: approve or reject them first." },
    });
  });
});

test("users who are no administrators, and those of other companies, are not found", async () => {
  const [here, there] = [await services.company(), await services.company()];
  const regular = await addPerson(testServer, here.id, {});
  const { body: other } = await services.invite(there.id, dana());
  for (const user of [regular.id, other.id, services.operator.id, 999_999_999, "x"]) {
    expect((await services.resend(here.id, user)).status).toBe(404);
    expect((await services.revoke(here.id, user)).status).toBe(404);
  }
  expect((await services.administrators(there.id)).body.results).toHaveLength(1);
  for (const company of [999_999_999, "x"]) {
    expect((await services.administrators(company)).status).toBe(404);
    expect((await services.invite(company, dana())).status).toBe(404);
  }
});
