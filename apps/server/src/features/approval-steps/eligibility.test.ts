import { orderAccess } from "@mcc/contract/access/access-questions.api.ts";
import { approveOrder, pendingList, requiresApprovalCount } from "@mcc/contract/decisions/decisions.api.ts";
import { findOrder } from "@mcc/contract/orders/orders.api.ts";
import { beforeAll, expect, test } from "vitest";
import { countCases, volume } from "../../testing/battery.ts";
import { setUpEligibilityCompany } from "../../testing/eligibility-company.ts";
import { afterApproval, eligibility, type ModelOrder } from "../../testing/eligibility-model.ts";
import { sitesSeenBy } from "../../testing/scope-model.ts";
import { startTestServer, type TestServer } from "../../testing/test-server.ts";

let testServer: TestServer;

beforeAll(async () => {
  testServer = await startTestServer();
});

/** `npm run battery` compares more than 10,000 cases for one order, in lists and in counts each. */
const COMPANIES = Math.ceil(volume(2, 2.7));
const SIZES = { users: 16, orders: 24 };

type Drawn = Awaited<ReturnType<typeof setUpEligibilityCompany>>;
const cases = { single: 0, list: 0, count: 0, deputies: 0, approvedAsDeputy: 0, completed: 0 };

const sorted = (ids: Iterable<number>): number[] => [...ids].sort((a, b) => a - b);

/** The order itself, as a company admin asks about it, the lists and the counts say what the model says. */
const compare = async ({ model, people, orders }: Drawn): Promise<void> => {
  const eligible = orders.map((order) => ({ order, ...eligibility(model, order) }));
  for (const { order, own, deputies } of eligible) {
    const { body } = await testServer.call(orderAccess, {
      token: people[0]?.token ?? "",
      params: { identifier: order.identifier },
    });
    const found = (isDeputy: boolean) =>
      sorted(body.approvers.filter(({ by }) => (by === "deputy") === isDeputy).map(({ id }) => id));
    expect({ order, own: found(false), deputies: found(true) }).toEqual({
      order,
      own: sorted(own),
      deputies: sorted(deputies),
    });
    cases.single += people.length;
    cases.deputies += deputies.size;
  }
  for (const person of people) {
    const seen = sitesSeenBy(model, person);
    const mine = eligible.filter(({ own, deputies }) => own.has(person.id) || deputies.has(person.id));
    const visible = eligible.filter(({ order, deputies }) => seen.has(order.site) || deputies.has(person.id));
    const names = (list: typeof eligible) => list.map(({ order }) => order.identifier).sort();
    const { token } = person;
    const page = async (query: Record<string, string>) =>
      (await testServer.call(pendingList.page, { token, query: { limit: "200", ...query } })).body.results;
    const rows = await page({});
    const offered = rows.filter((row) => row.approvable_by_current_user);
    expect({ person, seen: rows.map(({ identifier }) => identifier).sort() }).toEqual({
      person,
      seen: names(visible),
    });
    expect({ person, offered: offered.map(({ identifier }) => identifier).sort() }).toEqual({
      person,
      offered: names(mine),
    });
    const filtered = await page({ requires_my_approval: "true" });
    expect(filtered.map(({ identifier }) => identifier).sort()).toEqual(names(mine));
    const { body } = await testServer.call(requiresApprovalCount, { token });
    expect(body.count).toBe(mine.length);
    cases.list += eligible.length;
    cases.count += eligible.length;
    // What they decided as a deputy is visible by itself while the delegation holds.
    const undecided = eligible.filter(({ order }) => !order.approvedAsDeputy.includes(person.id));
    for (const { order } of undecided.slice(0, 2)) {
      const one = await testServer.call(findOrder, { token, params: { identifier: order.identifier } });
      const isVisible = names(visible).includes(order.identifier);
      expect([one.status, one.body.approvable_by_current_user]).toEqual(
        isVisible ? [200, names(mine).includes(order.identifier)] : [404, undefined],
      );
      cases.single += 1;
    }
  }
};

/** Every order that somebody may decide about is approved once, by a deputy where there is one; what is left is pending. */
const approveOnce = async ({ model, people, orders }: Drawn): Promise<ModelOrder[]> => {
  const left: ModelOrder[] = [];
  for (const order of orders) {
    const { own, deputies } = eligibility(model, order);
    const [userId] = [...deputies, ...own];
    const person = people.find(({ id }) => id === userId);
    const after = person ? afterApproval(model, order, person.id) : order;
    if (person) {
      const { identifier } = order;
      const { body } = await testServer.call(approveOrder, { token: person.token, params: { identifier } });
      const open = body.approval_steps.filter(({ state }) => state === "open").length;
      expect({ order, open }).toEqual({ order, open: after.steps.length });
      cases.approvedAsDeputy += deputies.size > 0 ? 1 : 0;
      cases.completed += order.steps.length - after.steps.length - 1;
    }
    if (after.steps.length > 0) left.push(after);
  }
  return left;
};

test(`who may decide about an order is what the rules say, before and after an approval, for one order, in lists and in counts, in ${COMPANIES} drawn companies (DELE-002 partly, DELE-004 partly, DELE-005 partly, DELE-009 partly, REMI-004 partly)`, async ({
  task,
}) => {
  for (let at = 0; at < COMPANIES; at++) {
    const drawn = await setUpEligibilityCompany(testServer, `eligibility ${at}`, at % 2 === 0, SIZES);
    await compare(drawn);
    await compare({ ...drawn, orders: await approveOnce(drawn) });
  }
  countCases(task, cases.single + cases.list + cases.count);
  expect(cases.deputies).toBeGreaterThan(10 * COMPANIES);
  expect(cases.approvedAsDeputy).toBeGreaterThan(3 * COMPANIES);
  expect(cases.completed).toBeGreaterThan(0);
}, 600_000);
