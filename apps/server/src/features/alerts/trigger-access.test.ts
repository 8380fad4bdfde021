import { updateSite } from "@mcc/contract/sites/site-records.api.ts";
import { beforeAll, describe, expect, test } from "vitest";
import { eventually } from "../../testing/eventually.ts";
import { addPerson } from "../../testing/people.ts";
import { setUpSheetCompany } from "../../testing/sheet-company.ts";
import { setUpSiteCompany } from "../../testing/site-company.ts";
import { startTestServer, type TestServer } from "../../testing/test-server.ts";
import { setUpUserCompany } from "../../testing/user-records.ts";
import { compareTriggers } from "./trigger-access.queries.ts";
import { triggersFollowHierarchy } from "./trigger-access.service.ts";

let testServer: TestServer;
beforeAll(async () => {
  testServer = await startTestServer();
});

/** At once: the statements of these tests are committed one by one. */
const afterCommit = (work: () => unknown) => void work();

const triggersOf = (userId: number) =>
  testServer.sql<{ site_id: number }>(
    `select site_id::integer, rule, frequency, value, range_value, enabled from triggers
     where user_id = $1 order by site_id, rule`,
    [userId],
  );
const sitesWithTriggers = async (userId: number) => [
  ...new Set((await triggersOf(userId)).map(({ site_id }) => site_id)),
];

/** What a user gets with a site. */
const firstTriggers = (siteId: number) => [
  { site_id: siteId, rule: "COUNT", frequency: "DAILY", value: 10, range_value: [], enabled: false },
  { site_id: siteId, rule: "CREATION", frequency: "INSTANTLY", value: null, range_value: [], enabled: true },
  {
    site_id: siteId,
    rule: "WEEKDAY",
    frequency: "INSTANTLY",
    value: null,
    range_value: [6, 7],
    enabled: false,
  },
];

describe("triggers come and go with the access to a site", () => {
  test("of a user who is assigned to it, in every way (ALERT-026, ALERT-031 partly, ALERT-032 partly)", async () => {
    const company = await setUpUserCompany(testServer);
    const second = await company.addSite();
    const { body: user } = await company.create({ sites: [company.site.id] });
    expect(await triggersOf(user.id)).toEqual(firstTriggers(company.site.id));
    await company.assignSites({ user: user.id, sites_list: [{ site: second.id, is_admin: true }] });
    expect(await triggersOf(user.id)).toEqual([
      ...firstTriggers(company.site.id),
      ...firstTriggers(second.id),
    ]);
    await company.update(user.id, { sites: [second.id] });
    expect(await triggersOf(user.id)).toEqual(firstTriggers(second.id));
    await company.remove(user.id);
    expect(await triggersOf(user.id)).toEqual([]);
  });

  test("of the users of a site that is created, edited, cloned and deleted (ALERT-031 partly, ALERT-032 partly)", async () => {
    const company = await setUpSiteCompany(testServer);
    const ann = await addPerson(testServer, company.companyId);
    const bob = await addPerson(testServer, company.companyId);
    const { body: site } = await company.create(company.fields());
    expect((await company.assignUsers(site.id, [ann.id])).status).toBe(200);
    expect(await triggersOf(ann.id)).toEqual(firstTriggers(site.id));
    const { body: clone } = await company.clone(site.id, { name: "A clone" });
    expect(await sitesWithTriggers(ann.id)).toEqual([site.id, clone.id]);
    expect((await company.update(site.id, { users: [bob.id] })).status).toBe(200);
    expect(await sitesWithTriggers(ann.id)).toEqual([clone.id]);
    expect(await triggersOf(bob.id)).toEqual(firstTriggers(site.id));
    await company.removeSite(site.id);
    expect(await triggersOf(bob.id)).toEqual([]);
  });

  test("with an upload of sites and its undoing", async () => {
    const company = await setUpSheetCompany(testServer);
    const ann = await addPerson(testServer, company.companyId);
    const id = crypto.randomUUID();
    await company.upload([company.row(), company.row()], { id, users: [ann.id] });
    expect(await triggersOf(ann.id)).toHaveLength(6);
    expect((await company.undo(id)).status).toBe(200);
    expect(await triggersOf(ann.id)).toEqual([]);
  });

  test("through the node of a user and the node of a site (ALERT-031 partly, ALERT-032 partly)", async () => {
    const company = await setUpUserCompany(testServer, { hierarchy: true });
    const root = await company.node("Corp");
    const [east, west] = [await company.node("East", root), await company.node("West", root)];
    const [inEast, inWest] = [
      await company.addSite({ nodeId: east }),
      await company.addSite({ nodeId: west }),
    ];
    const { body: user } = await company.create({ node: root });
    expect(await sitesWithTriggers(user.id)).toEqual([inEast.id, inWest.id]);
    await company.update(user.id, { node: west });
    expect(await triggersOf(user.id)).toEqual(firstTriggers(inWest.id));
    const move = (id: number, node: number) =>
      testServer.call(updateSite, {
        token: company.token,
        params: { id },
        body: { organization_node: node } as never,
      });
    expect((await move(inEast.id, west)).status).toBe(200);
    expect(await sitesWithTriggers(user.id)).toEqual([inEast.id, inWest.id]);
    expect((await move(inWest.id, east)).status).toBe(200);
    expect(await triggersOf(user.id)).toEqual(firstTriggers(inEast.id));
  });

  test("within the policy of a user, which a clone has too (ALERT-031 partly)", async () => {
    const company = await setUpUserCompany(testServer, { hierarchy: true });
    const root = await company.node("Corp");
    const [seen] = [await company.addSite({ nodeId: root }), await company.addSite({ nodeId: root })];
    const { id } = await company.person({ nodeId: root, sites: [] });
    await testServer.sql("insert into policy_sites (company_id, user_id, site_id) values ($1, $2, $3)", [
      company.companyId,
      id,
      seen.id,
    ]);
    const onNode = (await company.clone(id, { node: root })).body;
    expect(await triggersOf(onNode.id)).toEqual(firstTriggers(seen.id));
  });
});

