import * as contract from "@mcc/contract/alerts/triggers.api.ts";
import { beforeAll, describe, expect, test } from "vitest";
import { putTrigger } from "../../testing/alerts.ts";
import { setUpApprovalCompany } from "../../testing/approval-company.ts";
import { openEventStream } from "../../testing/streams.ts";
import { startTestServer, type TestServer } from "../../testing/test-server.ts";

let testServer: TestServer;
beforeAll(async () => {
  testServer = await startTestServer();
});

const openCompany = async () => {
  const company = await setUpApprovalCompany(testServer);
  const { companyId } = company;
  const [rig, yard] = [await company.addSite({ name: "Rig 1" }), await company.addSite({ name: "Yard 2" })];
  const [dana, eve] = [
    await company.person({ sites: [rig, yard], username: `dana-${company.slug}` }),
    await company.person({ sites: [rig], username: `eve-${company.slug}` }),
  ];
  const admin = await company.person({ admin: true, username: `admin-${company.slug}` });
  await testServer.sql("delete from triggers where company_id = $1", [companyId]);
  return {
    ...{ ...company, rig, yard, dana, eve, admin },
    put: (traits: Parameters<typeof putTrigger>[2]) => putTrigger(testServer, companyId, traits),
    enabled: async () =>
      (
        await testServer.sql<{ id: number }>(
          "select id from triggers where company_id = $1 and enabled order by id",
          [companyId],
        )
      ).map(({ id }) => Number(id)),
    audited: () =>
      testServer.sql<{ action: string; record_id: string; details: Record<string, unknown> }>(
        "select action, record_id, details from audit_entries where company_id = $1 order by id",
        [companyId],
      ),
    disableWeekdays: () =>
      testServer.sql(
        "update company_configurations set has_trigger_rule_weekday_disabled = true where company_id = $1",
        [companyId],
      ),
  };
};

const listed = async (token: string, query: object = {}) =>
  (await testServer.call(contract.triggerList.page, { token, query: query as never })).body;
const ids = async (token: string, query: object = {}) =>
  (await listed(token, query)).results.map(({ id }) => id).toSorted((a, b) => a - b);
const suggested = async (token: string, query: object) =>
  (await testServer.call(contract.triggerList.suggest, { token, query: query as never })).body.results;
const create = (token: string, body: object) =>
  testServer.call(contract.createTrigger, { token, body: body as never });
const update = (token: string, id: unknown, body: object) =>
  testServer.call(contract.updateTrigger, { token, params: { id } as never, body: body as never });
const remove = (token: string, id: unknown) =>
  testServer.call(contract.deleteTrigger, { token, params: { id } as never });
const updateAll = (token: string, enableFilters: unknown, query: object = {}) =>
  testServer.call(contract.updateTriggers, {
    token,
    body: { enableFilters } as never,
    query: query as never,
  });

