import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { addCompany, addPerson, tokenFor } from "../../testing/people.ts";
import { startTestServer, type TestServer } from "../../testing/test-server.ts";

let testServer: TestServer;
let company: number;

beforeAll(async () => {
  testServer = await startTestServer();
  company = await addCompany(testServer);
});

const added = async (text: string, ...values: unknown[]): Promise<number> => {
  const [row] = await testServer.sql<{ id: number }>(`${text} returning id`, values);
  return Number(row?.id);
};

test("the access version of a session changes with every input of its user and visible sites (SEC-012)", async () => {
  const me = await addPerson(testServer, company);
  const sessionId = testServer.services.tokens.sessionOf(await tokenFor(testServer, me.username));
  const entered = async () => {
    const [seen] = await testServer.sql<{ entry: string }>(
      "select concat(who, site_ids) as entry from tenant.enter($1)",
      [sessionId],
    );
    const [transactions] = await testServer.sql<{ version: string }>(
      "select tenant.resume_session($1) as version",
      [sessionId],
    );
    return { entry: seen?.entry, version: transactions?.version };
  };
  const role = await added("insert into roles (company_id, name) values ($1, 'Buyer')", company);
  const group = await added(
    "insert into organization_groups (company_id, name) values ($1, 'Area')",
    company,
  );
  const node = (name: string, parent: number | null) =>
    added(
      "insert into organization_nodes (company_id, group_id, name, parent_id) values ($1, $2, $3, $4)",
      company,
      group,
      name,
      parent,
    );
  const root = await node("Root", null);
  const child = await node("Child", root);
  const aside = await node("Aside", root);
  const site = (name: string, at: number | null) =>
    added(
      "insert into sites (company_id, name, ecommerce_username, node_id) values ($1, $2, $2, $3)",
      company,
      name,
      at,
    );
  const inside = await site("Inside", child);
  await site("Aside", aside);
  const outside = await site("Outside", null);
  const configure = (what: string) =>
    testServer.sql(`update company_configurations set ${what} where company_id = $1`, [company]);
  const changes: Readonly<Record<string, () => Promise<unknown>>> = {
    "a role given": () => testServer.sql("update users set role_id = $1 where id = $2", [role, me.id]),
    "a right of the role": () =>
      testServer.sql("update roles set can_impersonate = true where id = $1", [role]),
    "the company's name": () =>
      testServer.sql("update companies set name = 'Other' where id = $1", [company]),
    "a feature": () => configure("has_order_tracking = has_order_tracking is not true"),
    "a rule made": () =>
      testServer.sql("insert into approval_rules (company_id, role_id, limit_amount) values ($1, $2, 0)", [
        company,
        role,
      ]),
    "a rule gone": () => testServer.sql("delete from approval_rules where role_id = $1", [role]),
    "a site assigned": () =>
      testServer.sql("insert into site_users (company_id, site_id, user_id) values ($1, $2, $3)", [
        company,
        outside,
        me.id,
      ]),
    "the hierarchy switched on": () => configure("has_company_hierarchy = true"),
    "a node given": () => testServer.sql("update users set node_id = $1 where id = $2", [child, me.id]),
    "a site added": () => site("New", child),
    "a site moved": () => testServer.sql("update sites set node_id = $1 where id = $2", [child, outside]),
    "a node moved": () =>
      testServer.sql("update organization_nodes set parent_id = $1 where id = $2", [child, aside]),
    "a policy site given": () =>
      testServer.sql("insert into policy_sites (company_id, site_id, user_id) values ($1, $2, $3)", [
        company,
        inside,
        me.id,
      ]),
    "a policy site taken": () => testServer.sql("delete from policy_sites where user_id = $1", [me.id]),
    "a site taken away": () => testServer.sql("update sites set node_id = null where id = $1", [outside]),
  };
  const principal = await addPerson(testServer, company, { admin: true });
  const delegate = (starts: string) =>
    testServer.sql(
      `insert into delegations (company_id, principal_id, deputy_id, starts_at, ends_at, created_by_name)
       values ($1, $2, $3, now() + $4::interval, now() + interval '1 day', 'Pat')`,
      [company, principal.id, me.id, starts],
    );
  const shift = (column: string, by: string) =>
    testServer.sql(`update delegations set ${column} = now() + $1::interval where deputy_id = $2`, [
      by,
      me.id,
    ]);
  Object.assign(changes, {
    "a delegation that holds": () => delegate("-1 hour"),
    "its principal with another role": () =>
      testServer.sql("update users set role_id = $1 where id = $2", [role, principal.id]),
    "its end": () => shift("ends_at", "-1 minute"),
    "its end moved": () => shift("ends_at", "1 hour"),
    "its start still to come": () => shift("starts_at", "1 minute"),
    "its start": () => shift("starts_at", "-1 minute"),
    "its revocation": () => shift("ended_at", "0"),
  });
  for (const [name, change] of Object.entries(changes)) {
    const before = await entered();
    expect({ name, ...(await entered()) }).toEqual({ name, ...before });
    await change();
    const after = await entered();
    expect({ name, entry: after.entry !== before.entry, version: after.version !== before.version }).toEqual({
      name,
      entry: true,
      version: true,
    });
  }
});

/** The queries for everything that is cached with a session. */
const keptBeside = (): string[] =>
  readFileSync(join(import.meta.dirname, "../../../sql-snapshots/approvals.sql"), "utf8")
    .split(/^-- (?=[a-z])/m)
    .filter((shown) => shown.startsWith("what an approver has a say in"));

test("every table that the authorization and its cached data read is tracked (SEC-012)", async () => {
  const kept = keptBeside();
  expect(kept).toHaveLength(2);
  const read = await testServer.sql<{ name: string }>(
    `select distinct relname as name
     from (select prosrc from pg_proc where proname in ('enter', 'access_of', 'hierarchy_sites', 'delegations_to')
           union all select unnest($1::text[])) as texts
       cross join regexp_matches(prosrc, '(?:from|join) (?:mcc[.])?([a-z_]+)', 'g') as found
       join pg_class on relname = found[1] and relnamespace = 'mcc'::regnamespace`,
    [kept],
  );
  const watched = await testServer.sql<{ name: string }>(
    `select relname as name from pg_trigger join pg_class on pg_class.oid = tgrelid
     where tgname = 'access_changed'`,
  );
  const names = (rows: readonly { name: string }[]) => rows.map(({ name }) => name).sort();
  const versioned = [{ name: "delegations" }, { name: "sessions" }, { name: "users" }];
  expect(names(read)).toEqual(names([...watched, ...versioned]));
});