test("what a user has changed or deleted stays when other sites come, and is lost with the access", async () => {
  const company = await setUpUserCompany(testServer);
  const second = await company.addSite();
  const { body: user } = await company.create({ sites: [company.site.id] });
  await testServer.sql("delete from triggers where user_id = $1 and rule <> 'COUNT'", [user.id]);
  await testServer.sql("update triggers set value = 3, enabled = true where user_id = $1", [user.id]);
  const mine = { ...firstTriggers(company.site.id)[0], value: 3, enabled: true };
  await company.update(user.id, { sites: [company.site.id, second.id] });
  expect(await triggersOf(user.id)).toEqual([mine, ...firstTriggers(second.id)]);
  await company.update(user.id, { sites: [second.id] });
  await company.update(user.id, { sites: [company.site.id] });
  expect(await triggersOf(user.id)).toEqual(firstTriggers(company.site.id));
});

test("company admins get no triggers for the sites they see as such, and keep theirs as long as they are admins", async () => {
  const company = await setUpUserCompany(testServer);
  const mine = await company.addSite();
  const { id } = company.admin;
  await testServer.sql(
    `insert into triggers (company_id, user_id, site_id, rule, frequency, enabled)
     values ($1, $2, $3, 'CREATION', 'WEEKLY', true)`,
    [company.companyId, id, company.site.id],
  );
  await company.update(id, { sites: [mine.id] });
  expect(await sitesWithTriggers(id)).toEqual([company.site.id, mine.id]);
  // They still see the site.
  expect((await company.update(id, { sites: [] })).status).toBe(200);
  expect(await sitesWithTriggers(id)).toEqual([company.site.id, mine.id]);
  await testServer.sql("update users set is_company_admin = false where id = $1", [id]);
  const data = { db: testServer.services.database.platform, companyId: company.companyId };
  await compareTriggers(data, { users: [id] }, 1_000);
  expect(await triggersOf(id)).toEqual([]);
});

test("more sites than a request has time for get their triggers by a job", async () => {
  const company = await setUpUserCompany(testServer, { hierarchy: true });
  const root = await company.node("Corp");
  await testServer.sql(
    `insert into sites (company_id, name, ecommerce_username, node_id)
     select $1, 'S' || n, 'many-' || n, $2 from generate_series(1, 1500) as n`,
    [company.companyId, root],
  );
  const { body: user } = await company.create({ node: root });
  expect((await triggersOf(user.id)).length).toBeGreaterThanOrEqual(3_000);
  await eventually(async () => expect(await triggersOf(user.id)).toHaveLength(4_500));
  await eventually(async () => expect(await testServer.sql("select from trigger_reviews")).toEqual([]));
});

