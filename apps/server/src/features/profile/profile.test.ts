import {
  changePassword,
  endOtherSessions,
  endSession,
  findProfile,
  ownSessions,
  updateProfile,
} from "@mcc/contract/profile/profile.api.ts";
import { currentUser, signIn } from "@mcc/contract/sign-in/sign-in.api.ts";
import { beforeAll, describe, expect, test } from "vitest";
import { deviceOf } from "../../platform/device.ts";
import { latestMessages } from "../../platform/mail/outbox.ts";
import { addCompany, addPerson, addRole, PASSWORD, tokenFor } from "../../testing/people.ts";
import { startTestServer, type TestServer } from "../../testing/test-server.ts";

let testServer: TestServer;
let companyId: number;
beforeAll(async () => {
  testServer = await startTestServer();
  companyId = await addCompany(testServer, { name: "Acme Drilling" });
});

const person = async (traits: Parameters<typeof addPerson>[2] = {}) => {
  const added = await addPerson(testServer, companyId, traits);
  return { ...added, token: await tokenFor(testServer, added.username) };
};
const signedIn = async (token: string) => (await testServer.call(currentUser, { token })).status;
const mailsTo = async (address: string) =>
  (await latestMessages(testServer.services, 1_000)).filter(({ recipient }) => recipient === address);
const audited = (id: number) =>
  testServer.sql("select action from audit_entries where actor_id = $1 order by id", [id]);

describe("the profile", () => {
  test("shows name, e-mail, phone, role and company to a user of a company, and to a platform admin (PROF-001 partly)", async () => {
    const roleId = await addRole(testServer, companyId, { name: "Foreman" });
    const { id, username, email, token } = await person({ roleId, firstName: "Ada", lastName: "Byron" });
    await testServer.sql("update users set phone = '+14325550117' where id = $1", [id]);
    const { body } = await testServer.call(findProfile, { token });
    expect(body).toEqual({
      id,
      username,
      first_name: "Ada",
      last_name: "Byron",
      email,
      pending_email: null,
      phone: "+14325550117",
      enable_text_messages: false,
      role: { id: roleId, name: "Foreman" },
      company: { id: companyId, name: "Acme Drilling" },
      is_company_admin: false,
      is_mcc_admin: false,
      has_password: true,
      kept_by_directory: false,
    });
    const provider = await addPerson(testServer, null);
    const own = await testServer.call(findProfile, { token: await tokenFor(testServer, provider.username) });
    expect(own.body).toMatchObject({ id: provider.id, role: null, company: null, is_mcc_admin: true });
  });

  test("changes what is its owner's to change, and nothing else", async () => {
    const { id, token } = await person();
    const body = {
      first_name: " Ada ",
      phone: "(432) 555-0117",
      enable_text_messages: true,
      is_company_admin: true,
      is_mcc_admin: true,
      role_id: 1,
      company: 1,
      username: "root",
    };
    const changed = await testServer.call(updateProfile, { token, body });
    expect(changed.body).toMatchObject({
      first_name: "Ada",
      last_name: "Doe",
      phone: "+14325550117",
      enable_text_messages: true,
      is_company_admin: false,
      is_mcc_admin: false,
      role: null,
    });
    expect((await testServer.call(currentUser, { token })).body).toMatchObject({
      first_name: "Ada",
      is_company_admin: false,
    });
    expect((await testServer.call(updateProfile, { token, body: {} })).status).toBe(200);
    expect(await audited(id)).toEqual([{ action: "profile.updated" }]);
  });

  test.each([
    [{ phone: "12" }, "phone", "Incorrect Phone Number format"],
    [
      { phone: null, enable_text_messages: true },
      "phone",
      "Phone Number is required when Enable Text Message Approvals is checked",
    ],
    [{ email: "nobody" }, "email", "Incorrect email format"],
    [{ first_name: "" }, "first_name", "First Name field is required"],
    [{ last_name: " " }, "last_name", "Last Name field is required"],
  ])("refuses %j on its field", async (body, field, message) => {
    const { token } = await person();
    const refused = await testServer.call(updateProfile, { token, body });
    expect([refused.status, refused.body]).toEqual([400, { [field]: [message] }]);
  });
});

describe("a new password", () => {
  const NEW = "Battery-Staple-9";

  test("needs the current one, ends the other sessions, and is told by e-mail (PROF-002)", async () => {
    const { id, username, email, token } = await person();
    const elsewhere = await tokenFor(testServer, username);
    const change = (current_password: string, password: string) =>
      testServer.call(changePassword, { token, body: { current_password, password } });
    expect((await change("", NEW)).body).toEqual({ current_password: ["Enter your current password"] });
    expect((await change("Wrong-Horse-1", NEW)).body).toEqual({
      current_password: ["This is not your current password"],
    });
    expect(Object.keys((await change(PASSWORD, "short")).body)).toEqual(["password"]);
    expect(await signedIn(elsewhere)).toBe(200);

    expect((await change(PASSWORD, NEW)).status).toBe(200);
    expect(await signedIn(token)).toBe(200);
    expect(await signedIn(elsewhere)).toBe(401);
    const signInWith = (password: string) => testServer.call(signIn, { body: { username, password } });
    expect((await signInWith(PASSWORD)).status).toBe(401);
    expect((await signInWith(NEW)).status).toBe(200);
    expect(await mailsTo(email)).toMatchObject([{ subject: "Your password was changed" }]);
    expect(await audited(id)).toEqual([{ action: "password.set" }]);
  });

  test("guesses of the current one are limited as at sign-in", async () => {
    const { token } = await person();
    const guess = () =>
      testServer.call(changePassword, { token, body: { current_password: "Wrong-Horse-1", password: NEW } });
    for (let n = 0; n < 10; n++) expect((await guess()).status).toBe(400);
    const limited = await guess();
    expect(limited.status).toBe(429);
    expect(Number(limited.headers.get("retry-after"))).toBeGreaterThan(0);
    // Not even the correct one, and its owner stays signed in.
    const correct = { current_password: PASSWORD, password: NEW };
    expect((await testServer.call(changePassword, { token, body: correct })).status).toBe(429);
    expect(await signedIn(token)).toBe(200);
  });

  test("of two changes at the same time one is made", async () => {
    const { token } = await person();
    const changes = await Promise.all(
      ["Battery-Staple-1", "Battery-Staple-2"].map((password) =>
        testServer.call(changePassword, { token, body: { current_password: PASSWORD, password } }),
      ),
    );
    expect(changes.map(({ status }) => status).sort()).toEqual([200, 400]);
  });
});

