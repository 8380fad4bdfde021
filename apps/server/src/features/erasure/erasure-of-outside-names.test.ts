import { startSsoTest } from "@mcc/contract/single-sign-on/connections.api.ts";
import { beforeAll, expect, test } from "vitest";
import { openBrowser } from "../../testing/identity-providers/browser.ts";
import { startOpenIdProvider } from "../../testing/identity-providers/openid-provider.ts";
import { addPerson } from "../../testing/people.ts";
import { openDirectory } from "../../testing/scim.ts";
import {
  addConnection,
  addSsoCompany,
  signInBy,
  startSsoServer,
  switchOn,
} from "../../testing/single-sign-on.ts";
import type { TestServer } from "../../testing/test-server.ts";
import { setUpUserCompany } from "../../testing/user-records.ts";
import { erasureJobs } from "./erasure.jobs.ts";

let testServer: TestServer;
beforeAll(async () => {
  testServer = await startSsoServer();
});

const oidcFields = (issuer: string) =>
  ({ kind: "oidc", issuer, client_id: "portal", client_secret: "a secret of the client" }) as const;

const erase = async (companyId: number, person: number, askedBy: number) => {
  const [{ id } = { id: 0 }] = await testServer.sql<{ id: number }>(
    `with gone as (update users set deleted_at = now() where id = $2)
     insert into erasures (company_id, user_id, asked_by) values ($1, $2, $3) returning id::int`,
    [companyId, person, askedBy],
  );
  const [job] = erasureJobs(testServer.services, testServer.services.jobs);
  await job?.work({ erasure: id, companyId }, new AbortController().signal);
};

/** The tables that still name one of these. */
const placesOf = async (canaries: readonly string[]): Promise<string[]> => {
  const tables = await testServer.sql<{ name: string }>(
    "select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname = 'mcc'",
  );
  const places: string[] = [];
  for (const { name } of tables)
    for (const canary of canaries) {
      const found = await testServer.sql(
        `select from ${name} as one where strpos(lower(one::text), lower($1)) > 0 limit 1`,
        [canary],
      );
      if (found.length > 0) places.push(`${name}: ${canary}`);
    }
  return places;
};

/** Without the guards of the audit, as its retention does. */
const emptyAudit = async (companyId: number) => {
  for (const table of ["audit_hashes", "audit_entries"]) {
    await testServer.sql(`alter table ${table} disable trigger append_only`);
    await testServer.sql(`delete from ${table} where company_id = $1`, [companyId]);
    await testServer.sql(`alter table ${table} enable trigger append_only`);
  }
};

test("what an identity provider said of the person goes, of refused sign-ins and of a try-out (LIFE-002 partly)", async () => {
  const domain = "canaries.test";
  const { companyId, admin, token } = await addSsoCompany(testServer, domain);
  const email = `zelda@${domain}`;
  const provider = await startOpenIdProvider([
    { sub: "olive", email: `olive@${domain}`, email_verified: true },
    {
      ...{ sub: "subject-of-zelda", email, email_verified: true },
      ...{ given_name: "Zeldina", family_name: "Orioletti", groups: ["Canaries of the north"] },
    },
  ]);
  const { id } = await addConnection(testServer, token, oidcFields(provider.url));
  await switchOn(testServer, token, id);
  const other = await addPerson(testServer, companyId, { email: `olive@${domain}` });
  provider.signInAs("olive");
  expect((await signInBy(testServer, id)).body.user.id).toBe(other.id);
  provider.signInAs("subject-of-zelda");
  // Nobody knows the address yet, so the entry names no user.
  expect((await signInBy(testServer, id)).status).toBe(401);
  const person = await addPerson(testServer, companyId, { username: "zeldaword", email });
  expect((await signInBy(testServer, id)).body.user.id).toBe(person.id);
  await testServer.sql("update users set disabled_at = now() where id = $1", [person.id]);
  expect((await signInBy(testServer, id)).status).toBe(401);
  // As somebody else who is confirmed by the wrong person.
  await testServer.sql(
    `insert into sign_ins (company_id, user_id, method, result, address, device, reason)
     values ($1, $2, 'Single sign-on', 'Refused', '', '', 'You signed in there as somebody else. (zeldaword)')`,
    [companyId, other.id],
  );
  await testServer.sql("update users set disabled_at = null where id = $1", [person.id]);
  const { body } = await testServer.call(startSsoTest, { token, params: { id } });
  await openBrowser(testServer).open(body.url);
  const before = await placesOf(["Zeldina", email, "zeldaword", "Canaries of the north"]);
  for (const canary of ["Zeldina", "Canaries of the north"])
    expect(before).toContain(`mcc.sso_connections: ${canary}`);
  for (const canary of [email, "zeldaword"]) expect(before).toContain(`mcc.sign_ins: ${canary}`);

  await erase(companyId, person.id, admin.id);
  expect(
    await placesOf([
      ...["Zeldina", "Orioletti", "Canaries of the north", "subject-of-zelda"],
      ...[email, "zeldaword"],
    ]),
  ).toEqual([]);
  const reasons = await testServer.sql<{ reason: string }>(
    "select reason from sign_ins where company_id = $1 and reason is not null and user_id is distinct from $2",
    [companyId, person.id],
  );
  for (const { reason } of reasons) expect(reason).toContain(`(Former user ${person.id})`);
  expect(reasons).toHaveLength(2);
  const [connection] = await testServer.sql(
    "select test ->> 'state' as state, test -> 'claims' as claims from sso_connections where id = $1",
    [id],
  );
  expect(connection).toEqual({ state: "passed", claims: [] });
});

