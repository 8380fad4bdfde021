import { type Random, randomFor } from "../demo/random.ts";
import { addDelegation } from "./delegations.ts";
import type { EligibilityCompany, ModelDelegation, ModelOrder, ModelUser } from "./eligibility-model.ts";
import { addRule, addShop, addSite, sendBatch } from "./integration.ts";
import { addPerson, addRole, tokenFor } from "./people.ts";
import type { TestServer } from "./test-server.ts";

interface Sizes {
  readonly users: number;
  readonly orders: number;
}

/** A node below another one, or the root. */
const addNodes = async (testServer: TestServer, companyId: number, random: Random, count: number) => {
  const [group] = await testServer.sql<{ id: number }>(
    "insert into organization_groups (company_id, name) values ($1, 'Area') returning id",
    [companyId],
  );
  const nodes: { id: number; parent: number | null }[] = [];
  for (let at = 0; at < count; at++) {
    const parent = at === 0 ? null : random.pick(nodes).id;
    const [node] = await testServer.sql<{ id: number }>(
      "insert into organization_nodes (company_id, group_id, name, parent_id) values ($1, $2, $3, $4) returning id",
      [companyId, group?.id, `Node ${at}`, parent],
    );
    nodes.push({ id: Number(node?.id), parent });
  }
  return nodes;
};

/**
 * A company whose rules, roles, sites, nodes, policies, delegations and pending orders are drawn, the same in every run
 * for the same purpose.
 */
