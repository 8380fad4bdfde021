import { createApiKey } from "@mcc/contract/api-keys/api-keys.api.ts";
import { budgetEndpoints } from "@mcc/contract/budgets/budgets.api.ts";
import { addApp, confirmIdentity, ownFactors, removeFactor } from "@mcc/contract/factors/factors.api.ts";
import type { Endpoint } from "@mcc/contract/kit/endpoint.ts";
import { updateReminderSettings } from "@mcc/contract/notices/reminder-settings.api.ts";
import { changePassword, findProfile, updateProfile } from "@mcc/contract/profile/profile.api.ts";
import { createRole } from "@mcc/contract/roles/roles.api.ts";
import * as policyContract from "@mcc/contract/security/security-policy.api.ts";
import type { SecurityPolicyChanges } from "@mcc/contract/security/security-policy.schema.ts";
import * as contract from "@mcc/contract/security/sign-ins.api.ts";
import { currentUser, setNewPassword, signIn, signOut } from "@mcc/contract/sign-in/sign-in.api.ts";
import { siteList } from "@mcc/contract/sites/sites.api.ts";
import { createUser, updateUser } from "@mcc/contract/users/users.api.ts";
import pg from "pg";
import { beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { makeApp } from "../../app.ts";
import { runWithAddress } from "../../platform/access/request-address.ts";
import { runAsSession } from "../../platform/access/run-as-session.ts";
import { openDatabase } from "../../platform/db/database.ts";
import { openChangeFeed } from "../../platform/live/change-feed.ts";
import { makeEventStreams } from "../../platform/live/event-streams.ts";
import { latestMessages } from "../../platform/mail/outbox.ts";
import { afterFile, afterTest } from "../../testing/after-file.ts";
import { eventually } from "../../testing/eventually.ts";
import { endpoints, keyOf } from "../../testing/every-endpoint/requests.ts";
import { enrollApp } from "../../testing/factors.ts";
import { openFormPage } from "../../testing/form-page.ts";
import { addCompany, addPerson, addRole, PASSWORD, tokenFor } from "../../testing/people.ts";
import { platformAdminCommand } from "../../testing/platform-admin-command.ts";
import { openEventStream } from "../../testing/streams.ts";
import { startTestServer, type TestServer } from "../../testing/test-server.ts";

let testServer: TestServer;
/** Another process of the installation. */
let otherAddress: string;
let companyId: number;
let admin: Person;
let buyer: Person;
let approver: Person;

interface Person {
  readonly id: number;
  readonly username: string;
  readonly email: string;
  readonly token: string;
}

const person = async (traits: Parameters<typeof addPerson>[2] = {}, company: number | null = companyId) => {
  const added = await addPerson(testServer, company, traits);
  return { ...added, token: await tokenFor(testServer, added.username) };
};

const startOther = async (): Promise<string> => {
  const { services, url } = testServer;
  const database = openDatabase(url, () => {}, services.settings);
  const changes = openChangeFeed(database, services.log);
  // Without heartbeats: these look at sessions, too.
  const streams = makeEventStreams(database, changes, services.log, 60 * 60_000);
  const app = makeApp({ ...services, database, changes, streams }, { pages: false });
  afterFile(async () => {
    app.server.closeAllConnections();
    for (const part of [app, database]) await part.close();
    await changes.stop();
  });
  return app.listen({ port: 0, host: "127.0.0.1" });
};

beforeAll(async () => {
  testServer = await startTestServer({ MCC_TRUSTED_PROXIES: "127.0.0.1" });
  otherAddress = await startOther();
});

/** A company of its own for each test: a policy acts on everybody. */
beforeEach(async () => {
  companyId = await addCompany(testServer, { approvals: true });
  const roleId = await addRole(testServer, companyId);
  await testServer.sql(
    "insert into approval_rules (company_id, role_id, limit_amount) values ($1, $2, 100)",
    [companyId, roleId],
  );
  admin = await person({ admin: true, firstName: "Ada", lastName: "Byron" });
  buyer = await person({ firstName: "Bo", lastName: "Buyer" });
  approver = await person({ roleId, firstName: "Cy", lastName: "Chief" });
});

const from = (address: string) => ({ "x-forwarded-for": address });

const refusal = async <E extends Endpoint>(endpoint: E, request: object) => {
  const { status, body } = await testServer.call(endpoint, request as never);
  return { status, ...(body as object) } as { status: number; code?: string } & Record<string, unknown>;
};
const setPolicy = (body: SecurityPolicyChanges, headers = {}) =>
  refusal(policyContract.updateSecurityPolicy, { token: admin.token, headers, body });
const sites = (token: string, headers = {}) => refusal(siteList.page, { token, headers });
/** The same call to the other process. */
const sitesElsewhere = async (token: string, headers = {}) => {
  const response = await fetch(`${otherAddress}/api/sites/`, {
    headers: { authorization: `JWT ${token}`, ...headers },
  });
  return { status: response.status, ...((await response.json()) as object) } as {
    status: number;
    code?: string;
  };
};

const enroll = async (token: string) => (await enrollApp(testServer, token)).id;

const enrollment = { status: 403, code: "auth.enrollment_required" };
const ageConfirmation = (userId: number, minutes: number) =>
  testServer.sql("update sessions set confirmed_at = now() - $2 * interval '1 minute' where user_id = $1", [
    userId,
    minutes,
  ]);

describe("a required second factor", () => {
  test("who lacks one is led to enroll at the next request and can do nothing else (SIGN-005)", async () => {
    await sitesElsewhere(buyer.token);
    const stream = await openEventStream({ address: otherAddress }, buyer.token);
    const preview = await testServer.call(policyContract.previewSecurityPolicy, {
      ...{ token: admin.token, body: { second_factor: "approvers" } },
    });
    expect(preview.body).toMatchObject({ required_count: 2, enroll_count: 2 });
    expect(preview.body.enroll_users.map(({ name }) => name)).toEqual(["Ada Byron", "Cy Chief"]);
    expect((await setPolicy({ second_factor: "approvers" })).status).toBe(200);
    expect(await sites(approver.token)).toMatchObject(enrollment);
    expect((await sites(buyer.token)).status).toBe(200);
    expect(await sites(admin.token)).toMatchObject(enrollment);
    expect((await testServer.call(currentUser, { token: approver.token })).body.must_enroll).toBe(true);
    expect((await testServer.call(findProfile, { token: approver.token })).status).toBe(200);
    expect((await testServer.call(ownFactors, { token: approver.token })).body.is_required).toBe(true);
    const id = await enroll(admin.token);
    expect((await sites(admin.token)).status).toBe(200);
    expect(await refusal(removeFactor, { token: admin.token, params: { id } })).toMatchObject({
      ...{ status: 409, code: "factors.required" },
    });
    expect((await setPolicy({ second_factor: "everybody" })).status).toBe(200);
    expect(await sitesElsewhere(buyer.token)).toMatchObject(enrollment);
    expect(await stream.ended).toBe("ended");
    expect(await refusal(updateProfile, { token: buyer.token, body: { first_name: "X" } })).toMatchObject(
      enrollment,
    );
    expect((await testServer.call(signOut, { token: buyer.token })).status).toBe(200);
    expect((await setPolicy({ second_factor: "nobody" })).status).toBe(200);
    expect((await sites(approver.token)).status).toBe(200);
  });

  test("whose role is asked about orders beyond a budget is an approver (SIGN-005 partly)", async () => {
    const roleId = await addRole(testServer, companyId);
    const controller = await person({ roleId });
    const led = async () =>
      (
        await testServer.call(policyContract.previewSecurityPolicy, {
          ...{ token: admin.token, body: { second_factor: "approvers" } },
        })
      ).body.enroll_users.map(({ id }) => id);
    await enroll(admin.token);
    expect((await setPolicy({ second_factor: "approvers" })).status).toBe(200);
    expect(await led()).toEqual([approver.id]);
    expect((await sites(controller.token)).status).toBe(200);
    const budget = {
      name: "Rig 117",
      amount: "50",
      period: "year",
      afe_number: "17",
      beyond: "step",
      role: roleId,
    };
    const made = await refusal(budgetEndpoints.create, { token: admin.token, body: budget });
    expect(made.status).toBe(200);
    expect(await led()).toEqual([approver.id, controller.id]);
    expect(await sites(controller.token)).toMatchObject(enrollment);
    await refusal(budgetEndpoints.delete, { token: admin.token, params: { id: made.id } });
    expect((await sites(controller.token)).status).toBe(200);
  });

  test("platform admins always need one, but for the accounts of the demo (SIGN-005)", async () => {
    const operator = await person({ needsFactor: true }, null);
    const list = () => refusal(contract.platformSignInList.page, { token: operator.token });
    expect(await list()).toMatchObject(enrollment);
    await enroll(operator.token);
    expect((await list()).status).toBe(200);
    const ofDemo = await person({}, null);
    expect((await refusal(contract.platformSignInList.page, { token: ofDemo.token })).status).toBe(200);
  });
});

describe("session rules", () => {
  const aged = (column: string, minutes: number) =>
    testServer.sql(`update sessions set ${column} = now() - $2 * interval '1 minute' where user_id = $1`, [
      buyer.id,
      minutes,
    ]);

  test("the idle end and the longest session act on running sessions, in other processes too (SIGN-006)", async () => {
    await sitesElsewhere(buyer.token);
    await aged("last_used_at", 31);
    expect((await sitesElsewhere(buyer.token)).status).toBe(200);
    const stream = await openEventStream({ address: otherAddress }, buyer.token);
    expect((await setPolicy({ idle_minutes: 30 })).status).toBe(200);
    expect(await stream.ended).toBe("ended");
    expect(await sitesElsewhere(buyer.token)).toMatchObject({
      status: 401,
      code: "auth.required",
      reason: "idle",
    });
    // It has ended for good.
    expect((await setPolicy({ idle_minutes: null, session_hours: 8 })).status).toBe(200);
    expect(await sites(buyer.token)).toMatchObject({ status: 401, reason: "idle" });
    const token = await tokenFor(testServer, buyer.username);
    await aged("created_at", 8 * 60 - 1);
    expect((await sitesElsewhere(token)).status).toBe(200);
    await aged("created_at", 8 * 60 + 1);
    expect(await sitesElsewhere(token)).toMatchObject({ status: 401, reason: "too_long" });
  });

  test("an end by time ends a stream that is open (SIGN-006)", async () => {
    for (const [policy, column, minutes] of [
      [{ session_hours: 8 }, "created_at", 8 * 60 + 1],
      [{ idle_minutes: 30, session_hours: null }, "last_used_at", 31],
    ] as const) {
      expect((await setPolicy(policy)).status).toBe(200);
      const token = await tokenFor(testServer, buyer.username);
      const stream = await openEventStream({ address: otherAddress }, token);
      await testServer.services.sessionUse.write();
      await aged(column, minutes);
      expect(await stream.ended).toBe("ended");
    }
  });

  test("a session that ends while announcements are lost ends its stream (SIGN-006 partly, SIGN-008 partly)", async () => {
    const stream = await openEventStream({ address: otherAddress }, buyer.token);
    await stream.hears(1);
    await testServer.sql("update sessions set ended_at = now() where user_id = $1", [buyer.id]);
    await testServer.sql(
      "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'mcc_changes' and datname = current_database()",
    );
    expect(await stream.ended).toBe("ended");
  });

  test("a request that no person asked for is no use of a session with an idle end (SIGN-006 partly)", async () => {
    await setPolicy({ idle_minutes: 30 });
    const { sessionUse } = testServer.services;
    const idle = async () => {
      await sessionUse.write();
      const [found] = await testServer.sql<{ idle: boolean }>(
        "select last_used_at < now() - interval '9 minutes' as idle from sessions where user_id = $1",
        [buyer.id],
      );
      return found?.idle;
    };
    await sites(buyer.token);
    await sessionUse.write();
    await aged("last_used_at", 10);
    await sites(buyer.token, { "x-background": "1" });
    expect(await idle()).toBe(true);
    await sites(buyer.token);
    expect(await idle()).toBe(false);
    // Neither is the first one that a process gets.
    await aged("last_used_at", 10);
    expect((await sitesElsewhere(buyer.token, { "x-background": "1" })).status).toBe(200);
    expect(await idle()).toBe(true);
  });

  test("the idle end counts from the use, not from when it was written (SIGN-006 partly)", async () => {
    await setPolicy({ idle_minutes: 30 });
    const { sessionUse } = testServer.services;
    await sessionUse.write();
    await aged("last_used_at", 10);
    const now = Date.now;
    const clock = vi.spyOn(Date, "now").mockImplementation(() => now() - 60_000);
    await sites(buyer.token);
    clock.mockRestore();
    await sessionUse.write();
    const [session] = await testServer.sql(
      `select last_used_at > now() - interval '9 minutes' as "isUsed",
         last_used_at <= now() - interval '1 minute' as "isEarlier" from sessions where user_id = $1`,
      [buyer.id],
    );
    expect(session).toEqual({ isUsed: true, isEarlier: true });
  });

  test("the operator clears the networks of a company that has other addresses now (SIGN-006 partly)", async () => {
    const slug = `moved-${companyId}`;
    await testServer.sql("update companies set slug_name = $2 where id = $1", [companyId, slug]);
    const inside = from("203.0.113.7");
    expect((await setPolicy({ networks: ["203.0.113.0/24"], session_hours: 8 }, inside)).status).toBe(200);
    expect((await sites(admin.token)).code).toBe("auth.network");
    const command = platformAdminCommand(testServer);
    expect(await command("clear-networks", slug)).toMatchObject({
      stdout: `${slug} can be used from anywhere now. Its networks were 203.0.113.0/24.\n`,
    });
    expect((await sites(admin.token)).status).toBe(200);
    const policy = await testServer.call(policyContract.findSecurityPolicy, { token: admin.token });
    expect(policy.body).toMatchObject({ networks: [], session_hours: 8 });
    const none =
      "There is no such company, or it has no networks. Give its short name in addresses, such as acme.\n";
    await expect(command("clear-networks", slug)).rejects.toMatchObject({ code: 1, stderr: none });
    await expect(command("clear-networks")).rejects.toMatchObject({
      stderr: expect.stringContaining("clear-networks COMPANY"),
    });
    const audited = await testServer.sql(
      "select actor_name from audit_entries where company_id = $1 and action = 'security_policy.updated' order by id desc limit 1",
      [companyId],
    );
    expect(audited).toEqual([{ actor_name: "command line" }]);
  });

  test("a request costs no further statement because of a policy (SIGN-006 partly)", async () => {
    const { requests } = testServer.services.database;
    const connections = new WeakSet<object>();
    const note = (connection: object) => connections.add(connection);
    requests.on("acquire", note);
    afterTest(() => void requests.off("acquire", note));
    const { query } = pg.Client.prototype;
    const statements: string[] = [];
    const sending = vi.spyOn(pg.Client.prototype, "query").mockImplementation(function (
      this: pg.Client,
      ...given: unknown[]
    ) {
      const [first] = given as [string | { text: string }];
      if (connections.has(this)) statements.push(typeof first === "string" ? first : first.text);
      return (query as (...all: unknown[]) => unknown).apply(this, given) as never;
    });
    afterTest(() => sending.mockRestore());
    const sent = async () => {
      await sites(buyer.token); // reads the session anew after a change
      statements.length = 0;
      for (let n = 0; n < 3; n++) expect((await sites(buyer.token)).status).toBe(200);
      return statements.toSorted();
    };
    const before = await sent();
    expect(before.filter((text) => text.includes("resume_session"))).toHaveLength(3);
    await setPolicy({
      ...{ second_factor: "approvers", idle_minutes: 30, session_hours: 8, networks: ["127.0.0.0/8", "::1"] },
      ...{ confirm_minutes: 10, confirm_rules: true },
    });
    expect(await sent()).toEqual(before);
  });

  test("two first changes of a policy at once keep both (SIGN-006 partly)", async () => {
    const client = new pg.Client({ connectionString: testServer.url });
    await client.connect();
    afterTest(() => client.end());
    await client.query("begin");
    await client.query("insert into mcc.security_policies (company_id, idle_minutes) values ($1, 30)", [
      companyId,
    ]);
    const changing = setPolicy({ session_hours: 8 });
    await eventually(async () =>
      expect(
        await testServer.sql("select from pg_locks where not granted and locktype = 'transactionid'"),
      ).toHaveLength(1),
    );
    await client.query("commit");
    expect(await changing).toMatchObject({ status: 200, idle_minutes: 30, session_hours: 8 });
  });

  test("networks hold for requests, streams, links and sign-ins; nobody locks themselves out (SIGN-006)", async () => {
    const inside = from("203.0.113.7");
    const outside = from("198.51.100.7");
    expect(await setPolicy({ networks: ["198.51.100.0/24"] }, inside)).toMatchObject({
      ...{ status: 400, networks: [expect.stringContaining("(203.0.113.7)")] },
    });
    for (const network of ["10.0.0.0/33", "300.1.1.1", "2001:db8::/129", "1::2::3", "office", "10.0.0.0/8/8"])
      expect((await setPolicy({ networks: [network] }, inside)).status).toBe(400);
    const stream = await fetch(`${otherAddress}/api/alerts/stream/`, {
      headers: { authorization: `JWT ${buyer.token}`, ...outside },
    });
    expect(stream.status).toBe(200);
    expect((await sites(buyer.token, outside)).status).toBe(200);
    const preview = await testServer.call(policyContract.previewSecurityPolicy, {
      ...{ token: admin.token, headers: outside, body: { networks: ["203.0.113.0/24"] } },
    });
    expect(preview.body.leaves_you_out).toBe(true);
    expect(preview.body.refusal).toContain("(198.51.100.7) is not in these networks");
    const networks = ["203.0.113.0/24", "2001:db8::/32"];
    expect(await setPolicy({ networks }, inside)).toMatchObject({ status: 200, networks });
    await stream.text();
    const refused = { status: 403, code: "auth.network" };
    expect(await sites(buyer.token, outside)).toMatchObject(refused);
    expect((await sites(buyer.token, inside)).status).toBe(200);
    expect((await sites(buyer.token, from("2001:db8:1::9"))).status).toBe(200);
    expect((await sites(buyer.token, from("::ffff:203.0.113.9"))).status).toBe(200);
    const credentials = { username: buyer.username, password: PASSWORD };
    expect(await refusal(signIn, { headers: outside, body: credentials })).toMatchObject(refused);
    expect((await refusal(signIn, { headers: inside, body: credentials })).status).toBe(200);
    // Links of documents, tracking and dashboards run as the session that asked for them.
    const { database, tokens } = testServer.services;
    const opened = (address: string) =>
      new Promise((resolve) => {
        runWithAddress(address, () => {
          const work = runAsSession(database, tokens.sessionOf(buyer.token) ?? "", async () => "opened");
          resolve(work);
        });
      });
    expect(await opened("203.0.113.7")).toBe("opened");
    expect(await opened("198.51.100.7")).toBeUndefined();
  });
});

describe("a fresh confirmation", () => {
  const required = { status: 403, code: "auth.confirmation_required" };

  test("changes of security settings, keys, passwords and addresses ask for it after two hours (SIGN-007 partly)", async () => {
    const operator = await person({}, null);
    const newKey = () =>
      refusal(createApiKey, { token: operator.token, body: { name: "ERP", scopes: ["orders"] } });
    await ageConfirmation(operator.id, 119);
    expect((await newKey()).status).toBe(200);
    await ageConfirmation(operator.id, 121);
    expect(await newKey()).toMatchObject(required);
    const confirm = (token: string) => refusal(confirmIdentity, { token, body: { password: PASSWORD } });
    expect((await confirm(operator.token)).status).toBe(200);
    expect((await newKey()).status).toBe(200);
    await ageConfirmation(admin.id, 121);
    const own = { token: admin.token };
    const passwords = { current_password: PASSWORD, password: "Purple-Kettle-42" };
    expect(await setPolicy({ idle_minutes: 60 })).toMatchObject(required);
    expect(await refusal(changePassword, { ...own, body: passwords })).toMatchObject(required);
    const email = { email: "other@example.com", current_password: PASSWORD };
    expect(await refusal(updateProfile, { ...own, body: email })).toMatchObject(required);
    expect((await refusal(updateProfile, { ...own, body: { first_name: "Adah" } })).status).toBe(200);
    expect(await refusal(addApp, { ...own, body: { kind: "totp", name: "Phone" } })).toMatchObject(required);
    expect((await refusal(createRole, { ...own, body: { name: "Buyers" } })).status).toBe(200);
    expect((await confirm(admin.token)).status).toBe(200);
    expect((await setPolicy({ confirm_minutes: 10, confirm_rules: true })).status).toBe(200);
    expect((await setPolicy({ confirm_minutes: 9 })).status).toBe(400);
    expect((await refusal(createRole, { ...own, body: { name: "Sellers" } })).status).toBe(200);
    await ageConfirmation(admin.id, 11);
    expect(await refusal(createRole, { ...own, body: { name: "Others" } })).toMatchObject(required);
    expect((await refusal(updateProfile, { ...own, body: { first_name: "Ada" } })).status).toBe(200);
  });

  /**
   * By hand, from the requirement: security settings, connections, tokens, keys, secrets, factors, passwords; and what is
   * the same in effect: sessions, assistants, support access, administrators, receivers, and what removes data or closes
   * a company.
   */
  const CONFIRMED = {
    admin: [
      "POST /accounts/profile/password/",
      "DELETE /accounts/sessions/",
      "DELETE /accounts/sessions/:id/",
      "POST /accounts/profile/factors/",
      "POST /accounts/profile/factors/passkeys/",
      "POST /accounts/profile/factors/:id/confirm/",
      "POST /accounts/profile/factors/passkeys/options/",
      "DELETE /accounts/profile/factors/:id/",
      "POST /accounts/profile/factors/recovery-codes/",
      "DELETE /accounts/users/:id/factors/",
      "PATCH /accounts/security-policy/",
      "POST /accounts/sso-connections/",
      "DELETE /accounts/sso-connections/:id/",
      "PATCH /accounts/sso-connections/:id/",
      "POST /accounts/sso-domains/",
      "DELETE /accounts/sso-domains/:id/",
      "PUT /accounts/access-mappings/",
      "POST /accounts/directory-tokens/",
      "DELETE /accounts/directory-tokens/:id/",
      "POST /accounts/api-keys/",
      "POST /accounts/api-keys/:id/replace/",
      "DELETE /accounts/api-keys/:id/",
      "POST /accounts/webhooks/",
      "PATCH /accounts/webhooks/:id/",
      "DELETE /accounts/webhooks/:id/",
      "POST /accounts/webhooks/:id/secret/",
      "POST /accounts/assistants/requests/:request/allow/",
      "POST /accounts/support-access/",
      "POST /accounts/company-export/",
      "POST /accounts/users/:id/erase/",
      "DELETE /accounts/users/:id/sso-identities/",
      "PATCH /accounts/retention/",
    ],
    operator: [
      "POST /mcc-admin/companies/:id/close/",
      "POST /mcc-admin/companies/:id/reopen/",
      "POST /mcc-admin/companies/:id/administrators/",
      "PATCH /mcc-admin/companies/:id/administrators/:user/",
      "POST /mcc-admin/companies/:id/sso-domains/:domain/confirm/",
      "POST /mcc-admin/companies/:id/integration/secret/",
      "PATCH /mcc-admin/companies/:id/integration/",
      "POST /mcc-admin/api-keys/",
      "POST /mcc-admin/api-keys/:id/replace/",
      "DELETE /mcc-admin/api-keys/:id/",
    ],
    rules: [
      "POST /accounts/roles/",
      "DELETE /accounts/roles/:id/",
      "PATCH /accounts/roles/:id/",
      "POST /approvals/rules/",
      "DELETE /approvals/rules/:id/",
      "PUT /approvals/rules/",
      "PATCH /approvals/rules/:id/",
      "PATCH /approvals/settings/",
    ],
  };

  test("the endpoints that ask for it are those of the requirement, all of them (SIGN-007)", () => {
    const { admin: own, operator, rules } = CONFIRMED;
    const declared = (...how: Endpoint["confirm"][]) =>
      endpoints
        .filter(({ confirm }) => confirm && how.includes(confirm))
        .map(keyOf)
        .toSorted();
    expect(declared("security", "factor")).toEqual([...own, ...operator].toSorted());
    expect(declared("rules")).toEqual(rules.toSorted());
  });

  test("each of them asks for it after two hours, or sooner where the company says so; roles and rules if it wants that (SIGN-007)", async () => {
    const operator = await person({}, null);
    const send = async (token: string, path: string) => {
      const [method = "", address = ""] = path.split(" ");
      const response = await fetch(`${testServer.address}/api${address.replace(/:\w+/g, "1")}`, {
        method,
        headers: { authorization: `JWT ${token}`, "content-type": "application/json" },
        ...(method === "DELETE" ? {} : { body: "{}" }),
      });
      return [path, ((await response.json()) as { code?: string }).code];
    };
    const asked = async (token: string, paths: readonly string[]) => {
      const answers = [];
      for (const path of paths) answers.push(await send(token, path));
      return answers.filter(([, code]) => code === "auth.confirmation_required").map(([path]) => path);
    };
    const { admin: own, operator: platform, rules } = CONFIRMED;
    await ageConfirmation(operator.id, 121);
    expect(await asked(operator.token, platform)).toEqual(platform);
    await ageConfirmation(operator.id, 119);
    expect(await asked(operator.token, ["POST /mcc-admin/api-keys/"])).toEqual([]);
    await ageConfirmation(admin.id, 121);
    expect(await asked(admin.token, [...own, ...rules])).toEqual(own);
    await ageConfirmation(admin.id, 1);
    expect((await setPolicy({ confirm_minutes: 10, confirm_rules: true })).status).toBe(200);
    await ageConfirmation(admin.id, 9);
    expect(await asked(admin.token, ["PATCH /accounts/security-policy/", ...rules])).toEqual([]);
    await ageConfirmation(admin.id, 11);
    expect(await asked(admin.token, [...own, ...rules])).toEqual([...own, ...rules]);
    // One's e-mail address is a part of the profile, whose other parts need none.
    const email = { email: "other@example.com", current_password: PASSWORD };
    expect(await refusal(updateProfile, { token: admin.token, body: email })).toMatchObject(required);
    expect((await setPolicy({ confirm_minutes: 9 })).code).toBe("auth.confirmation_required");
    await ageConfirmation(admin.id, 1);
    expect((await setPolicy({ confirm_minutes: 9 })).status).toBe(400);
    expect((await refusal(updateProfile, { token: admin.token, body: email })).status).toBe(200);
  });

  test("is asked for a new password or address of somebody else, but not for other changes and new users (SIGN-007 partly)", async () => {
    await ageConfirmation(admin.id, 121);
    const change = (body: object) =>
      refusal(updateUser, { token: admin.token, params: { id: buyer.id }, body });
    const password = { password: "Purple-Kettle-42" };
    for (const body of [password, { email: "other-bo@example.com" }, { first_name: "Bob", ...password }])
      expect(await change(body)).toMatchObject(required);
    expect((await sites(buyer.token)).status).toBe(200);
    expect((await change({ first_name: "Bob", email: buyer.email, password: "" })).status).toBe(200);
    const [company] = await testServer.sql("select slug_name as slug from companies where id = $1", [
      companyId,
    ]);
    const added = { username: `${company?.slug}-eve`, first_name: "Eve", last_name: "New", ...password };
    const body = { ...added, email: `eve@${company?.slug}.test` };
    expect((await refusal(createUser, { token: admin.token, body })).status).toBe(200);
    await ageConfirmation(admin.id, 119);
    expect((await change({ email: "other-bo@example.com" })).status).toBe(200);
    expect((await change(password)).status).toBe(200);
    expect((await sites(buyer.token)).status).toBe(401);
  });

  test("is asked of those only who may do what they ask for (SIGN-007 partly)", async () => {
    await ageConfirmation(buyer.id, 121);
    const body = { idle_minutes: 60 };
    expect(await refusal(policyContract.updateSecurityPolicy, { token: buyer.token, body })).toMatchObject({
      ...{ status: 403, code: "access.denied" },
    });
  });

  test("is always needed to let links of e-mails decide without signing in (SIGN-007 partly)", async () => {
    await ageConfirmation(admin.id, 121);
    const change = (body: object) => refusal(updateReminderSettings, { token: admin.token, body });
    expect((await change({ reminder_max: 5, decide_without_sign_in: false })).status).toBe(200);
    expect(await change({ decide_without_sign_in: true })).toMatchObject(required);
    await ageConfirmation(admin.id, 1);
    expect((await change({ decide_without_sign_in: true })).status).toBe(200);
    await ageConfirmation(admin.id, 121);
    expect(await change({ decide_without_sign_in: false })).toMatchObject(required);
  });
});

describe("sessions and sign-ins", () => {
  test("a company admin ends one session, all of a user, or all; it acts on the next request (SIGN-008)", async () => {
    const second = await tokenFor(testServer, buyer.username);
    const listed = async (query = {}) =>
      (await testServer.call(contract.companySessionList.page, { token: admin.token, query })).body.results;
    expect((await listed()).map(({ user }) => user.name).sort()).toEqual([
      "Ada Byron",
      "Bo Buyer",
      "Bo Buyer",
      "Cy Chief",
    ]);
    const [newest] = await listed({ user: "Bo", ordering: "-created_at" });
    expect(newest).toMatchObject({ method: "Password", address: "127.0.0.1", is_current: false });
    const end = (id: string | undefined) =>
      refusal(contract.endCompanySession, { token: admin.token, params: { id } });
    expect(await end(newest?.id)).toMatchObject({ status: 200, ended: 1 });
    expect(await sitesElsewhere(second)).toMatchObject({ status: 401, reason: "admin" });
    expect((await sites(buyer.token)).status).toBe(200);
    expect((await end(newest?.id)).status).toBe(404);
    const endAll = (query: object) => refusal(contract.endCompanySessions, { token: admin.token, query });
    expect(await endAll({ user: String(buyer.id) })).toMatchObject({ status: 200, ended: 1 });
    expect(await sites(buyer.token)).toMatchObject({ status: 401, reason: "admin" });
    expect((await sites(approver.token)).status).toBe(200);
    expect(await endAll({})).toMatchObject({ status: 200, ended: 1 });
    expect((await sites(approver.token)).status).toBe(401);
    expect((await sites(admin.token)).status).toBe(200);
    const stranger = await person({}, await addCompany(testServer));
    expect((await endAll({ user: String(stranger.id) })).status).toBe(404);
  });

  test.each([
    ["signed out", "update sessions set ended_at = now() where user_id = $1"],
    ["too old", "update sessions set expires_at = now() where user_id = $1"],
    ["of a user who was deactivated", "update users set disabled_at = now() where id = $1"],
    ["of a user who was deleted", "update users set deleted_at = now() where id = $1"],
  ])(
    "a request of a session that is %s is refused, with a policy and without (SIGN-008 partly)",
    async (_, end) => {
      const [first, second] = [await person(), await person()];
      await testServer.sql(end, [first.id]);
      expect(await sites(first.token)).toMatchObject({ status: 401, code: "auth.required" });
      expect((await setPolicy({ session_hours: 8, idle_minutes: 30 })).status).toBe(200);
      await sitesElsewhere(second.token);
      await testServer.sql(end, [second.id]);
      expect(await sites(second.token)).toMatchObject({ status: 401, code: "auth.required" });
      expect(await sitesElsewhere(second.token)).toMatchObject({ status: 401, code: "auth.required" });
    },
  );

  test("requests write neither what ends links of users nor whether they have a second factor (SIGN-001 partly)", async () => {
    const columns = await testServer.sql<{ name: string }>(
      `select attname as name from pg_attribute where attrelid = 'tenant.users'::regclass and attnum > 0
         and not attisdropped and not has_column_privilege('mcc_request', attrelid, attname, 'insert')
         and not has_column_privilege('mcc_request', attrelid, attname, 'update')`,
    );
    expect(columns.map(({ name }) => name).sort()).toEqual(["email_version", "has_second_factor"]);
  });

  test("requests can end sessions, and change nothing else of them (SIGN-008 partly)", async () => {
    const columns = await testServer.sql<{ name: string }>(
      `select attname as name from pg_attribute where attrelid = 'tenant.sessions'::regclass and attnum > 0
         and has_column_privilege('mcc_request', attrelid, attname, 'insert, update')`,
    );
    expect(columns.map(({ name }) => name).sort()).toEqual(["end_reason", "ended_at"]);
  });

  test("every sign-in is kept, for those whom it concerns (SIGN-009)", async () => {
    const headers = {
      ...from("203.0.113.50"),
      "user-agent": "Mozilla/5.0 (Windows NT 10.0) Chrome/140.0 Safari/537",
    };
    const wrong = await refusal(signIn, { headers, body: { username: buyer.username, password: "not it" } });
    const unknown = await refusal(signIn, {
      headers,
      body: { username: "nobody-at-all", password: "not it" },
    });
    const { request_id: _, ...said } = wrong;
    expect(unknown).toMatchObject(said);
    const page = async (query: object) =>
      (await testServer.call(contract.signInList.page, { token: admin.token, query: query as never })).body
        .results;
    const refused = await page({ result: "Refused" });
    expect(refused).toMatchObject([
      {
        ...{ user: { name: "Bo Buyer" }, method: "Password", result: "Refused" },
        ...{ address: "203.0.113.50", device: "Chrome on Windows" },
      },
    ]);
    expect((await page({ user: "Ada" })).map(({ result }) => result)).toEqual(["Accepted"]);
    const own = await testServer.call(contract.ownSignIns, { token: buyer.token });
    expect(own.body.results.map(({ result }) => result)).toEqual(["Refused", "Accepted"]);
    const operator = await person({}, null);
    const area = await testServer.call(contract.platformSignInList.page, { token: operator.token });
    expect(area.body.results.filter(({ user }) => user?.id === buyer.id)).toEqual([]);
    expect(area.body.results.find(({ address }) => address === "203.0.113.50")).toMatchObject({
      ...{ user: null, result: "Refused" },
    });
    expect(area.body.results.some(({ user }) => user?.id === operator.id)).toBe(true);
    const stranger = await person({ admin: true }, await addCompany(testServer));
    const theirs = await testServer.call(contract.signInList.page, { token: stranger.token });
    expect(theirs.body.results.map(({ user }) => user?.id)).toEqual([stranger.id]);
  });

  test("a new device is told by e-mail, with a link that ends the session and sets a password (SIGN-010)", async () => {
    const headers = { ...from("203.0.113.60"), "user-agent": "Mozilla/5.0 (X11; Linux) Firefox/140.0" };
    const credentials = { username: buyer.username, password: PASSWORD };
    const mails = async () =>
      (await latestMessages(testServer.services, 100)).filter(
        ({ recipient, subject }) => recipient === buyer.email && subject === "Sign-in from a new device",
      );
    await refusal(signIn, { body: credentials });
    expect(await mails()).toEqual([]);
    const { token } = (await refusal(signIn, { headers, body: credentials })) as unknown as { token: string };
    await refusal(signIn, { headers, body: credentials });
    const [mail, ...more] = await eventually(mails);
    expect(more).toEqual([]);
    expect(mail?.body).toContain("Firefox on Linux");
    const path = /http:\/\/portal\.test(\/not-me\/[\w-]{43})/.exec(mail?.body ?? "")?.[1] ?? "";
    const page = openFormPage(testServer, path);
    const opened = await page.open();
    expect(opened.page).toContain("Firefox on Linux");
    expect((await sites(token)).status).toBe(200);
    expect((await page.send("POST", { form: "another" })).status).toBe(403);
    const ended = await page.send("POST", { form: opened.form ?? "" });
    expect(ended.status).toBe(303);
    expect((await sites(token)).status).toBe(401);
    expect((await sites(buyer.token)).status).toBe(200);
    const reset = /\/reset-password\?token=([\w-]{43})$/.exec(ended.headers.get("location") ?? "")?.[1] ?? "";
    const body = { token: reset, password: "Purple-Kettle-42" };
    expect((await testServer.call(setNewPassword, { body })).status).toBe(200);
    expect((await page.open()).status).toBe(404);
    const used = { token: path.slice("/not-me/".length), password: "Purple-Kettle-43" };
    expect((await testServer.call(setNewPassword, { body: used })).status).toBe(400);
  });
});