test("the try-out with somebody else stays", async () => {
  const domain = "others.test";
  const { companyId, admin, token } = await addSsoCompany(testServer, domain);
  const provider = await startOpenIdProvider([
    { sub: "1", email: `olive@${domain}`, email_verified: true, given_name: "Olive" },
  ]);
  const { id } = await addConnection(testServer, token, oidcFields(provider.url));
  await switchOn(testServer, token, id);
  const person = await addPerson(testServer, companyId, { firstName: "Vera", lastName: "Gone" });
  await erase(companyId, person.id, admin.id);
  const [connection] = await testServer.sql(
    "select test -> 'identity' ->> 'first_name' as name from sso_connections where id = $1",
    [id],
  );
  expect(connection).toEqual({ name: "Olive" });
});

test("a name that a directory gave the person before goes from its log (LIFE-002 partly)", async () => {
  const company = await setUpUserCompany(testServer);
  const directory = await openDirectory(testServer, company.companyId);
  const { body: user } = await directory.create({ userName: "zelda.oriole" });
  const path = `/Users/${user.id}`;
  const renamed = await directory.patch(path, { op: "replace", path: "userName", value: "zelda.canary" });
  expect(renamed.status).toBe(204);
  expect(await placesOf(["zelda.oriole"])).toContain("mcc.directory_entries: zelda.oriole");
  await erase(company.companyId, Number(user.id), company.admin.id);
  expect(await placesOf(["zelda.oriole", "zelda.canary"])).toEqual([]);
});

test("what the person was called before goes also once the audit that says so is removed (LIFE-002 partly)", async () => {
  const company = await setUpUserCompany(testServer);
  const { companyId, admin } = company;
  const before = { username: `${company.slug}-zelda.former`, email: "zelda.former@example.com" };
  const { body: person } = await company.create({
    ...before,
    ...{ first_name: "Zeldarina", last_name: "Formerly" },
  });
  const now = {
    username: `${company.slug}-zelda.now`,
    email: "zelda.now@example.com",
    last_name: "Nowadays",
  };
  expect((await company.update(person.id, now)).status).toBe(200);
  await testServer.sql("delete from email_changes where user_id = $1", [person.id]);
  await testServer.sql("delete from messages where company_id = $1", [companyId]);
  await testServer.sql("delete from recent_messages where company_id = $1", [companyId]);
  await emptyAudit(companyId);
  await testServer.sql(
    `insert into alerts (company_id, site_id, user_id, content, fired_for) values ($1, $2, $3, $4, 'erasure')`,
    [companyId, company.site.id, admin.id, `Zeldarina Formerly <${before.email}>, ${before.username}`],
  );
  await erase(companyId, person.id, admin.id);
  const [alert] = await testServer.sql<{ content: string }>(
    "select content from alerts where company_id = $1",
    [companyId],
  );
  const named = `Former user ${person.id}`;
  expect(alert?.content).toBe(`${named} <${named}>, ${named}`);
});

test("a login of a shop that is an address of the person gets another name, at its site too (LIFE-002 partly)", async () => {
  const company = await setUpUserCompany(testServer);
  const { companyId, admin, site } = company;
  const person = await addPerson(testServer, companyId, { email: "zelda.shop@example.com" });
  const [{ id } = { id: 0 }] = await testServer.sql<{ id: number }>(
    "insert into shop_users (company_id, username) values ($1, 'Zelda.Shop@example.com') returning id::int",
    [companyId],
  );
  await testServer.sql("update sites set ecommerce_username = 'zelda.shop@example.com' where id = $1", [
    site.id,
  ]);
  await erase(companyId, person.id, admin.id);
  const login = `former-shop-user-${id}`;
  expect(await testServer.sql("select username from shop_users where id = $1", [id])).toEqual([
    { username: login },
  ]);
  expect(
    await testServer.sql("select ecommerce_username as login from sites where id = $1", [site.id]),
  ).toEqual([{ login }]);
});