describe("the list of alert rules", () => {
  test("supplies every field of a trigger, weekdays by number (ALERT-018, ALERT-019, ALERT-020)", async () => {
    const { rig, dana, put } = await openCompany();
    const weekend = await put({
      user: dana.id,
      site: rig.id,
      rule: "WEEKDAY",
      weekdays: [6, 7],
      enabled: false,
    });
    const count = await put({ user: dana.id, site: rig.id, rule: "COUNT", frequency: "DAILY", value: 10 });
    const whose = { user: { id: dana.id, username: dana.username }, site: { id: rig.id, name: "Rig 1" } };
    expect((await listed(dana.token, { ordering: "rule" })).results).toEqual([
      {
        ...{ id: count, rule: "COUNT", frequency: "DAILY", value: 10, range_value: [], enabled: true },
        ...whose,
      },
      {
        ...{ id: weekend, rule: "WEEKDAY", frequency: "INSTANTLY", value: null },
        ...{ range_value: [6, 7], enabled: false, ...whose },
      },
    ]);
    expect(await ids(dana.token, { value: "Saturday, Sunday" })).toEqual([weekend]);
    expect(await ids(dana.token, { value: "monday" })).toEqual([]);
  });

  test("filters by its columns, and suggests values (ALERT-015, ALERT-016, ALERT-020)", async () => {
    const { rig, yard, dana, eve, admin, put } = await openCompany();
    const one = await put({ user: dana.id, site: rig.id });
    const two = await put({ user: dana.id, site: yard.id, rule: "COUNT", frequency: "WEEKLY", value: 25 });
    const three = await put({ user: eve.id, site: rig.id, frequency: "DAILY", enabled: false });
    const found = (query: object) => ids(admin.token, query);
    expect(await found({ rule: "CREATION" })).toEqual([one, three]);
    expect(await found({ frequency: "WEEKLY" })).toEqual([two]);
    expect(await found({ value: "25" })).toEqual([two]);
    expect(await found({ username: "EVE" })).toEqual([three]);
    expect(await found({ site: "rig" })).toEqual([one, three]);
    expect(await found({ status: "Enabled" })).toEqual([one, two]);
    expect(await found({ status: "Disabled" })).toEqual([three]);
    expect(await suggested(admin.token, { field: "site", status: "Disabled" })).toEqual(["Rig 1"]);
    expect(await suggested(admin.token, { field: "status" })).toEqual(["Disabled", "Enabled"]);
    for (const bad of [{ rule: "NEVER" }, { frequency: "HOURLY" }, { status: "On" }, { user: "x" }]) {
      const refused = await testServer.call(contract.triggerList.page, {
        token: admin.token,
        query: bad as never,
      });
      expect([refused.status, Object.keys(refused.body)]).toEqual([400, Object.keys(bad)]);
    }
  });

  test("filters by exactly one username and value, not by a part of them (WORK-013 partly)", async () => {
    const { put, dana, rig, yard, admin, person, slug } = await openCompany();
    const namesake = await person({ sites: [rig], username: `dana-${slug}-2` });
    const ten = await put({ user: dana.id, site: rig.id, rule: "COUNT", value: 10 });
    await put({ user: dana.id, site: yard.id, rule: "COUNT", value: 100 });
    await put({ user: namesake.id, site: rig.id, rule: "COUNT", value: 10 });
    const query = { username_is: dana.username.toUpperCase(), value_is: "10" };
    expect(await ids(admin.token, query)).toEqual([Number(ten)]);
    expect(await ids(admin.token, { username: dana.username, value: "10" })).toHaveLength(3);
  });

  test("shows company admins every trigger of the company, and others their own (ALERT-034)", async () => {
    const { rig, yard, dana, eve, admin, put } = await openCompany();
    const other = await openCompany();
    await other.put({ user: other.dana.id, site: other.rig.id });
    const [ofDana, ofEve] = [
      await put({ user: dana.id, site: rig.id }),
      await put({ user: eve.id, site: rig.id }),
    ];
    const hidden = await put({ user: eve.id, site: yard.id });
    expect(await ids(dana.token)).toEqual([ofDana]);
    expect(await ids(eve.token)).toEqual([ofEve]);
    expect(await suggested(eve.token, { field: "username" })).toEqual([eve.username]);
    expect(await ids(admin.token)).toEqual([ofDana, ofEve, hidden]);
  });

  test("leaves WEEKDAY out where the company has it disabled (ALERT-017)", async () => {
    const { rig, dana, admin, put, enabled, disableWeekdays } = await openCompany();
    const weekend = await put({
      user: dana.id,
      site: rig.id,
      rule: "WEEKDAY",
      weekdays: [6],
      enabled: false,
    });
    expect(await suggested(admin.token, { field: "rule" })).toEqual(["WEEKDAY"]);
    await disableWeekdays();
    for (const { token } of [dana, admin]) {
      expect([await ids(token), await suggested(token, { field: "rule" })]).toEqual([[], []]);
      expect((await update(token, weekend, { enabled: true })).status).toBe(404);
      const refused = await create(token, {
        ...{ user: dana.id, site: rig.id, rule: "WEEKDAY", frequency: "DAILY", range_value: [1] },
      });
      expect(refused).toMatchObject({
        status: 400,
        body: { rule: ["Your company does not use rules by weekday."] },
      });
      expect((await updateAll(token, true)).body.count).toBe(0);
    }
    expect(await enabled()).toEqual([]);
  });
});

describe("the switch of one rule", () => {
  test("takes its id and whether it is enabled, and is on record (ALERT-011, ALERT-021)", async () => {
    const { rig, dana, put, enabled, audited } = await openCompany();
    const id = await put({ user: dana.id, site: rig.id });
    const stream = await openEventStream(testServer, dana.token);
    await stream.hears(1);
    expect(await update(dana.token, id, { id, enabled: false })).toMatchObject({
      status: 200,
      body: { id, enabled: false },
    });
    await stream.hears(2);
    expect([stream.received, await enabled()]).toEqual([["ready", "alerts"], []]);
    await update(dana.token, id, { id, enabled: false });
    expect((await audited()).map(({ action, record_id }) => [action, record_id])).toEqual([
      ["trigger.updated", String(id)],
    ]);
    for (const odd of ["yes", null, 1]) {
      const refused = await update(dana.token, id, { id, enabled: odd });
      expect([refused.status, Object.keys(refused.body)]).toEqual([400, ["enabled"]]);
    }
  });

  test("is not found by users who do not see the rule", async () => {
    const { rig, yard, dana, eve, put, enabled } = await openCompany();
    const other = await openCompany();
    const [ofDana, hidden] = [
      await put({ user: dana.id, site: rig.id }),
      await put({ user: eve.id, site: yard.id }),
    ];
    for (const id of [ofDana, hidden, 999_999_999, "x"]) {
      for (const token of [eve.token, other.admin.token]) {
        expect((await update(token, id, { enabled: false })).status).toBe(404);
        expect((await remove(token, id)).status).toBe(404);
      }
    }
    expect(await enabled()).toEqual([ofDana, hidden]);
  });
});

