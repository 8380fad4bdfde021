import { approvalRules, replaceApprovalRules } from "@mcc/contract/approval-rules/approval-rules.api.ts";
import { expect, test } from "vitest";
import { type Random, randomFor } from "../../demo/random.ts";
import { type ApprovalCompany, setUpApprovalCompany } from "../../testing/approval-company.ts";
import { sendBatch } from "../../testing/integration.ts";
import { resultOf, startDraft } from "../../testing/simulation.ts";
import { startTestServer } from "../../testing/test-server.ts";

const LIMITS = [-1, 0, 0, 100, 100, 250, 500];
const TOTALS = ["0.00", "99.99", "100.00", "100.01", "250.00", "499.99", "500.00", "1200.00"];
const ORDERS = 40;
const ROUNDS = 4;

interface People {
  readonly roles: readonly { readonly id: number; readonly name: string }[];
  readonly sites: readonly ApprovalCompany["site"][];
  readonly users: readonly {
    readonly id: number;
    readonly username: string;
    readonly name: string;
    readonly roleId: number | undefined;
    readonly siteIds: readonly number[];
    readonly admin: boolean;
  }[];
}

interface DrawnRule {
  readonly role?: number;
  readonly user?: number;
  readonly limit: number;
  readonly sites?: readonly number[];
}

/** A role has at most one rule, and a site is in the rules of one user only. */
const drawRules = (random: Random, { roles, sites, users }: People): DrawnRule[] => {
  const byRole = random
    .sample(roles, random.integer(0, roles.length))
    .map(({ id }): DrawnRule => ({ role: id, limit: random.pick(LIMITS) }));
  const free = new Set(sites.map(({ id }) => id));
  const byUser = random.sample(users, 3).flatMap(({ id, siteIds, admin }): DrawnRule[] => {
    const mine = [...free].filter((site) => admin || siteIds.includes(site));
    const named = random.sample(mine, random.integer(0, 2));
    for (const site of named) free.delete(site);
    return named.length === 0 ? [] : [{ user: id, limit: random.pick(LIMITS), sites: named }];
  });
  return random.sample([...byRole, ...byUser], roles.length + users.length);
};

