import { roles } from "@mcc/contract/roles/roles.api.ts";
import { beforeAll, expect, test } from "vitest";
import { openOffice } from "../../testing/approvals.ts";
import { type House, openHouse } from "../../testing/house.ts";
import { addRole } from "../../testing/people.ts";

let house: House;

beforeAll(async () => {
  house = await openHouse();
});

test("the roles of the company are listed by name, in either direction and page by page (CONF-013, CONF-015)", async () => {
  const office = await openOffice(house);
  const { token } = await office.person({ admin: true });
  const [buyer, finance] = [
    await addRole(house, office.companyId, { name: "Buyer", impersonates: true }),
    await addRole(house, office.companyId, { name: "Finance", tracks: true }),
  ];
  await addRole(house, (await openOffice(house)).companyId, { name: "Another company's" });
  await office.rule({ roleId: finance, limit: 0 });
  const ask = (query: object) => house.call(roles, { token, query: query as never });
  expect((await ask({ order_by: "name" })).body).toMatchObject({
    count: 2,
    next: null,
    results: [
      {
        id: buyer,
        name: "Buyer",
        can_impersonate: true,
        can_view_order_tracking: false,
        has_approval_rule: false,
      },
      {
        id: finance,
        name: "Finance",
        can_impersonate: false,
        can_view_order_tracking: true,
        has_approval_rule: true,
      },
    ],
  });
  const first = (await ask({ order_by: "-name", limit: 1 })).body;
  expect(first.results.map(({ name }) => name)).toEqual(["Finance"]);
  expect(first.next).toContain("offset=1");
  for (const bad of [{ order_by: "age" }, { limit: 0 }]) expect((await ask(bad)).status).toBe(400);
});
