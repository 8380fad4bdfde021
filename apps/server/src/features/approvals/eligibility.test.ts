import { orderAccess } from "@mcc/contract/access/access-questions.api.ts";
import { findOrder } from "@mcc/contract/orders/orders.api.ts";
import { pendingList, requiresApprovalCount } from "@mcc/contract/orders/pending.api.ts";
import { beforeAll, expect, test } from "vitest";
import { BATTERY, countCases } from "../../testing/battery.ts";
import { setUpEligibilityCompany } from "../../testing/eligibility-company.ts";
import { eligibility } from "../../testing/eligibility-model.ts";
import { sitesSeenBy } from "../../testing/scope-model.ts";
import { startTestServer, type TestServer } from "../../testing/test-server.ts";

let testServer: TestServer;

beforeAll(async () => {
  testServer = await startTestServer();
});

/** `npm run battery` compares more than 10,000 cases for one order, in lists and in counts each. */
const COMPANIES = BATTERY === 1 ? 2 : Math.ceil(2.7 * BATTERY);
const SIZES = { users: 16, orders: 24 };

test(`who may decide about an order is what the rules say, for one order, in lists and in counts, in ${COMPANIES} drawn companies (DELE-002 partly, DELE-004 partly, DELE-005 partly, REMI-004 partly)`, async ({
  task,
}) => {
  const cases = { single: 0, list: 0, count: 0, own: 0, deputies: 0 };
  for (let at = 0; at < COMPANIES; at++) {
    const { model, people, orders } = await setUpEligibilityCompany(
      testServer,
      `eligibility ${at}`,
      at % 2 === 0,
      SIZES,
    );
    const eligible = orders.map((order) => ({ order, ...eligibility(model, order) }));
    const admin = people[0];
    for (const { order, own, deputies } of eligible) {
      const { body } = await testServer.call(orderAccess, {
        token: admin?.token ?? "",
        params: { identifier: order.identifier },
      });
      const found = (isDeputy: boolean) =>
        body.approvers
          .filter(({ by }) => (by === "deputy") === isDeputy)
          .map(({ id }) => id)
          .sort();
      expect({ order, own: found(false), deputies: found(true) }).toEqual({
        order,
        own: [...own].sort(),
        deputies: [...deputies].sort(),
      });
      cases.single += people.length;
      cases.own += own.size;
      cases.deputies += deputies.size;
    }
    for (const person of people) {
      const seen = sitesSeenBy(model, person);
      const mine = eligible.filter(({ own, deputies }) => own.has(person.id) || deputies.has(person.id));
      const visible = eligible.filter(
        ({ order, deputies }) => seen.has(order.site) || deputies.has(person.id),
      );
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
      for (const { order } of eligible.slice(0, 2)) {
        const one = await testServer.call(findOrder, { token, params: { identifier: order.identifier } });
        const isVisible = names(visible).includes(order.identifier);
        expect([one.status, one.body.approvable_by_current_user]).toEqual(
          isVisible ? [200, names(mine).includes(order.identifier)] : [404, undefined],
        );
        cases.single += 1;
      }
    }
  }
  countCases(task, cases.single + cases.list + cases.count);
  expect(cases.deputies).toBeGreaterThan(10 * COMPANIES);
}, 600_000);