describe("the switch of all filtered rules", () => {
  test("changes exactly the rules that match the filters (ALERT-012, ALERT-022)", async () => {
    const { rig, yard, dana, eve, admin, put, enabled, audited } = await openCompany();
    const one = await put({ user: dana.id, site: rig.id });
    const two = await put({ user: dana.id, site: yard.id });
    const three = await put({ user: eve.id, site: rig.id });
    const four = await put({ user: eve.id, site: rig.id, rule: "COUNT", value: 5 });
    const filters = { site: "rig", rule: "CREATION" };
    expect(await updateAll(admin.token, false, filters)).toMatchObject({
      status: 200,
      body: { detail: "Rules updated correctly", count: 2 },
    });
    expect(await enabled()).toEqual([two, four]);
    expect((await updateAll(admin.token, false, filters)).body.count).toBe(0);
    expect((await updateAll(admin.token, true, { status: "Disabled", username: "eve" })).body.count).toBe(1);
    expect(await enabled()).toEqual([two, three, four]);
    expect((await updateAll(admin.token, true)).body.count).toBe(1);
    expect(await enabled()).toEqual([one, two, three, four]);
    expect((await audited()).map(({ action, details }) => [action, details])).toEqual([
      [
        "trigger.batch_updated",
        { enabled: false, filters: { site: "rig", rule: ["CREATION"] }, count: 2, before: { enabled: true } },
      ],
      [
        "trigger.batch_updated",
        {
          enabled: true,
          filters: { status: ["Disabled"], username: "eve" },
          count: 1,
          before: { enabled: false },
        },
      ],
      ["trigger.batch_updated", { enabled: true, filters: {}, count: 1, before: { enabled: false } }],
    ]);
  });

  test("changes no rule that the user does not see", async () => {
    const { rig, yard, dana, eve, put, enabled } = await openCompany();
    const other = await openCompany();
    const foreign = await other.put({ user: other.dana.id, site: other.rig.id });
    await put({ user: eve.id, site: rig.id });
    const kept = [await put({ user: dana.id, site: rig.id }), await put({ user: eve.id, site: yard.id })];
    expect((await updateAll(eve.token, false)).body.count).toBe(1);
    expect([await enabled(), await other.enabled()]).toEqual([kept, [foreign]]);
  });

  test("refuses unknown filters and a missing direction, and changes nothing then", async () => {
    const { rig, admin, dana, put, enabled } = await openCompany();
    const id = await put({ user: dana.id, site: rig.id });
    for (const [enable, query, field] of [
      [false, { sight: "rig" }, "sight"],
      [false, { rule: "NEVER" }, "rule"],
      [false, { limit: "5" }, "limit"],
      ["no", {}, "enableFilters"],
      [undefined, {}, "enableFilters"],
    ] as const) {
      const refused = await updateAll(admin.token, enable, query);
      expect([refused.status, Object.keys(refused.body)]).toEqual([400, [field]]);
    }
    expect(await enabled()).toEqual([id]);
  });
});