test("simulated steps and approvers are those of orders that really arrive (SIMU-002)", async () => {
  const testServer = await startTestServer();
  const random = randomFor("simulated rules");
  for (let round = 0; round < ROUNDS; round++) {
    const testCompany = await setUpApprovalCompany(testServer);
    const { companyId, slug, headers } = testCompany;
    const sites = [testCompany.site, await testCompany.addSite(), await testCompany.addSite()];
    const roles: { id: number; name: string }[] = [];
    for (const name of ["Alpha", "Beta", "Gamma"]) roles.push({ id: await testCompany.role(name), name });
    const users: People["users"][number][] = [];
    for (let at = 0; at < 7; at++) {
      const admin = at === 0;
      const seen = random.sample(sites, random.integer(1, 3));
      const roleId = random.chance(0.7) ? random.pick(roles).id : undefined;
      const person = await testCompany.person({
        ...{ admin, roleId, sites: seen, firstName: `User${at}`, lastName: `R${round}` },
      });
      const siteIds = seen.map(({ id }) => id);
      users.push({ ...person, name: `User${at} R${round}`, roleId, siteIds, admin });
    }
    const people = { roles, sites, users };
    const [before, after] = [drawRules(random, people), drawRules(random, people)];
    for (const { role, user, limit, sites: siteIds = [] } of before)
      await testCompany.rule({ roleId: role, userId: user, limit, siteIds: [...siteIds] });

    const drawn = Array.from({ length: ORDERS }, () => ({
      site: random.pick(sites),
      total: random.pick(TOTALS),
      placer: random.chance(0.5) ? random.pick(users) : undefined,
      as: random.pick(["creator", "ordered_by", "requested_by"]),
      byName: random.chance(0.5),
    }));
    /** Sends the orders and returns the steps that each got. */
    const ingest = async (prefix: string): Promise<Map<string, string[]>> => {
      const { results } = await sendBatch(
        testServer,
        slug,
        headers,
        drawn.map(({ site, total, placer, as, byName }, at) => ({
          ...{ identifier: `${prefix}${at}`, ecommerce_username: site.shopUser },
          ...(placer && { [as]: byName ? { name: placer.name } : { username: placer.username } }),
          lines: [{ product: "P", text: "Valve", quantity: 1, base_unit_price_value: total }],
        })),
      );
      expect(results.filter(({ status }) => status >= 300)).toEqual([]);
      const rows = await testServer.sql<{ identifier: string; names: string[] }>(
        `select identifier, array(select name from order_steps where company_id = $1 and order_id = orders.id
           order by position) as names from orders where company_id = $1 and identifier like $2`,
        [companyId, `${prefix}%`],
      );
      return new Map(rows.map(({ identifier, names }) => [identifier.slice(prefix.length), names]));
    };

    const stepsBefore = await ingest("B");
    const admin = await testCompany.person({ admin: true, firstName: "Boss", lastName: `R${round}` });
    const everyone = [
      ...users,
      { ...admin, name: `Boss R${round}`, roleId: undefined, siteIds: [], admin: true },
    ];
    const { token } = admin;
    const result = await resultOf(testServer, token, await startDraft(testServer, token, after));
    // The rules of before have pending orders, which are of no interest from here on.
    await testServer.sql("delete from order_steps where company_id = $1", [companyId]);
    const { version } = (await testServer.call(approvalRules, { token, query: {} })).body;
    const saved = await testServer.call(replaceApprovalRules, {
      token,
      body: { version, rules: after as never },
    });
    expect([saved.status, saved.body]).toMatchObject([200, {}]);
    const stepsAfter = await ingest("A");

    const total = (steps: ReadonlyMap<string, readonly string[]>) =>
      [...steps.values()].reduce((sum, names) => sum + names.length, 0);
    const withSteps = (steps: ReadonlyMap<string, readonly string[]>, count: number) =>
      [...steps.values()].filter((names) => names.length === count).length;
    expect(result.orders).toBe(ORDERS);
    expect(result.before.steps).toBe(total(stepsBefore));
    expect(result.after.steps).toBe(total(stepsAfter));
    for (const { steps, ...counts } of result.by_steps)
      expect(counts).toEqual({ before: withSteps(stepsBefore, steps), after: withSteps(stepsAfter, steps) });
    expect(result.by_steps.reduce((sum, { after: count }) => sum + count, 0)).toBe(ORDERS);
    for (const { identifier, before: from, after: to } of result.examples) {
      const at = identifier.slice(1);
      expect([identifier, from, to]).toEqual([identifier, stepsBefore.get(at), stepsAfter.get(at)]);
    }
    const differing = [...stepsBefore].filter(([at, names]) => names.join() !== stepsAfter.get(at)?.join());
    expect(result.changed).toBe(differing.length);

    // Who could approve, by hand: the named user or a holder of the role who sees the site, or a blanket approver there;
    // never who placed the order; company admins where nobody is left.
    const sees = (user: (typeof everyone)[number], site: number) => user.admin || user.siteIds.includes(site);
    const expected = (rules: readonly DrawnRule[], steps: ReadonlyMap<string, readonly string[]>) => {
      const load = new Map<number, number>();
      let unassigned = 0;
      for (const [at, { site, placer }] of drawn.entries()) {
        const free = everyone.filter((user) => sees(user, site.id) && user.id !== placer?.id);
        const isBlanket = (user: (typeof everyone)[number]) =>
          rules.some(
            ({ limit, role, user: id, sites: named = [] }) =>
              limit === -1 &&
              (role === undefined ? id === user.id && named.includes(site.id) : role === user.roleId),
          );
        const able = new Set<number>();
        let isUnassigned = false;
        for (const name of steps.get(String(at)) ?? []) {
          const role = roles.find((each) => each.name === name);
          const named = free.filter(
            (user) => isBlanket(user) || (role ? user.roleId === role.id : user.name === name),
          );
          isUnassigned ||= named.length === 0;
          const acting = named.length > 0 ? named : free.filter((user) => user.admin);
          for (const { id } of acting) able.add(id);
        }
        if (isUnassigned) unassigned++;
        for (const id of able) load.set(id, (load.get(id) ?? 0) + 1);
      }
      return { load, unassigned };
    };
    const [asked, toAsk] = [expected(before, stepsBefore), expected(after, stepsAfter)];
    expect([result.before.unassigned.orders, result.after.unassigned.orders]).toEqual([
      asked.unassigned,
      toAsk.unassigned,
    ]);
    expect(new Map(result.approvers.map((person) => [person.id, [person.before, person.after]]))).toEqual(
      new Map(
        everyone
          .filter(({ id }) => asked.load.has(id) || toAsk.load.has(id))
          .map(({ id }) => [id, [asked.load.get(id) ?? 0, toAsk.load.get(id) ?? 0]]),
      ),
    );
  }
});
