import { request } from "node:http";
import { SessionUser } from "@mcc/contract/access/session.ts";
import { errors } from "@mcc/contract/kit/error-codes.ts";
import {
  checkResetToken,
  currentUser,
  requestPasswordReset,
  setNewPassword,
  signIn,
  signOut,
} from "@mcc/contract/sign-in/sign-in.api.ts";
import { createSigner } from "fast-jwt";
import { beforeAll, describe, expect, test } from "vitest";
import { latestMessages } from "../../platform/mail/outbox.ts";
import { addCompany, addPerson, addRole, PASSWORD, tokenFor } from "../../testing/people.ts";
import { startTestServer, type TestServer } from "../../testing/test-server.ts";

let testServer: TestServer;
let company: number;

beforeAll(async () => {
  testServer = await startTestServer();
  company = await addCompany(testServer, { slug: "acme", approvals: true, tracking: false });
});

const me = async (token: string) => (await testServer.call(currentUser, { token })).body;

const signInFrom = (server: string, localAddress: string, credentials: object) =>
  postFrom(server, localAddress, "/api/accounts/user-token/", credentials);

/** Posts from another address of this machine; returns the status. */
const postFrom = (server: string, localAddress: string, path: string, body: object) =>
  new Promise<number>((resolve, reject) => {
    const { hostname, port } = new URL(server);
    const headers = { "content-type": "application/json" };
    const asked = request({ hostname, port, path, method: "POST", localAddress, headers }, (answer) => {
      answer.resume();
      answer.on("end", () => resolve(answer.statusCode ?? 0));
    });
    asked.on("error", reject);
    asked.end(JSON.stringify(body));
  });

/** The last link mailed to a user. */
const mailedToken = async (recipient: string): Promise<string> => {
  const [message] = await testServer.sql<{ body: string }>(
    "select body from messages where recipient = $1 order by id desc limit 1",
    [recipient],
  );
  return /token=([\w-]+)/.exec(testServer.services.textCipher.decrypt(message?.body ?? ""))?.[1] ?? "";
};

