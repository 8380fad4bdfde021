import {
  findCompanyConfiguration,
  updateCompanyConfiguration,
} from "@mcc/contract/company-settings/company-settings.api.ts";
import { currentUser } from "@mcc/contract/sign-in/sign-in.api.ts";
import { beforeAll, describe, expect, test } from "vitest";
import { setUpApprovalCompany } from "../../testing/approval-company.ts";
import { setUpSiteCompany } from "../../testing/site-company.ts";
import { startTestServer, type TestServer } from "../../testing/test-server.ts";

let testServer: TestServer;

beforeAll(async () => {
  testServer = await startTestServer();
});

const openTestCompany = async (approvals: boolean | null) => {
  const approvalCompany = await setUpApprovalCompany(testServer, { approvals });
  const { token } = await approvalCompany.person({ admin: true });
  return {
    ...approvalCompany,
    token,
    turn: (value: unknown, id = approvalCompany.companyId, as = token) =>
      testServer.call(updateCompanyConfiguration, {
        token: as,
        params: { id },
        body: { has_order_approval: value } as never,
      }),
    read: (id = approvalCompany.companyId) =>
      testServer.call(findCompanyConfiguration, { token, params: { id } }),
  };
};

describe("switching approvals", () => {
  test("on and off shows at once in the signed-in user's company (CONF-034, CONF-041)", async () => {
    const { turn, token, slug } = await openTestCompany(false);
    const shown = async () => (await testServer.call(currentUser, { token })).body.company;
    expect(await turn(true)).toMatchObject({
      status: 200,
      body: { has_order_approval: true, username_prefix: slug },
    });
    expect(await shown()).toMatchObject({ has_order_approval: true, features: { order_approval: true } });
    expect((await turn(false)).body.has_order_approval).toBe(false);
    expect(await shown()).toMatchObject({ has_order_approval: false, features: { order_approval: false } });
  });

  test("is refused when approvals are not available, and to all users but company admins (CONF-035)", async () => {
    const none = await openTestCompany(null);
    expect((await none.turn(true)).status).toBe(403);
    expect((await none.turn(false)).status).toBe(403);
    expect((await none.read()).body.has_order_approval).toBeNull();
    const some = await openTestCompany(true);
    const regular = await some.person();
    expect((await some.turn(false, some.companyId, regular.token)).status).toBe(403);
    expect(
      (
        await testServer.call(findCompanyConfiguration, {
          token: regular.token,
          params: { id: some.companyId },
        })
      ).status,
    ).toBe(403);
    expect((await some.read()).body.has_order_approval).toBe(true);
  });

  test("off is a conflict while an order is pending, and changes nothing (CONF-039)", async () => {
    const { turn, read, role, rule, person, order, approve } = await openTestCompany(true);
    const roleId = await role();
    await rule({ roleId, limit: 0 });
    const holder = await person({ roleId });
    const { identifier } = await order("10.00");
    expect(await turn(false)).toMatchObject({
      status: 409,
      body: { detail: "You have pending approvals that need to be addressed before deactivating." },
    });
    expect((await read()).body.has_order_approval).toBe(true);
    await approve(holder.token, identifier);
    expect((await turn(false)).status).toBe(200);
    expect((await order("10.00")).status).toBe("Accepted");
  });

  test("accepts true or false for the own company, and nothing else (SEC-001)", async () => {
    const here = await openTestCompany(true);
    const there = await openTestCompany(true);
    for (const value of [null, "true", 1, undefined]) {
      expect(await here.turn(value)).toMatchObject({
        status: 400,
        body: { has_order_approval: ["This must be true or false."] },
      });
    }
    for (const id of [there.companyId, 9_999_999]) {
      expect((await here.turn(false, id)).status).toBe(404);
      expect((await here.read(id)).status).toBe(404);
    }
    expect((await there.read()).body.has_order_approval).toBe(true);
    await testServer.call(updateCompanyConfiguration, {
      token: here.token,
      params: { id: here.companyId },
      body: { has_order_approval: true, has_company_hierarchy: true, username_prefix: "x" } as never,
    });
    expect((await here.read()).body).toMatchObject({
      has_company_hierarchy: null,
      username_prefix: here.slug,
    });
  });

  test("and new orders at the same time never leave one pending (CONF-039)", async () => {
    const { turn, role, rule, order, companyId } = await openTestCompany(true);
    await rule({ roleId: await role(), limit: 0 });
    for (let round = 0; round < 8; round++) {
      await testServer.sql("delete from orders where company_id = $1", [companyId]);
      await testServer.sql(
        "update company_configurations set has_order_approval = true where company_id = $1",
        [companyId],
      );
      const [, , switched] = await Promise.all([order("10.00"), order("20.00"), turn(false), order("30.00")]);
      const [left] = await testServer.sql<{ on: boolean; pending: string }>(
        `select has_order_approval as on, (select count(*) from orders where company_id = $1 and status = 2) as pending
         from company_configurations where company_id = $1`,
        [companyId],
      );
      expect([200, 409]).toContain(switched.status);
      expect(left?.on).toBe(switched.status === 409);
      if (switched.status === 200) expect(Number(left?.pending)).toBe(0);
    }
  });
});