describe("a rule", () => {
  test("is created for one user and one site, changed and deleted, and each is on record (ALERT-026)", async () => {
    const { rig, dana, admin, audited } = await openCompany();
    const body = { site: rig.id, rule: "COUNT", frequency: "WEEKLY", value: 3 };
    const made = await create(dana.token, body);
    const { id } = made.body;
    const whose = { user: { id: dana.id, username: dana.username }, site: { id: rig.id, name: "Rig 1" } };
    const rule = {
      id,
      rule: "COUNT",
      frequency: "WEEKLY",
      value: 3,
      range_value: [],
      enabled: true,
      ...whose,
    };
    expect(made).toMatchObject({ status: 200, body: rule });
    const changed = { ...rule, value: 4, frequency: "DAILY" };
    expect((await update(dana.token, id, { value: 4, frequency: "DAILY", rule: "CREATION" })).body).toEqual(
      changed,
    );
    expect((await listed(dana.token)).results).toEqual([changed]);
    expect(await remove(admin.token, id)).toMatchObject({
      status: 200,
      body: { detail: "Rule deleted correctly" },
    });
    expect(await ids(dana.token)).toEqual([]);
    expect((await remove(admin.token, id)).status).toBe(404);
    expect((await audited()).map(({ action }) => action)).toEqual([
      "trigger.created",
      "trigger.updated",
      "trigger.deleted",
    ]);
  });

  test("exists once for a user, a site and a rule, also when two are created at the same time", async () => {
    const { rig, dana } = await openCompany();
    const body = { site: rig.id, rule: "WEEKDAY", frequency: "INSTANTLY", range_value: [7, 6, 6] };
    const both = await Promise.all([create(dana.token, body), create(dana.token, body)]);
    const made = both.find(({ status }) => status === 200);
    expect(made?.body.range_value).toEqual([6, 7]);
    expect(both.find(({ status }) => status === 400)?.body).toEqual({
      rule: ["This user already has this rule for this site."],
    });
  });

  test("is refused for users and sites that are not there, hidden, or do not belong together", async () => {
    const { rig, yard, dana, eve, admin, put } = await openCompany();
    const other = await openCompany();
    const rule = { rule: "CREATION", frequency: "INSTANTLY" };
    const [noUser, noSite] = [{ user: ["There is no such user."] }, { site: ["There is no such site."] }];
    const cases: [string, object, object][] = [
      [eve.token, { user: dana.id, site: rig.id }, noUser],
      [eve.token, { user: 999_999_999, site: rig.id }, noUser],
      [eve.token, { site: yard.id }, noSite],
      [eve.token, { site: other.rig.id }, noSite],
      [eve.token, { site: 999_999_999 }, noSite],
      [admin.token, { user: other.dana.id, site: rig.id }, noUser],
      [admin.token, { user: 999_999_999, site: rig.id }, noUser],
      [admin.token, { user: dana.id, site: other.rig.id }, noSite],
      [admin.token, { user: eve.id, site: yard.id }, { site: ["This user has no access to this site."] }],
    ];
    for (const [token, body, message] of cases)
      expect(await create(token, { ...rule, ...body })).toMatchObject({ status: 400, body: message });
    expect((await create(admin.token, { ...rule, user: eve.id, site: rig.id })).status).toBe(200);
    expect((await create(admin.token, { ...rule, site: yard.id })).body.user.id).toBe(admin.id);
    const kept = await put({ user: dana.id, site: rig.id });
    expect(await ids(dana.token)).toEqual([kept]);
  });

  test("has a number of orders or weekdays, as the rule asks for", async () => {
    const { rig, dana, put } = await openCompany();
    const refused = async (body: object) => {
      const { status, body: fields } = await create(dana.token, {
        site: rig.id,
        frequency: "DAILY",
        ...body,
      });
      return [status, Object.keys(fields)];
    };
    expect(await refused({ rule: "COUNT" })).toEqual([400, ["value"]]);
    for (const value of [0, -1, 1.5, 1_000_001, "3", null])
      expect(await refused({ rule: "COUNT", value })).toEqual([400, ["value"]]);
    expect(await refused({ rule: "CREATION", value: 3 })).toEqual([400, ["value"]]);
    expect(await refused({ rule: "WEEKDAY" })).toEqual([400, ["range_value"]]);
    expect(await refused({ rule: "CREATION", range_value: [1] })).toEqual([400, ["range_value"]]);
    for (const range_value of [[0], [8], ["1"], "6-7", [1.5]]) {
      const { status, body } = await create(dana.token, {
        ...{ site: rig.id, frequency: "DAILY", rule: "WEEKDAY", range_value },
      });
      expect([status, Object.keys(body)[0]?.split(".")[0]]).toEqual([400, "range_value"]);
    }
    expect(await refused({})).toEqual([400, ["rule"]]);
    expect(await refused({ rule: "HOURLY" })).toEqual([400, ["rule"]]);
    const count = await put({ user: dana.id, site: rig.id, rule: "COUNT", value: 5 });
    for (const [body, field] of [
      [{ value: null }, "value"],
      [{ range_value: [1] }, "range_value"],
    ] as const)
      expect(Object.keys((await update(dana.token, count, body)).body)).toEqual([field]);
    expect((await listed(dana.token)).results[0]).toMatchObject({ value: 5, range_value: [] });
  });
});