describe("sessions", () => {
  const CHROME =
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36";
  const SAFARI =
    "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1";

  const openSession = async (username: string, userAgent: string) => {
    const body = { username, password: PASSWORD };
    return (await testServer.call(signIn, { body, headers: { "user-agent": userAgent } })).body.token;
  };

  test("are listed with device, address and last use, and each can be ended, or all but this one (PROF-003)", async () => {
    const { id, username } = await addPerson(testServer, companyId);
    const token = await openSession(username, CHROME);
    const phone = await openSession(username, SAFARI);
    const third = await openSession(username, "");
    await testServer.sql(
      "update sessions set last_used_at = now() - interval '2 days' where user_id = $1 and user_agent like '%iPhone%'",
      [id],
    );
    const list = async () => (await testServer.call(ownSessions, { token })).body.results;
    const sessions = await list();
    expect(sessions.map(({ device, is_current }) => [device, is_current])).toEqual([
      ["Chrome on Windows", true],
      ["Unknown device", false],
      ["Safari on iPhone", false],
    ]);
    expect(sessions.map(({ address }) => address)).toEqual(["127.0.0.1", "127.0.0.1", "127.0.0.1"]);
    const age = Date.now() - Date.parse(sessions[2]?.last_used_at ?? "");
    expect(Math.round(age / 86_400_000)).toBe(2);

    // Its use is noted, at the latest when the process stops.
    expect(await signedIn(phone)).toBe(200);
    await testServer.services.sessionUse.write();
    const used = (await list()).find(({ device }) => device === "Safari on iPhone");
    expect(Date.now() - Date.parse(used?.last_used_at ?? "")).toBeLessThan(3_600_000);

    const end = (id: string) => testServer.call(endSession, { token, params: { id } });
    expect((await end(used?.id ?? "")).status).toBe(200);
    expect([await signedIn(phone), await signedIn(third), await signedIn(token)]).toEqual([401, 200, 200]);
    expect((await end(used?.id ?? "")).status).toBe(404);
    expect(await list()).toHaveLength(2);

    const fourth = await openSession(username, CHROME);
    expect((await testServer.call(endOtherSessions, { token })).status).toBe(200);
    expect([await signedIn(third), await signedIn(fourth), await signedIn(token)]).toEqual([401, 401, 200]);
    expect(await list()).toHaveLength(1);
  });

  test("that the policy of the company ends are no longer listed (SIGN-006 partly)", async () => {
    const ownCompany = await addCompany(testServer);
    const { id, username } = await addPerson(testServer, ownCompany);
    const tokens = [await openSession(username, CHROME), await openSession(username, SAFARI)];
    const list = async (of: string | undefined) =>
      (await testServer.call(ownSessions, { token: of ?? "" })).body.results.map(({ device }) => device);
    await testServer.sql(
      `update sessions set created_at = now() - interval '9 hours', last_used_at = now() - interval '9 hours'
       where user_id = $1 and user_agent like '%iPhone%'`,
      [id],
    );
    expect(await list(tokens[0])).toEqual(["Chrome on Windows", "Safari on iPhone"]);
    for (const rule of ["session_hours = 8", "session_hours = null, idle_minutes = 60"]) {
      await testServer.sql("insert into security_policies (company_id) values ($1) on conflict do nothing", [
        ownCompany,
      ]);
      await testServer.sql(`update security_policies set ${rule} where company_id = $1`, [ownCompany]);
      expect(await list(tokens[0])).toEqual(["Chrome on Windows"]);
    }
  });

  test("of others are neither listed nor ended", async () => {
    const [one, other] = [await person(), await person()];
    const [theirs] = (await testServer.call(ownSessions, { token: other.token })).body.results;
    const mine = (await testServer.call(ownSessions, { token: one.token })).body.results;
    expect(mine.map(({ id }) => id)).not.toContain(theirs?.id);
    for (const id of [theirs?.id ?? "", crypto.randomUUID(), "x", "1"]) {
      const answer = await testServer.call(endSession, { token: one.token, params: { id } });
      expect([id, answer.status]).toEqual([id, 404]);
    }
    expect((await testServer.call(endOtherSessions, { token: one.token })).status).toBe(200);
    expect(await signedIn(other.token)).toBe(200);
  });

  test.each([
    ["Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0", "Firefox on Linux"],
    [
      "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 Chrome/150.0 Safari/537.36 Edg/150.0",
      "Edge on Mac",
    ],
    [
      "Mozilla/5.0 (Linux; Android 16) AppleWebKit/537.36 Chrome/150.0 Mobile Safari/537.36",
      "Chrome on Android",
    ],
    ["curl/8.9.1", "Another program"],
  ])("of %s are of a device", (userAgent, device) => {
    expect(deviceOf(userAgent)).toBe(device);
  });
});
