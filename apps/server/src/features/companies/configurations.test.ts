import { currentUser } from "@mcc/contract/sign-in/sign-in.api.ts";
import { beforeAll, describe, expect, test } from "vitest";
import { setUpApprovalCompany } from "../../testing/approval-company.ts";
import { setUpHierarchy } from "../../testing/hierarchy-company.ts";
import { addPerson, tokenFor } from "../../testing/people.ts";
import { setUpPlatformAdmin } from "../../testing/platform-admin.ts";
import { startTestServer, type TestServer } from "../../testing/test-server.ts";

let testServer: TestServer;
let services: Awaited<ReturnType<typeof setUpPlatformAdmin>>;

beforeAll(async () => {
  testServer = await startTestServer();
  services = await setUpPlatformAdmin(testServer);
});

const newCompany = async (name: string) => (await services.create({ name })).body;

describe("the configuration of a company", () => {
  test("does not exist at first, is created once, and is read by the company's id (PLAT-039 partly, PLAT-040, PLAT-041 partly, PLAT-042 partly)", async () => {
    const { id, slug_name } = await newCompany("Configured");
    expect((await services.findConfiguration(id)).status).toBe(404);
    const created = await services.configure(id);
    expect(created.status).toBe(200);
    expect(created.body).toEqual({
      ...{ id, company: id, catalogs: [], tenant_group: "north", customer_erp_identifier: "ERP-1" },
      ...{ has_order_approval: true, has_order_tracking: false, has_company_hierarchy: null },
      ...{ has_location_name_required: false, has_trigger_rule_weekday_disabled: false },
    });
    expect((await services.findConfiguration(id)).body).toEqual(created.body);
    expect(await services.configure(id, { tenantGroup: "south" })).toMatchObject({
      status: 409,
      body: { detail: "This company has a configuration already." },
    });
    expect((await services.findConfiguration(id)).body.tenant_group).toBe("north");
    expect(
      await testServer.sql("select username_prefix from company_configurations where company_id = $1", [id]),
    ).toEqual([{ username_prefix: slug_name }]);
  });

  test("is made once by requests at the same time", async () => {
    const { id } = await newCompany("Raced");
    const answers = await Promise.all([1, 2, 3, 4].map(() => services.configure(id)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
  });

  test("needs every field, where Not available is a value like the others (PLAT-033 partly, PLAT-034 partly, PLAT-035 partly, PLAT-036 partly, PLAT-037 partly, PLAT-038 partly)", async () => {
    const { id } = await newCompany("Demanding");
    const missing = { tenantGroup: " ", customerERPIdentifier: undefined };
    const toggles = {
      hasOrderApproval: undefined,
      hasOrderTracking: undefined,
      hasCompanyHierarchy: undefined,
    };
    expect(await services.configure(id, { ...missing, ...toggles })).toMatchObject({
      status: 400,
      body: {
        tenantGroup: ["Tenant Group is required"],
        customerERPIdentifier: ["Name Extension / Customer ERP Id is required"],
        hasOrderApproval: ["Order Approvals configuration is required"],
        hasOrderTracking: ["Order Tracking is required"],
        hasCompanyHierarchy: ["Hierarchy configuration is required"],
      },
    });
    expect((await services.configure(id, { hasOrderTracking: "yes" })).body).toEqual({
      hasOrderTracking: ["This must be true, false or null."],
    });
    const none = { hasOrderApproval: null, hasOrderTracking: null, hasCompanyHierarchy: null };
    expect(await services.configure(id, none)).toMatchObject({
      status: 200,
      body: { has_order_approval: null, has_order_tracking: null, has_company_hierarchy: null },
    });
  });

  test.each([999_999_999, 0, "1", null])("of company %j is refused by field", async (id) => {
    expect((await services.configure(id)).body).toHaveProperty("company");
  });

  test.each(["0", "999999999", "x"])("with the id %s is not found", async (id) => {
    expect((await services.findConfiguration(id)).status).toBe(404);
    expect((await services.reconfigure(id, {})).status).toBe(404);
  });
});

describe("an edit of a configuration", () => {
  test("changes what is given, by the same names, and is audited in the company (PLAT-042 partly)", async () => {
    const { id } = await services.company();
    const edited = await services.reconfigure(id, { tenantGroup: "south", hasOrderTracking: true });
    expect(edited).toMatchObject({
      status: 200,
      body: { tenant_group: "south", has_order_tracking: true, has_order_approval: true },
    });
    expect((await services.findConfiguration(id)).body).toEqual(edited.body);
    await services.reconfigure(id, { tenantGroup: "south" });
    const entries = await testServer.sql(
      `select action, details ->> 'tenant_group' as after, details -> 'before' ->> 'tenant_group' as before
       from audit_entries where company_id = $1 and record_type = 'configuration' order by id`,
      [id],
    );
    expect(entries).toEqual([
      { action: "configuration.created", after: "north", before: null },
      { action: "configuration.updated", after: "south", before: "north" },
    ]);
  });

  test("sets each toggle to and from every value, which users of the company have at once (CONF-106, PLAT-046 partly)", async () => {
    const { id } = await services.company({ hasOrderApproval: null, hasOrderTracking: null });
    const { username } = await addPerson(testServer, id, { admin: true });
    const token = await tokenFor(testServer, username);
    const toggles = {
      hasOrderApproval: "order_approval",
      hasOrderTracking: "order_tracking",
      hasCompanyHierarchy: "company_hierarchy",
    } as const;
    for (const [field, feature] of Object.entries(toggles)) {
      for (const value of [false, true, null, true, false, null]) {
        const { status, body } = await services.reconfigure(id, { [field]: value });
        expect([status, body[`has_${feature as "order_approval"}`]]).toEqual([200, value]);
        const { company } = (await testServer.call(currentUser, { token })).body;
        expect(company?.features[feature as "order_approval"]).toBe(value);
        expect(company?.[`has_${feature as "order_approval"}`]).toBe(value === true);
      }
    }
  });

  test("turns required location names and hidden WEEKDAY rules on and off, for users at once and on record", async () => {
    const { id } = await services.company({ hasLocationNameRequired: true });
    expect((await services.findConfiguration(id)).body.has_location_name_required).toBe(true);
    const { username } = await addPerson(testServer, id, { admin: true });
    const token = await tokenFor(testServer, username);
    const settings = {
      hasLocationNameRequired: "has_location_name_required",
      hasTriggerRuleWeekdayDisabled: "has_trigger_rule_weekday_disabled",
    } as const;
    for (const [field, column] of Object.entries(settings)) {
      for (const value of [false, true]) {
        const { status, body } = await services.reconfigure(id, { [field]: value });
        expect([status, body[column]]).toEqual([200, value]);
        const session = await testServer.call(currentUser, { token });
        expect(session.body.company?.[column]).toBe(value);
      }
      expect((await services.reconfigure(id, { [field]: "yes" })).body).toEqual({
        [field]: ["This must be true or false."],
      });
      const [entry] = await testServer.sql(
        `select details -> $2 as after, details -> 'before' -> $2 as before from audit_entries
         where company_id = $1 and action = 'configuration.updated' order by id desc limit 1`,
        [id, column],
      );
      expect(entry).toEqual({ after: true, before: false });
    }
  });

  test("does not take approvals away while an order is pending", async () => {
    const { companyId, role, rule, order, person, approve } = await setUpApprovalCompany(testServer, {
      approvals: true,
    });
    const roleId = await role();
    await rule({ roleId, limit: 0 });
    const holder = await person({ roleId });
    const { identifier } = await order("10.00");
    for (const value of [null, false]) {
      expect((await services.reconfigure(companyId, { hasOrderApproval: value })).status).toBe(409);
    }
    expect((await services.findConfiguration(companyId)).body.has_order_approval).toBe(true);
    await approve(holder.token, identifier);
    expect((await services.reconfigure(companyId, { hasOrderApproval: null })).status).toBe(200);
  });

  test("that turns hierarchy off and on keeps nodes, policies and assignments, and who sees which sites follows at once (CONF-107)", async () => {
    const company = await setUpHierarchy(testServer);
    const { companyId, child, root, seen, create, fields } = company;
    const person = async (traits: object) => {
      const { id, username } = await addPerson(testServer, companyId, traits);
      return { id, token: await tokenFor(testServer, username) };
    };
    const north = await child("North", root);
    const place = { organization_node: north, division: null, business_unit: null, region: null };
    const site = (await create(fields({ name: "North Yard", ...place }))).body;
    await create(fields({ name: "Root Yard", ...place, organization_node: root }));
    const manager = await person({ nodeId: north });
    const assigned = await person({});
    await testServer.sql("insert into site_users (company_id, site_id, user_id) values ($1, $2, $3)", [
      ...[companyId, site.id, assigned.id],
    ]);
    const kept = async () => [
      await testServer.sql("select id, parent_id from organization_nodes where company_id = $1 order by id", [
        companyId,
      ]),
      await testServer.sql("select id, node_id from users where company_id = $1 order by id", [companyId]),
      await testServer.sql("select * from site_users where company_id = $1", [companyId]),
    ];
    const before = await kept();
    expect([await seen(manager.token), await seen(assigned.token)]).toEqual([["North Yard"], []]);
    for (const off of [false, null]) {
      await services.reconfigure(companyId, { hasCompanyHierarchy: off });
      expect(await kept()).toEqual(before);
      expect([await seen(manager.token), await seen(assigned.token)]).toEqual([[], ["North Yard"]]);
      await services.reconfigure(companyId, { hasCompanyHierarchy: true });
      expect(await kept()).toEqual(before);
      expect([await seen(manager.token), await seen(assigned.token)]).toEqual([["North Yard"], []]);
    }
  });
});

test("nobody but a platform admin reads or writes it; a company admin cannot reach Not available (PLAT-046)", async () => {
  const { id } = await services.company({ hasOrderApproval: null });
  const { username } = await addPerson(testServer, id, { admin: true });
  const token = await tokenFor(testServer, username);
  expect((await services.findConfiguration(id, token)).status).toBe(403);
  expect((await services.configure(id, {}, token)).status).toBe(403);
  expect((await services.reconfigure(id, { hasOrderApproval: true }, token)).status).toBe(403);
  const own = (value: unknown) =>
    fetch(`${testServer.address}/api/accounts/company-configurations/${id}/`, {
      method: "PATCH",
      headers: { authorization: `JWT ${token}`, "content-type": "application/json" },
      body: JSON.stringify({ has_order_approval: value }),
    });
  expect((await own(true)).status).toBe(403);
  await services.reconfigure(id, { hasOrderApproval: false });
  expect((await own(null)).status).toBe(400);
  expect((await own(true)).status).toBe(200);
  expect((await services.findConfiguration(id)).body.has_order_approval).toBe(true);
});