export const setUpEligibilityCompany = async (
  testServer: TestServer,
  purpose: string,
  hierarchy: boolean,
  sizes: Sizes,
) => {
  const random = randomFor(purpose);
  const { sql } = testServer;
  const shop = await addShop(testServer, { approvals: true, hierarchy });
  const { companyId, slug } = shop;
  const nodes = hierarchy ? await addNodes(testServer, companyId, random, 5) : [];
  const sites: { id: number; node: number | null; shopUser: string }[] = [];
  for (let at = 0; at < 6; at++) {
    const node = hierarchy && random.chance(0.9) ? random.pick(nodes).id : null;
    const { id, shopUser } = await addSite(testServer, companyId, node === null ? {} : { nodeId: node });
    sites.push({ id, node, shopUser });
  }
  sites.push({ ...shop.site, node: null });
  const siteIds = sites.map(({ id }) => id);
  const roles = [
    await addRole(testServer, companyId, {}),
    await addRole(testServer, companyId, {}),
    await addRole(testServer, companyId, {}),
    await addRole(testServer, companyId, {}),
  ];
  const people: (ModelUser & { username: string; token: string })[] = [];
  for (let at = 0; at < sizes.users; at++) {
    const admin = at < 2;
    const role = random.chance(0.75) ? random.pick(roles) : null;
    const node = hierarchy && random.chance(0.7) ? random.pick(nodes).id : null;
    const policy = hierarchy && random.chance(0.4) ? random.sample(siteIds, random.integer(1, 4)) : [];
    const assigned = random.sample(siteIds, random.integer(0, 4));
    const traits = {
      admin,
      ...(role === null ? {} : { roleId: role }),
      ...(node === null ? {} : { nodeId: node }),
    };
    const { id, username } = await addPerson(testServer, companyId, traits);
    for (const [table, given] of [
      ["policy_sites", policy],
      ["site_users", assigned],
    ] as const)
      await sql(`insert into ${table} (company_id, user_id, site_id) select $1, $2, unnest($3::bigint[])`, [
        companyId,
        id,
        given,
      ]);
    people.push({
      ...{ id, username, role, admin, node, policy, assigned },
      token: await tokenFor(testServer, username),
    });
  }
  const rules: EligibilityCompany["rules"][number][] = [];
  const addDrawnRule = async (limit: number, holder: { role: number } | { user: number }) => {
    const rule = {
      limit,
      role: "role" in holder ? holder.role : null,
      user: "user" in holder ? holder.user : null,
      sites: "user" in holder ? random.sample(siteIds, random.integer(1, 3)) : [],
      nodes: "user" in holder && hierarchy && random.chance(0.4) ? [random.pick(nodes).id] : [],
    };
    await addRule(testServer, companyId, {
      ...(rule.role === null ? {} : { roleId: rule.role }),
      ...(rule.user === null ? {} : { userId: rule.user }),
      ...{ limit, siteIds: rule.sites, nodeIds: rule.nodes },
    });
    rules.push(rule);
  };
  const [first = 0, second = 0, third = 0, escalation = 0] = roles;
  await addDrawnRule(0, { role: first });
  await addDrawnRule(400, { role: second });
  if (random.chance(0.5)) await addDrawnRule(-1, { role: third });
  for (let at = 0; at < 5; at++)
    await addDrawnRule(random.pick([-1, 0, 0, 200]), { user: random.pick(people).id });

  const delegations: ModelDelegation[] = [];
  for (let at = 0; at < sizes.users; at++) {
    const principal = random.pick(people);
    const deputy = random.pick(people.filter(({ id }) => id !== principal.id));
    const [starts, ends] = random.pick([
      ["-1 hour", "1 hour"],
      ["-1 hour", "1 hour"],
      ["-1 hour", "1 hour"],
      ["1 hour", "2 hours"],
      ["-2 hours", "-1 hour"],
    ] as const);
    const cap = random.chance(0.4) ? random.integer(50, 700) : null;
    const limited = random.chance(0.3) ? random.sample(siteIds, random.integer(1, 4)) : null;
    const isEnded = random.chance(0.1);
    const added = await addDelegation(testServer, companyId, principal.id, deputy.id, {
      ...{ starts, ends },
      ...(cap === null ? {} : { cap: String(cap) }),
      ...(limited === null ? {} : { siteIds: limited }),
    });
    if (isEnded) await added.end();
    delegations.push({
      ...{ principal: principal.id, deputy: deputy.id, cap, sites: limited },
      holds: !isEnded && starts.startsWith("-") && !ends.startsWith("-"),
    });
  }

  const drawn = Array.from({ length: sizes.orders }, (_, at) => ({
    identifier: `${slug}-${at}`,
    site: random.pick(sites),
    total: random.integer(1, 800),
    placer: random.chance(0.4) ? random.pick(people) : undefined,
  }));
  await sendBatch(
    testServer,
    slug,
    shop.headers,
    drawn.map(({ identifier, site, total, placer }) => ({
      identifier,
      ecommerce_username: site.shopUser,
      ...(placer ? { creator: { username: placer.username } } : {}),
      lines: [{ product: "P", text: "Valve", quantity: 1, base_unit_price_value: total }],
    })),
  );
  await sql(
    `update order_steps set escalated_at = now() where company_id = $1 and is_current and order_id % 4 = 0`,
    [companyId],
  );
  // Some have approved already, some of them in place of somebody: what they approved does not matter here.
  await sql(
    `insert into order_approvals (company_id, order_id, user_id, username, name, principal_name)
     select $1, step.order_id, users.id, users.username, users.username,
       case when step.order_id % 2 = 0 then 'Somebody' end
     from order_steps step
     join users on users.company_id = $1 and (users.id * 7 + step.order_id * 3) % 11 = 0
     where step.company_id = $1 and step.is_current`,
    [companyId],
  );
  const allowSelfApproval = random.chance(0.3);
  const escalationRole = random.chance(0.5) ? escalation : null;
  await sql(
    "update company_configurations set allow_self_approval = $2, escalation_role_id = $3 where company_id = $1",
    [companyId, allowSelfApproval, escalationRole],
  );
  const facts = await sql<{
    identifier: string;
    steps: { role: number | null; user: number | null; isEscalated: boolean }[];
    approved_by: number[];
    approved_as_deputy: number[];
  }>(
    `select identifier, json_agg(json_build_object('role', role_id, 'user', user_id,
         'isEscalated', escalated_at is not null) order by position) as steps,
       array(select user_id from order_approvals given where given.order_id = orders.id) as approved_by,
       array(select user_id from order_approvals given
         where given.order_id = orders.id and principal_name is not null) as approved_as_deputy
     from order_steps step join orders on orders.company_id = $1 and orders.id = step.order_id
     where step.company_id = $1 and step.state = 'open' group by orders.id, identifier`,
    [companyId],
  );
  const orders = facts.map(({ identifier, steps, approved_by, approved_as_deputy }): ModelOrder => {
    const order = drawn.find((each) => each.identifier === identifier);
    return {
      ...{ identifier, site: order?.site.id ?? 0, total: order?.total ?? 0 },
      placedBy: order?.placer ? [order.placer.id] : [],
      approvedBy: approved_by.map(Number),
      approvedAsDeputy: approved_as_deputy.map(Number),
      steps,
    };
  });
  const model: EligibilityCompany = {
    ...{ hierarchy, nodes, sites, rules, delegations, allowSelfApproval, escalationRole },
    users: people,
  };
  return { model, people, orders };
};