describe("allowing users to approve orders they placed", () => {
  test("is off until a company admin enables it, applies to pending orders at once, and is audited (APPR-044)", async () => {
    const { token, companyId, role, rule, person, order, approve, look, read } = await openTestCompany(true);
    const roleId = await role();
    await rule({ roleId, limit: 0 });
    const fay = await person({ roleId });
    const { identifier } = await order("10.00", { creator: fay.username });
    const allow = (allow_self_approval: unknown, as = token) =>
      testServer.call(updateCompanyConfiguration, {
        token: as,
        params: { id: companyId },
        body: { allow_self_approval } as never,
      });
    expect((await read()).body.allow_self_approval).toBe(false);
    expect((await approve(fay.token, identifier)).status).toBe(403);
    expect((await allow(true, fay.token)).status).toBe(403);
    expect(await allow("yes")).toMatchObject({
      status: 400,
      body: { allow_self_approval: ["This must be true or false."] },
    });
    expect(await allow(true)).toMatchObject({
      status: 200,
      body: { allow_self_approval: true, has_order_approval: true },
    });
    expect((await look(fay.token, identifier)).body.approvable_by_current_user).toBe(true);
    await allow(false);
    expect((await look(fay.token, identifier)).body.approvable_by_current_user).toBe(false);
    await allow(false);
    await allow(true);
    expect((await approve(fay.token, identifier)).body.status).toBe("Accepted");
    const written = await testServer.sql<{ action: string }>(
      "select action from audit_entries where company_id = $1 and record_type = 'company' order by id",
      [companyId],
    );
    expect(written.map(({ action }) => action)).toEqual([
      "self_approval.allowed",
      "self_approval.forbidden",
      "self_approval.allowed",
    ]);
  });
});

describe("the three toggles", () => {
  const TOGGLES = ["order_approval", "order_tracking", "company_hierarchy"] as const;

  test("take null, false and true, and are sent as they are stored, on only when true (CONF-074, CONF-106 partly)", async () => {
    const { token, companyId, read } = await openTestCompany(null);
    for (const toggle of TOGGLES) {
      for (const value of [false, true, null]) {
        await testServer.sql(`update company_configurations set has_${toggle} = $1 where company_id = $2`, [
          value,
          companyId,
        ]);
        const { company } = (await testServer.call(currentUser, { token })).body;
        expect(company).toMatchObject({
          id: companyId,
          features: { [toggle]: value },
          [`has_${toggle}`]: value === true,
        });
        expect((await read()).body).toMatchObject({ id: companyId, [`has_${toggle}`]: value });
      }
    }
  });

  test("keep nodes and assignments when hierarchy goes off and on again (CONF-107 partly)", async () => {
    const company = await setUpSiteCompany(testServer, { hierarchy: true });
    const { companyId, site } = company;
    const root = await company.node(await company.group("Region"), "Corp");
    const { id } = await company.person({ nodeId: root });
    const stored = async () => [
      await testServer.sql("select id, name, parent_id from organization_nodes where company_id = $1", [
        companyId,
      ]),
      await testServer.sql("select site_id, user_id from site_users where company_id = $1", [companyId]),
      await testServer.sql("select id, node_id from users where company_id = $1 order by id", [companyId]),
    ];
    const before = await stored();
    expect(before[1]).toEqual([{ site_id: site.id, user_id: id }]);
    for (const value of [false, null, true]) {
      await testServer.sql(
        "update company_configurations set has_company_hierarchy = $1 where company_id = $2",
        [value, companyId],
      );
      expect(await stored()).toEqual(before);
    }
  });
});