describe("signing in", () => {
  test("a username and a password return a token and the user (AUTH-012, AUTH-025)", async () => {
    const person = await addPerson(testServer, company, { firstName: "Dana", lastName: "Whitfield" });
    const { status, body } = await testServer.call(signIn, {
      body: { username: person.username, password: PASSWORD },
    });
    expect(status).toBe(200);
    expect(body.token).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/);
    expect(SessionUser.parse(body.user)).toMatchObject({
      id: person.id,
      username: person.username,
      first_name: "Dana",
      last_name: "Whitfield",
      role: null,
      is_company_admin: false,
      is_mcc_admin: false,
      enable_analytics: false,
      company: {
        id: company,
        name: "acme",
        slug_name: "acme",
        label: "Goacme",
        has_location_name_required: false,
      },
    });
  });

  test("an e-mail address works like a username, in any letter case (AUTH-004)", async () => {
    const person = await addPerson(testServer, company, { email: "Ada.Byron@example.com" });
    for (const username of ["ada.byron@EXAMPLE.com", person.username.toUpperCase()]) {
      const { status } = await testServer.call(signIn, { body: { username, password: PASSWORD } });
      expect(status).toBe(200);
    }
  });

  test("an unknown account and a wrong password get the same response (AUTH-011)", async () => {
    const { username } = await addPerson(testServer, company);
    const wrong = await testServer.call(signIn, { body: { username, password: "not it" } });
    const unknown = await testServer.call(signIn, { body: { username: "nobody-here", password: "not it" } });
    const plain = ({ body }: { body: unknown }) => ({ ...(body as object), request_id: "" });
    expect(wrong.status).toBe(401);
    expect(unknown.status).toBe(401);
    expect(plain(unknown)).toEqual(plain(wrong));
    expect(plain(wrong)).toMatchObject({ detail: errors["auth.failed"][1] });
  });

  test("a shop user cannot sign in to the portal (AUTH-014)", async () => {
    const person = await addPerson(testServer, company);
    await testServer.sql(
      `insert into shop_users (company_id, username, password_hash)
       select company_id, 'acme-YardSeven', password_hash from users where id = $1`,
      [person.id],
    );
    const { status } = await testServer.call(signIn, {
      body: { username: "acme-YardSeven", password: PASSWORD },
    });
    expect(status).toBe(401);
  });

  test("empty fields are named, each with its own message (AUTH-009, AUTH-010)", async () => {
    const { status, body } = await testServer.call(signIn, { body: { username: " ", password: "" } });
    expect(status).toBe(400);
    expect(body).toEqual({
      username: ["Please provide a valid username or email address"],
      password: ["Please provide a valid password"],
    });
  });

  test("after 10 wrong guesses the account has to wait, and other users do not", async () => {
    const victim = await addPerson(testServer, company);
    const other = await addPerson(testServer, company);
    const guess = () => testServer.call(signIn, { body: { username: victim.username, password: "wrong" } });
    const answers = await Promise.all(Array.from({ length: 14 }, guess));
    const counted = Map.groupBy(answers, ({ status }) => status);
    expect(counted.get(401)).toHaveLength(10);
    expect(counted.get(429)).toHaveLength(4);
    const refused = counted.get(429)?.[0];
    expect(Number(refused?.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(refused?.body).toMatchObject({ detail: errors["rate.limited"][1] });
    const right = await testServer.call(signIn, { body: { username: victim.username, password: PASSWORD } });
    expect(right.status).toBe(429);
    expect(await tokenFor(testServer, other.username)).toBeTruthy();
  });

  test("guesses lock no user out at other addresses, in any spelling of the account or the address", async () => {
    const victim = await addPerson(testServer, company);
    const from = (address: string, username: string, password: string) =>
      signInFrom(testServer.address, address, { username, password });
    for (let n = 0; n < 120; n++) await from("127.0.0.9", n % 2 ? victim.username : victim.email, "wrong");
    expect(await from("127.0.0.9", victim.email, PASSWORD)).toBe(429);
    expect(await from("127.0.0.3", victim.username, PASSWORD)).toBe(200);
    for (let n = 0; n < 12; n++) await from("127.0.0.8", "127.0.0.4", "wrong");
    expect(await from("127.0.0.4", victim.username, PASSWORD)).toBe(200);
  });

  test("frequent correct sign-ins are never limited", async () => {
    const { username } = await addPerson(testServer, company);
    for (let i = 0; i < 12; i++) expect(await tokenFor(testServer, username)).toBeTruthy();
  });
});

describe("the session", () => {
  test("the current user is returned for the header JWT {token} and nothing else (AUTH-019, API-004)", async () => {
    const { username } = await addPerson(testServer, company);
    const token = await tokenFor(testServer, username);
    expect(await me(token)).toMatchObject({ username, token });
    for (const authorization of [
      "",
      token,
      `Bearer ${token}`,
      `JWT ${token} x`,
      `jwt ${token}`,
      "JWT",
      "JWT a.b.c",
    ]) {
      const { status } = await testServer.call(currentUser, { headers: { authorization } });
      expect(status).toBe(401);
    }
  });

  test("a token of another key, without a session, of another algorithm or outdated is refused (AUTH-023)", async () => {
    const person = await addPerson(testServer, company);
    const token = await tokenFor(testServer, person.username);
    const { sid } = JSON.parse(Buffer.from(token.split(".")[1] as string, "base64url").toString());
    const forged = createSigner({ key: "another key that is long enough", iss: "management-control-center" });
    const none = `${Buffer.from('{"alg":"none","typ":"JWT"}').toString("base64url")}.${token.split(".")[1]}.`;
    for (const bad of [forged({ sid }), none, `${token}x`]) {
      expect((await testServer.call(currentUser, { token: bad })).status).toBe(401);
    }
    await testServer.sql("update sessions set expires_at = now() where id = $1", [sid]);
    expect((await testServer.call(currentUser, { token })).status).toBe(401);
  });

  test("logging out ends this session on the server and no other (AUTH-018)", async () => {
    const { username } = await addPerson(testServer, company);
    const [one, two] = [await tokenFor(testServer, username), await tokenFor(testServer, username)];
    expect((await testServer.call(signOut, { token: one })).status).toBe(200);
    expect((await testServer.call(currentUser, { token: one })).status).toBe(401);
    expect((await testServer.call(signOut, { token: one })).status).toBe(401);
    expect((await testServer.call(currentUser, { token: two })).status).toBe(200);
  });

  test("a deleted user's token is refused on the next request", async () => {
    const person = await addPerson(testServer, company);
    const token = await tokenFor(testServer, person.username);
    await testServer.sql("update users set deleted_at = now() where id = $1", [person.id]);
    expect((await testServer.call(currentUser, { token })).status).toBe(401);
  });

  test("a feature is available only when its toggle is Enabled, and the tri-state is sent too (AUTH-027)", async () => {
    for (const [toggle, slug] of [
      [null, "na"],
      [false, "dis"],
      [true, "en"],
    ] as const) {
      const id = await addCompany(testServer, {
        slug,
        approvals: toggle,
        tracking: toggle,
        hierarchy: toggle,
      });
      const user = await me(await tokenFor(testServer, (await addPerson(testServer, id)).username));
      expect(user.company).toMatchObject({
        has_order_approval: toggle === true,
        has_order_tracking: toggle === true,
        has_company_hierarchy: toggle === true,
        features: { order_approval: toggle, order_tracking: toggle, company_hierarchy: toggle },
      });
    }
  });

  test("an approver is a user named by a rule, directly or by role, while approvals are on (AUTH-028)", async () => {
    const id = await addCompany(testServer, { approvals: true });
    const role = await addRole(testServer, id);
    const byRole = await addPerson(testServer, id, { roleId: role });
    const byName = await addPerson(testServer, id);
    const neither = await addPerson(testServer, id);
    await testServer.sql(
      "insert into approval_rules (company_id, role_id, limit_amount) values ($1, $2, 0)",
      [id, role],
    );
    await testServer.sql(
      "insert into approval_rules (company_id, user_id, limit_amount) values ($1, $2, 0)",
      [id, byName.id],
    );
    const approvers = async () =>
      Promise.all(
        [byRole, byName, neither].map(
          async ({ username }) => (await me(await tokenFor(testServer, username))).is_approver,
        ),
      );
    expect(await approvers()).toEqual([true, true, false]);
    await testServer.sql(
      "update company_configurations set has_order_approval = false where company_id = $1",
      [id],
    );
    expect(await approvers()).toEqual([false, false, false]);
  });

  test("impersonation and tracking come from the role; a company admin has both (AUTH-029)", async () => {
    const rights = async (traits: object) => {
      const { can_impersonate, can_view_order_tracking } = await me(
        await tokenFor(testServer, (await addPerson(testServer, company, traits)).username),
      );
      return [can_impersonate, can_view_order_tracking];
    };
    const impersonates = await addRole(testServer, company, { impersonates: true });
    const tracks = await addRole(testServer, company, { tracks: true });
    expect(await rights({})).toEqual([false, false]);
    expect(await rights({ roleId: impersonates })).toEqual([true, false]);
    expect(await rights({ roleId: tracks })).toEqual([false, true]);
    expect(await rights({ admin: true })).toEqual([true, true]);
  });

  test("the permissions list follows from role, flags and features (AUTH-030, AUTH-031)", async () => {
    const id = await addCompany(testServer, { approvals: true, tracking: true, hierarchy: true });
    const role = await addRole(testServer, id, { tracks: true, impersonates: true });
    await testServer.sql(
      "insert into approval_rules (company_id, role_id, limit_amount) values ($1, $2, 0)",
      [id, role],
    );
    const list = async (companyId: number | null, traits: object) =>
      (await me(await tokenFor(testServer, (await addPerson(testServer, companyId, traits)).username)))
        .permissions;
    expect(await list(id, {})).toEqual([]);
    expect(await list(id, { analytics: true })).toEqual(["analytics"]);
    expect(await list(id, { roleId: role })).toEqual([
      "order-tracking",
      "has-order-approvals",
      "impersonate",
    ]);
    expect(await list(id, { admin: true })).toEqual([
      "order-tracking",
      "order-tracking-configuration",
      "has-order-approvals",
      "impersonate",
      "company-admin",
      "hierarchy",
    ]);
    expect(await list(null, {})).toEqual(["mcc-admin"]);
    await testServer.sql(
      "update company_configurations set has_order_approval = false where company_id = $1",
      [id],
    );
    expect(await list(id, { roleId: role })).toEqual(["order-tracking", "impersonate"]);
  });
});

describe("setting a new password", () => {
  test("the link is mailed to the account, by username or e-mail (AUTH-037)", async () => {
    const person = await addPerson(testServer, company);
    for (const userIdentifier of [person.username, person.email]) {
      const { status } = await testServer.call(requestPasswordReset, { body: { userIdentifier } });
      expect(status).toBe(200);
    }
    const messages = await testServer.sql("select subject, body from messages where recipient = $1", [
      person.email,
    ]);
    expect(messages).toHaveLength(2);
    const letter = testServer.services.textCipher.decrypt(String(messages[0]?.body));
    expect(letter).toContain("http://portal.test/reset-password?token=");
  });

  test("an unknown account returns 404, an empty field its own message (AUTH-034, AUTH-038)", async () => {
    const unknown = await testServer.call(requestPasswordReset, {
      body: { userIdentifier: "nobody@example.com" },
    });
    expect(unknown.status).toBe(404);
    const empty = await testServer.call(requestPasswordReset, { body: { userIdentifier: "" } });
    expect(empty).toMatchObject({ status: 400, body: { userIdentifier: ["Name or Email is required"] } });
  });

  test("strangers who ask for the links of an account fill its mailbox up to a limit, and never block its owner (AUTH-039 partly)", async () => {
    const { id, username, email } = await addPerson(testServer, company);
    const ask = (address: string) =>
      postFrom(testServer.address, address, "/api/accounts/password_reset/", { userIdentifier: username });
    const tokens = async () =>
      (await latestMessages(testServer.services, 1_000)).flatMap(
        ({ recipient, body }) =>
          (recipient === email ? /reset-password\?token=([\w-]+)/.exec(body)?.[1] : undefined) ?? [],
      );
    for (let n = 0; n < 7; n++) expect(await ask(`127.0.0.${30 + n}`)).toBe(200);
    expect(await tokens()).toHaveLength(5);
    const owner = await testServer.call(requestPasswordReset, { body: { userIdentifier: email } });
    expect(owner).toMatchObject({
      status: 200,
      body: { detail: "We just emailed you a link you can use to reset your password" },
    });
    expect(await tokens()).toHaveLength(5);

    // What they have got works. Once it has ended, by use or otherwise, another one is sent.
    const body = { token: (await tokens())[0] ?? "", password: "Battery-Staple-9" };
    expect((await testServer.call(setNewPassword, { body })).status).toBe(200);
    expect(await ask("127.0.0.40")).toBe(200);
    expect(await tokens()).toHaveLength(6);
    await testServer.sql(
      "update password_links set created_at = now() - interval '16 minutes' where user_id = $1",
      [id],
    );
    for (let n = 0; n < 5; n++) expect(await ask("127.0.0.41")).toBe(200);
    expect(await tokens()).toHaveLength(11);
  });

  test("requests for one account after another are limited per address, and other addresses are not affected (AUTH-039)", async () => {
    const ask = (address: string, userIdentifier: string) =>
      postFrom(testServer.address, address, "/api/accounts/password_reset/", { userIdentifier });
    for (let n = 0; n < 30; n++) expect(await ask("127.0.0.21", `nobody-${n}`)).toBe(404);
    expect(await ask("127.0.0.21", "nobody-30")).toBe(429);
    expect(await ask("127.0.0.22", "nobody-30")).toBe(404);
  });

  test("a valid link is distinguished from an invalid one (AUTH-040)", async () => {
    const person = await addPerson(testServer, company);
    await testServer.call(requestPasswordReset, { body: { userIdentifier: person.username } });
    const token = await mailedToken(person.email);
    expect((await testServer.call(checkResetToken, { body: { token } })).status).toBe(200);
    const bad = await testServer.call(checkResetToken, { body: { token: "made-up" } });
    expect(bad).toMatchObject({ status: 400, body: { token: ["Token is not valid or has expired"] } });
  });

  test("the new password works, the old one and every session do not (AUTH-052)", async () => {
    const person = await addPerson(testServer, company);
    const sessions = [
      await tokenFor(testServer, person.username),
      await tokenFor(testServer, person.username),
    ];
    await testServer.call(requestPasswordReset, { body: { userIdentifier: person.username } });
    const token = await mailedToken(person.email);
    const done = await testServer.call(setNewPassword, { body: { token, password: "Brand-New-Word-7" } });
    expect(done.status).toBe(200);
    for (const session of sessions)
      expect((await testServer.call(currentUser, { token: session })).status).toBe(401);
    const old = await testServer.call(signIn, { body: { username: person.username, password: PASSWORD } });
    expect(old.status).toBe(401);
    expect(await tokenFor(testServer, person.username, "Brand-New-Word-7")).toBeTruthy();
  });

  test("a link works once, and its use invalidates every other link of the user (AUTH-051)", async () => {
    const person = await addPerson(testServer, company);
    await testServer.call(requestPasswordReset, { body: { userIdentifier: person.username } });
    const first = await mailedToken(person.email);
    await testServer.call(requestPasswordReset, { body: { userIdentifier: person.username } });
    const second = await mailedToken(person.email);
    const set = (token: string) =>
      testServer.call(setNewPassword, { body: { token, password: "Brand-New-Word-7" } });
    const race = await Promise.all([set(second), set(second), set(second)]);
    expect(race.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
    expect((await set(first)).status).toBe(400);
  });

  test("a refusal carries a list under password (AUTH-046)", async () => {
    const person = await addPerson(testServer, company);
    await testServer.call(requestPasswordReset, { body: { userIdentifier: person.username } });
    const token = await mailedToken(person.email);
    const weak = await testServer.call(setNewPassword, { body: { token, password: "short" } });
    expect(weak.status).toBe(400);
    expect((weak.body as unknown as { password: string[] }).password[0]).toMatch(/at least 10 characters/);
    const spent = await testServer.call(setNewPassword, {
      body: { token: "made-up", password: "Brand-New-Word-7" },
    });
    expect(spent.body).toMatchObject({ password: ["Token is not valid or has expired"] });
    expect((await testServer.call(checkResetToken, { body: { token } })).status).toBe(200);
  });

  test("the token is random and only its hash is stored (AUTH-049)", async () => {
    const person = await addPerson(testServer, company);
    await testServer.call(requestPasswordReset, { body: { userIdentifier: person.username } });
    const one = await mailedToken(person.email);
    await testServer.call(requestPasswordReset, { body: { userIdentifier: person.username } });
    const two = await mailedToken(person.email);
    expect(one).toHaveLength(43);
    expect(one).not.toBe(two);
    for (const table of ["password_links", "messages", "audit_entries", "pgboss.job"]) {
      expect(JSON.stringify(await testServer.sql(`select * from ${table}`))).not.toContain(one);
    }
    const hashed = await testServer.sql("select 1 from password_links where token_hash = sha256($1::bytea)", [
      Buffer.from(one),
    ]);
    expect(hashed).toHaveLength(1);
  });

  test("a link expires after an hour (AUTH-050)", async () => {
    const person = await addPerson(testServer, company);
    await testServer.call(requestPasswordReset, { body: { userIdentifier: person.username } });
    const token = await mailedToken(person.email);
    const age = (minutes: number) =>
      testServer.sql(
        `update password_links set created_at = created_at - make_interval(mins => $2),
           expires_at = expires_at - make_interval(mins => $2) where user_id = $1`,
        [person.id, minutes],
      );
    await age(59);
    expect((await testServer.call(checkResetToken, { body: { token } })).status).toBe(200);
    await age(1);
    expect((await testServer.call(checkResetToken, { body: { token } })).status).toBe(400);
    const late = await testServer.call(setNewPassword, { body: { token, password: "Brand-New-Word-7" } });
    expect(late.status).toBe(400);
  });
});
