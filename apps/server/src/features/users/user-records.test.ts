import { createAlertRule, rulesOfUser } from "@mcc/contract/alerts/alert-rules.api.ts";
import { setNewPassword, signIn } from "@mcc/contract/sign-in/sign-in.api.ts";
import { createUser, inviteUser } from "@mcc/contract/users/users.api.ts";
import { beforeAll, describe, expect, test } from "vitest";
import { addRole } from "../../testing/people.ts";
import { startTestServer, type TestServer } from "../../testing/test-server.ts";
import { setUpUserCompany } from "../../testing/user-records.ts";

let testServer: TestServer;
beforeAll(async () => {
  testServer = await startTestServer();
});

const signInAs = (username: string, password = "Correct-Horse-2") =>
  testServer.call(signIn, { body: { username, password } });

describe("creating a user", () => {
  test("stores what the form sends, with the defaults of a new user, and the user can sign in (USER-045, USER-046, USER-047)", async () => {
    const company = await setUpUserCompany(testServer);
    const roleId = await company.role("Buyer");
    const { status, body } = await company.create({
      title: "Buyer",
      role_id: roleId,
      ecommerce_username: "something-else",
      groups: [],
      send_welcome_email: false,
      enable_text_messages: true,
      phone: "(432) 555-0117",
      sites: [company.site.id],
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      role: { id: roleId, name: "Buyer" },
      alerts_enabled: true,
      enable_analytics: false,
      enable_text_messages: true,
      phone: "+14325550117",
      sites: [{ id: company.site.id }],
      is_company_admin: false,
      last_login: null,
    });
    const [stored] = await testServer.sql<{ ecommerce_username: string; password_hash: string }>(
      "select ecommerce_username, password_hash from users where id = $1",
      [body.id],
    );
    expect(stored?.ecommerce_username).toBe(body.username);
    expect(stored?.password_hash).toMatch(/^\$argon2id\$/);
    expect((await signInAs(body.username.toUpperCase())).status).toBe(200);
    expect(
      await testServer.sql("select type, payload from events where company_id = $1", [company.companyId]),
    ).toEqual([
      { type: "user.created", payload: expect.objectContaining({ id: body.id, username: body.username }) },
    ]);
    expect(await company.audited()).toMatchObject([{ action: "user.created", record_id: String(body.id) }]);
    expect(JSON.stringify(await company.audited())).not.toContain("Correct-Horse");
    expect(await testServer.sql("select from messages where recipient = $1", [body.email])).toHaveLength(0);
  });

  test("answers what is wrong with each field, to the letter (USER-034, USER-035, USER-036, USER-038, USER-039)", async () => {
    const company = await setUpUserCompany(testServer);
    const answer = async (more: object) => (await company.create(more)).body as unknown;
    expect(
      await answer({ username: " ", first_name: "", last_name: "", email: "", password: "" }),
    ).toMatchObject({
      username: ["Username field is required"],
      first_name: ["First Name field is required"],
      last_name: ["Last Name field is required"],
      email: ["Email field is required"],
      password: ["Password field is required"],
    });
    expect(await answer({ email: "ann@lee" })).toMatchObject({ email: ["Incorrect email format"] });
    expect(await answer({ username: "other-ann.lee" })).toMatchObject({
      username: [`Username prefix should start with "${company.slug}-"`],
    });
    expect(await answer({ username: `${company.slug}-ann@lee` })).toMatchObject({
      username: ["A username can't contain @."],
    });
    expect(await answer({ enable_text_messages: true, phone: "" })).toMatchObject({
      phone: ["Phone Number is required when Enable Text Message Approvals is checked"],
    });
    for (const phone of ["12", "call me", "+1 000 000 0000"])
      expect(await answer({ phone })).toMatchObject({ phone: ["Incorrect Phone Number format"] });
    expect(await answer({ password: "short" })).toMatchObject({
      password: expect.arrayContaining(["The password must have at least 10 characters."]),
    });
    const other = await setUpUserCompany(testServer);
    const theirs = await addRole(testServer, other.companyId);
    for (const role_id of [theirs, 999_999_999])
      expect(await answer({ role_id })).toMatchObject({ role: ["There is no such role."] });
    for (const id of [other.site.id, 999_999_999])
      expect(await answer({ sites: [company.site.id, id] })).toMatchObject({
        sites: ["There is no such site."],
      });
    expect(await answer({ node: 1 })).toHaveProperty("node");
    expect((await company.list()).body.count).toBe(1);
  });

  test("requires a node where the company has a hierarchy, and takes no sites there (USER-040)", async () => {
    const company = await setUpUserCompany(testServer, { hierarchy: true });
    const north = await company.node("North", await company.node("Corp"), "nor");
    const other = await setUpUserCompany(testServer, { hierarchy: true });
    expect(await company.create({})).toMatchObject({
      status: 400,
      body: { node: ["Node field is required"] },
    });
    for (const node of [await other.node("Elsewhere"), 999_999_999])
      expect(await company.create({ node })).toMatchObject({
        status: 400,
        body: { node: ["There is no such node."] },
      });
    expect(await company.create({ node: north })).toMatchObject({
      status: 400,
      body: { username: ['Username prefix should start with "nor-"'] },
    });
    const username = "nor-ann.lee";
    expect(await company.create({ node: north, username, sites: [company.site.id] })).toMatchObject({
      status: 400,
      body: { sites: ["In a company with a hierarchy, the node of a user decides which sites they see."] },
    });
    expect((await company.create({ node: north, username })).body).toMatchObject({ username, node: north });
    const { body } = await company.create({ node: north, username: "nor-b" });
    expect(
      await company.assignSites({ user: body.id, sites_list: [{ site: company.site.id, is_admin: true }] }),
    ).toMatchObject({ status: 400, body: { detail: expect.stringContaining("the node of a user decides") } });
  });

  test("takes no username that looks like another, and stores the usual characters", async () => {
    const company = await setUpUserCompany(testServer);
    const name = `${company.slug}-jo.doe`;
    expect((await company.create({ username: name })).status).toBe(200);
    const refused = async (username: string) => {
      const { status, body } = await company.create({ username });
      return { status, says: (body as unknown as { username?: string[] }).username };
    };
    const plain = [
      "A username can only contain everyday letters, the digits 0 to 9, blanks and the punctuation of a keyboard, and no word that mixes alphabets.",
    ];
    for (const other of [
      ...["jo\u200b.doe", "jo\u2603doe", "j\u043e.doe", "jo.d\u00adoe", "jo.doe\ufe0f"],
      ...["jo\ua4f8doe", "jo\u0660doe", "jo\u06f0doe", "jo.\u0323doe", "jo.\u0257oe"],
    ]) {
      expect(await refused(`${company.slug}-${other}`)).toEqual({ status: 400, says: plain });
    }
    // Other dots and wide letters are the existing username.
    for (const other of ["jo\u2024doe", "jo\uff0edoe", "jo\u00b7doe", "\uff4ao.doe"]) {
      expect(await refused(`${company.slug}-${other}`)).toEqual({
        status: 400,
        says: ["A user with this username already exists."],
      });
    }
    const { body } = await company.create({ username: `${company.slug}-\ufb01n` });
    expect(body.username).toBe(`${company.slug}-fin`);
  });

  test("keeps a username from before, unless it is changed; nobody gets one that looks like it", async () => {
    const company = await setUpUserCompany(testServer);
    const { id } = (await company.create()).body;
    const former = `${company.slug}-jo\u200bdoe`;
    await testServer.sql("update users set username = $2 where id = $1", [id, former]);
    const kept = await company.update(id, { username: former, first_name: "Jo" });
    expect(kept).toMatchObject({ status: 200, body: { username: former, first_name: "Jo" } });
    expect(await company.create({ username: `${company.slug}-jodoe` })).toMatchObject({
      status: 400,
      body: { username: ["A user with this username already exists."] },
    });
    expect((await company.update(id, { username: `${company.slug}-jo\u200cdoe` })).status).toBe(400);
    expect(await company.update(id, { username: `${company.slug}-jodoe` })).toMatchObject({
      status: 200,
      body: { username: `${company.slug}-jodoe` },
    });
  });

  test("takes no line breaks in names", async () => {
    const company = await setUpUserCompany(testServer);
    const { status, body } = await company.create({
      first_name: "Ann\nLee",
      last_name: "Lee\r\nBcc: x@y.zz",
    });
    const says = ["This can't contain line breaks or tabs."];
    expect({ status, body }).toMatchObject({ status: 400, body: { first_name: says, last_name: says } });
    expect((await company.create({ first_name: " Ann\n" })).body.first_name).toBe("Ann");
  });

  test("takes no username and no address twice, in capitals or not, in any company (USER-018)", async () => {
    const company = await setUpUserCompany(testServer);
    const other = await setUpUserCompany(testServer);
    const { body } = await company.create();
    expect(await company.create({ username: body.username.toUpperCase() })).toMatchObject({
      status: 400,
      body: { username: ["A user with this username already exists."] },
    });
    expect(await other.create({ email: body.email.toUpperCase() })).toMatchObject({
      status: 400,
      body: { email: ["A user with this email already exists."] },
    });
    // The username of another company has another prefix, unless both have the same.
    await testServer.sql("update company_configurations set username_prefix = $2 where company_id = $1", [
      other.companyId,
      company.slug,
    ]);
    expect(await other.create({ username: body.username })).toMatchObject({
      status: 400,
      body: { username: ["A user with this username already exists."] },
    });
    const { body: second } = await company.create();
    expect(await company.update(second.id, { email: body.email })).toMatchObject({
      status: 400,
      body: { email: ["A user with this email already exists."] },
    });
  });

  test("takes no username that a shop user has, in capitals or not (SITE-054)", async () => {
    const company = await setUpUserCompany(testServer);
    const username = `${company.slug}-NorthYard`;
    await testServer.sql("insert into shop_users (company_id, username) values ($1, $2)", [
      company.companyId,
      username,
    ]);
    const { body } = await company.create();
    const taken = { status: 400, body: { username: ["A user with this username already exists."] } };
    expect(await company.create({ username: username.toLowerCase() })).toMatchObject(taken);
    expect(await company.update(body.id, { username })).toMatchObject(taken);
    expect(await company.clone(body.id, { username })).toMatchObject(taken);
  });

  test("of admins who create the same user at once, one succeeds and the others get the field error (USER-018)", async () => {
    const company = await setUpUserCompany(testServer);
    const username = `${company.slug}-same.name`;
    const answers = await Promise.all(
      Array.from({ length: 4 }, (_, n) =>
        company.create({ username: n % 2 ? username : username.toUpperCase() }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400]);
    for (const { status, body } of answers)
      if (status === 400)
        expect(body).toHaveProperty("username", ["A user with this username already exists."]);
    expect((await company.list({ username })).body.count).toBe(1);
    expect(
      await testServer.sql("select from events where company_id = $1", [company.companyId]),
    ).toHaveLength(1);
  });

  test("sets nothing that the form does not have", async () => {
    const company = await setUpUserCompany(testServer);
    const other = await setUpUserCompany(testServer);
    const { body } = await company.create({
      is_company_admin: true,
      is_mcc_admin: true,
      company_id: other.companyId,
      last_login: "2020-01-01T00:00:00Z",
      id: 1,
    });
    expect((await company.find(body.id)).body).toMatchObject({ is_company_admin: false, last_login: null });
    await company.update(body.id, {
      is_company_admin: true,
      deleted_at: "2020-01-01",
      company: other.companyId,
    });
    expect((await company.find(body.id)).body).toMatchObject({ is_company_admin: false });
  });

  test("sends a welcome with a link to set the password when asked to, never the password", async () => {
    const company = await setUpUserCompany(testServer);
    const { body } = await company.create({ send_welcome_email: true });
    const messages = await testServer.sql<{ subject: string; body: string }>(
      "select subject, body from messages where recipient = $1",
      [body.email],
    );
    expect(messages).toHaveLength(1);
    const text = testServer.services.textCipher.decrypt(messages[0]?.body ?? "");
    expect(text).toContain(body.username);
    expect(text).not.toContain("Correct-Horse");
    // The login page greets at this address alone.
    expect(text).toContain('"label":"Then sign in here","href":"http://portal.test/"');
    const token = /reset-password\?token=([\w-]+)/.exec(text)?.[1] ?? "";
    const set = (password: string) => testServer.call(setNewPassword, { body: { token, password } });
    expect((await set("My-Own-Word-77")).status).toBe(200);
    expect((await set("My-Own-Word-78")).status).toBe(400);
    expect((await signInAs(body.username, "My-Own-Word-77")).status).toBe(200);
  });

  test("invites a user who gets no password: they set one by the link, and cannot sign in before (WORK-016 partly)", async () => {
    const company = await setUpUserCompany(testServer);
    const { status, body } = await company.create({ password: "", send_welcome_email: true });
    expect(status).toBe(200);
    for (const guess of ["", "Correct-Horse-1"]) {
      expect((await signInAs(body.username, guess)).status).toBeGreaterThanOrEqual(400);
    }
    const [message] = await testServer.sql<{ body: string }>(
      "select body from messages where recipient = $1",
      [body.email],
    );
    const text = testServer.services.textCipher.decrypt(message?.body ?? "");
    const token = /reset-password\?token=([\w-]+)/.exec(text)?.[1] ?? "";
    const set = await testServer.call(setNewPassword, { body: { token, password: "My-Own-Word-77" } });
    expect(set.status).toBe(200);
    expect((await signInAs(body.username, "My-Own-Word-77")).status).toBe(200);
    const refused = await company.create({ password: "", send_welcome_email: false });
    expect([refused.status, refused.body]).toEqual([400, { password: ["Password field is required"] }]);
  });

  test("sends an invitation again, whose link replaces the one before, until the user has a password", async () => {
    const company = await setUpUserCompany(testServer);
    const { token } = company.admin;
    const { body } = await company.create({ password: "", send_welcome_email: true });
    const invite = (id: number, as = token) => testServer.call(inviteUser, { token: as, params: { id } });
    const links = async () => {
      const sent = await testServer.sql<{ body: string }>(
        "select body from messages where recipient = $1 order by id",
        [body.email],
      );
      const texts = sent.map((message) => testServer.services.textCipher.decrypt(message.body));
      return texts.map((text) => /reset-password\?token=([\w-]+)/.exec(text)?.[1] ?? "");
    };
    expect(body.is_invited).toBe(true);
    expect(await invite(body.id)).toMatchObject({ status: 200, body: { id: body.id, is_invited: true } });
    const [first = "", second = "", ...more] = await links();
    expect(more).toEqual([]);
    const set = (link: string) =>
      testServer.call(setNewPassword, { body: { token: link, password: "My-Own-Word-77" } });
    expect((await set(first)).status).toBe(400);
    expect((await set(second)).status).toBe(200);
    expect(await invite(body.id)).toMatchObject({
      status: 409,
      body: { code: "user.has_password", detail: "This user has set a password already." },
    });
    const stranger = await setUpUserCompany(testServer);
    expect((await invite(body.id, stranger.admin.token)).status).toBe(404);
  });

  test("sends few welcomes to one address, however often its user is created (ABUS-010 partly)", async () => {
    const company = await setUpUserCompany(testServer);
    const email = `victim.${company.slug}@example.com`;
    const statuses: number[] = [];
    for (let n = 0; n < 7; n++) {
      const { status, body } = await company.create({ email, send_welcome_email: true });
      statuses.push(status);
      if (status === 200) await company.remove(body.id);
    }
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429]);
    const messages = await testServer.sql("select 1 from messages where recipient = $1", [email]);
    expect(messages).toHaveLength(5);
    const { body: last, status } = await company.create({ email });
    expect(status).toBe(200);
    await company.remove(last.id);
    // Another company is not held up by it.
    const neighbor = await setUpUserCompany(testServer);
    expect((await neighbor.create({ email, send_welcome_email: true })).status).toBe(200);
  });
});