test("a node that moves takes the triggers of its sites along, for every user of the company", async () => {
  const company = await setUpUserCompany(testServer, { hierarchy: true });
  const root = await company.node("Corp");
  const [east, west] = [await company.node("East", root), await company.node("West", root)];
  const team = await company.node("Team", east);
  const site = await company.addSite({ nodeId: team });
  const [ann, bob] = [
    (await company.create({ node: east })).body,
    (await company.create({ node: west })).body,
  ];
  expect([await sitesWithTriggers(ann.id), await sitesWithTriggers(bob.id)]).toEqual([[site.id], []]);
  await testServer.sql("update organization_nodes set parent_id = $1 where id = $2", [west, team]);
  const { services } = testServer;
  const scope = { db: services.database.platform, companyId: company.companyId, afterCommit };
  await triggersFollowHierarchy(services, scope);
  await eventually(async () => expect(await triggersOf(bob.id)).toEqual(firstTriggers(site.id)));
  expect(await triggersOf(ann.id)).toEqual([]);
});

test("two changes at the same time leave the triggers of the access that results", async () => {
  const company = await setUpUserCompany(testServer);
  const sites = [company.site, await company.addSite(), await company.addSite()];
  const { body: user } = await company.create();
  for (let round = 0; round < 5; round++) {
    await Promise.all(
      sites.map(({ id }, at) =>
        (round + at) % 2 === 0
          ? company.assignSites({ user: user.id, sites_list: [{ site: id, is_admin: true }] })
          : company.update(user.id, { sites: [], sites_before: [id] }),
      ),
    );
    const assigned = await testServer.sql<{ site_id: number }>(
      "select site_id::integer from site_users where user_id = $1 order by site_id",
      [user.id],
    );
    expect(await sitesWithTriggers(user.id)).toEqual(assigned.map(({ site_id }) => site_id));
  }
});

/** A sequence of numbers that is the same in every run. */
const numbers = (seed: number) => () => {
  seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
  return seed;
};

test("compared by users or by sites, the pairs are those of mcc.access_of, in any hierarchy (ALERT-031, ALERT-032)", async () => {
  const next = numbers(7);
  const pick = <T>(list: readonly T[]): T => list[next() % list.length] as T;
  for (const hierarchy of [true, true, true, false]) {
    const company = await setUpUserCompany(testServer, { hierarchy });
    const { companyId } = company;
    const nodes = [await company.node("Root")];
    for (let n = 0; n < 8; n++) nodes.push(await company.node(`N${n}`, pick(nodes)));
    const sites = [company.site.id];
    for (let n = 0; n < 20; n++)
      sites.push((await company.addSite({ nodeId: pick([...nodes, undefined]) })).id);
    await testServer.sql("update sites set deleted_at = now() where id = $1", [pick(sites)]);
    const users: number[] = [];
    for (let n = 0; n < 12; n++)
      users.push((await addPerson(testServer, companyId, { nodeId: pick([...nodes, undefined]) })).id);
    for (const table of ["policy_sites", "site_users"])
      for (let n = 0; n < 10; n++)
        await testServer.sql(
          `insert into ${table} (company_id, user_id, site_id) values ($1, $2, $3) on conflict do nothing`,
          [companyId, pick(users), pick(sites)],
        );
    const expected = await testServer.sql(
      `select users.id::integer as user_id, sites.id::integer as site_id
       from users cross join lateral access_of(users) as access
       join sites on sites.company_id = $1 and sites.deleted_at is null
         and (access.site_ids is null or sites.id = any(access.site_ids))
       where users.company_id = $1 and not users.is_company_admin order by 1, 2`,
      [companyId],
    );
    const given = () =>
      testServer.sql(
        `select user_id::integer, site_id::integer from triggers where company_id = $1
         group by 1, 2 having count(*) = 3 order by 1, 2`,
        [companyId],
      );
    const data = { db: testServer.services.database.platform, companyId };
    await compareTriggers(data, { users }, 1_000);
    expect(await given()).toEqual(expected);
    await testServer.sql("delete from triggers where company_id = $1", [companyId]);
    await testServer.sql("delete from trigger_sites where company_id = $1", [companyId]);
    await compareTriggers(data, { sites }, 1_000);
    expect(await given()).toEqual(expected);
    expect(expected.length).toBeGreaterThan(5);
  }
});