describe("changing a user", () => {
  test("keeps what is left out, and records what it was before (USER-055, USER-057)", async () => {
    const company = await setUpUserCompany(testServer);
    const { body: before } = await company.create({ phone: "+49 30 901820", sites: [company.site.id] });
    const second = await company.addSite({ name: "Second" });
    const { status, body } = await company.update(before.id, {
      last_name: "Long",
      username: `${company.slug}-ann.long`,
      sites: [second.id],
      password: "",
    });
    expect(status).toBe(200);
    expect(body).toEqual({
      ...before,
      last_name: "Long",
      username: `${company.slug}-ann.long`,
      sites: [{ id: second.id, name: "Second" }],
    });
    expect((await company.find(before.id)).body).toEqual(body);
    expect((await signInAs(body.username)).status).toBe(200);
    const [, entry] = await company.audited();
    expect(entry).toMatchObject({
      action: "user.updated",
      details: {
        last_name: "Long",
        sites: [second.id],
        before: { last_name: "Lee", sites: [company.site.id] },
      },
    });
    await company.update(before.id, { last_name: "Long", sites: [second.id] });
    expect(await company.audited()).toHaveLength(2);
    // Another admin has assigned the second site since this form was opened.
    const third = await company.addSite({ name: "Third" });
    const { body: merged } = await company.update(before.id, { sites: [third.id], sites_before: [] });
    expect(merged.sites.map(({ name }) => name)).toEqual(["Second", "Third"]);
  });

  test("switches alerts with nothing but the id and the switch (USER-011 partly)", async () => {
    const company = await setUpUserCompany(testServer);
    const { body: before } = await company.create();
    const { status, body } = await company.update(before.id, { id: before.id, alerts_enabled: false });
    expect([status, body]).toEqual([200, { ...before, alerts_enabled: false }]);
  });

  test("refuses a username without the prefix, and a hierarchy without a node (USER-041 partly)", async () => {
    const company = await setUpUserCompany(testServer, { hierarchy: true });
    const root = await company.node("Corp");
    const north = await company.node("North", root, "nor");
    const { body } = await company.create({ node: root });
    const answer = async (changes: object) => (await company.update(body.id, changes)).body as unknown;
    expect(await answer({ username: "ann.lee" })).toMatchObject({
      username: [`Username prefix should start with "${company.slug}-"`],
    });
    expect(await answer({ username: `${company.slug}-ann.lee`, node: north })).toMatchObject({
      username: ['Username prefix should start with "nor-"'],
    });
    expect(await answer({ node: null })).toMatchObject({ node: ["Node field is required"] });
    expect(await answer({ sites: [] })).toHaveProperty("sites");
    expect(await answer({ phone: "12" })).toMatchObject({ phone: ["Incorrect Phone Number format"] });
    expect(await answer({ enable_text_messages: true })).toHaveProperty("phone");
    expect(await answer({ node: north, username: "nor-bea.lee" })).toMatchObject({ node: north });
  });

  test("that is another company admin leaves address and password alone, so that no session takes the account (PROF-004 partly)", async () => {
    const company = await setUpUserCompany(testServer);
    const { body: other } = await company.create();
    const mails = () =>
      testServer.sql<{ subject: string }>("select subject from messages where recipient = $1 order by id", [
        other.email,
      ]);
    // The owner learns of a password that an admin has set.
    expect((await company.update(other.id, { password: "Another-Word-3" })).status).toBe(200);
    expect(await mails()).toEqual([{ subject: "Your password was changed" }]);
    await testServer.sql("update users set is_company_admin = true where id = $1", [other.id]);
    expect(await company.update(other.id, { password: "Another-Word-4" })).toMatchObject({
      status: 400,
      body: { password: ["Company admins change their password in their profile."] },
    });
    expect(await company.update(other.id, { email: `evil.${other.email}` })).toMatchObject({
      status: 400,
      body: { email: ["Company admins change their address in their profile. The provider can correct it."] },
    });
    expect((await company.update(other.id, { last_name: "Longer", email: other.email })).status).toBe(200);
    expect((await signInAs(other.username, "Another-Word-3")).status).toBe(200);
  });

  test("with a new password ends the sessions of the user and their links, but not those of the admin (USER-037)", async () => {
    const company = await setUpUserCompany(testServer);
    const { body: user } = await company.create({ send_welcome_email: true });
    const { body: session } = await signInAs(user.username);
    const alive = async () =>
      (await testServer.call(createUser, { token: session.token, body: company.form() as never })).status;
    expect(await alive()).toBe(403);
    await company.update(user.id, { password: "Another-Word-3" });
    expect(await alive()).toBe(401);
    expect((await signInAs(user.username)).status).toBe(401);
    expect((await signInAs(user.username, "Another-Word-3")).status).toBe(200);
    expect(
      await testServer.sql("select from password_links where user_id = $1 and used_at is null", [user.id]),
    ).toHaveLength(0);
    expect(await company.update(company.admin.id, { password: "Another-Word-4" })).toMatchObject({
      status: 400,
      body: { password: ["Change your own password on your profile."] },
    });
    expect((await company.list()).status).toBe(200);
    for (const more of [{ password: "" }, { password: undefined }])
      expect(await company.create(more)).toMatchObject({
        status: 400,
        body: { password: ["Password field is required"] },
      });
    expect(await company.clone(user.id, { password: "" })).toMatchObject({
      body: { password: ["Password field is required"] },
    });
  });

  test("of another company, of nobody or of a deleted user is not found", async () => {
    const company = await setUpUserCompany(testServer);
    const other = await setUpUserCompany(testServer);
    const gone = await company.person();
    await company.remove(gone.id);
    for (const id of [other.admin.id, gone.id, 999_999_999]) {
      expect((await company.update(id, { first_name: "X" })).status).toBe(404);
      expect((await company.remove(id)).status).toBe(404);
      expect((await company.clone(id)).status).toBe(404);
      expect(await company.assignSites({ user: id, sites_list: [] })).toMatchObject({
        status: 400,
        body: { user: ["There is no such user."] },
      });
    }
  });
});

describe("assigning sites", () => {
  test("adds to the sites of a user, all of them or none (USER-049)", async () => {
    const company = await setUpUserCompany(testServer);
    const other = await setUpUserCompany(testServer);
    const { body: user } = await company.create({ sites: [company.site.id] });
    const second = await company.addSite({ name: "Second" });
    const assign = (...sites: number[]) =>
      company.assignSites({ user: user.id, sites_list: sites.map((site) => ({ site, is_admin: true })) });
    expect(await assign(second.id, other.site.id)).toMatchObject({
      status: 400,
      body: { sites_list: ["There is no such site."] },
    });
    expect((await company.sitesOf(user.id)).body.count).toBe(1);
    expect(await assign(second.id, second.id, company.site.id)).toMatchObject({
      status: 200,
      body: { detail: "Sites assigned succesfully" },
    });
    expect((await company.sitesOf(user.id)).body.count).toBe(2);
    expect((await company.audited()).at(-1)).toMatchObject({ action: "user.sites_assigned" });
    for (const bad of [{}, { user: "x", sites_list: [] }, { user: user.id, sites_list: [{ site: null }] }])
      expect((await company.assignSites(bad)).status).toBe(400);
  });
});

describe("cloning a user", () => {
  test("copies sites, policy and, if asked to, which alert rules are enabled (USER-058 partly, ALERT-033)", async () => {
    const company = await setUpUserCompany(testServer);
    const second = await company.addSite({ name: "Second" });
    const { id } = await company.person({ sites: [company.site, second] });
    await testServer.sql(
      `insert into triggers (company_id, user_id, site_id, rule, frequency, value, enabled)
       values ($1, $2, $3, 'COUNT', 'WEEKLY', 25, true), ($1, $2, $4, 'CREATION', 'INSTANTLY', null, false)`,
      [company.companyId, id, company.site.id, second.id],
    );
    const triggersOf = (userId: number) =>
      testServer.sql(
        `select site_id::integer, rule, frequency, value, enabled from triggers where user_id = $1
         order by site_id, rule`,
        [userId],
      );
    const first = {
      count: { rule: "COUNT", value: 10, enabled: false },
      placed: { rule: "CREATION", enabled: true },
    };
    const weekday = { rule: "WEEKDAY", enabled: false };
    const plain = (await company.clone(id)).body;
    expect(plain.sites.map(({ id: site }) => site).sort()).toEqual([company.site.id, second.id].sort());
    expect(await triggersOf(plain.id)).toMatchObject([
      ...[first.count, first.placed, weekday].map((one) => ({ site_id: company.site.id, ...one })),
      ...[first.count, first.placed, weekday].map((one) => ({ site_id: second.id, ...one })),
    ]);
    const { body } = await company.clone(id, { clone_triggers: true });
    const changed = { rule: "CREATION", frequency: "INSTANTLY", enabled: false };
    const atSecond = [first.count, changed, weekday].map((one) => ({ site_id: second.id, ...one }));
    expect(await triggersOf(body.id)).toMatchObject([
      { site_id: company.site.id, rule: "COUNT", frequency: "WEEKLY", value: 25, enabled: true },
      ...[first.placed, weekday].map((one) => ({ site_id: company.site.id, ...one })),
      ...atSecond,
    ]);
    // Of alert rules, those with a site that the new user has.
    const about = [
      { sites: [company.site.id, second.id] },
      { sites: [company.site.id] },
      { all_sites: true },
    ];
    for (const where of about) {
      const rule = { ...where, user: id, amount: "900", channels: ["email" as const] };
      expect(
        (await testServer.call(createAlertRule, { token: company.admin.token, body: rule })).status,
      ).toBe(200);
    }
    const one = (await company.clone(id, { clone_triggers: true, sites: [second.id] })).body;
    expect(await triggersOf(one.id)).toMatchObject(atSecond);
    const copied = await testServer.call(rulesOfUser, {
      token: company.admin.token,
      query: { user: String(one.id) },
    });
    expect(copied.body.rules).toMatchObject([
      { sites: [{ id: second.id }], all_sites: false, amount: "900.00", channels: ["email"] },
      { sites: [], all_sites: true },
    ]);
    expect(await company.clone(id, { username: body.username })).toMatchObject({
      status: 400,
      body: { username: ["A user with this username already exists."] },
    });
    const admin = (await company.clone(company.admin.id)).body;
    expect(admin.is_company_admin).toBe(false);
  });

  test("never shows a clone more sites than a policy allows", async () => {
    const company = await setUpUserCompany(testServer, { hierarchy: true });
    const root = await company.node("Corp");
    const [seen] = [
      await company.addSite({ name: "Seen", nodeId: root }),
      await company.addSite({ nodeId: root }),
    ];
    const { id } = await company.person({ nodeId: root, sites: [] });
    await testServer.sql("insert into policy_sites (company_id, user_id, site_id) values ($1, $2, $3)", [
      company.companyId,
      id,
      seen.id,
    ]);
    const { body } = await company.clone(id, { node: root });
    expect(body.sites).toEqual([{ id: seen.id, name: "Seen" }]);
  });
});
