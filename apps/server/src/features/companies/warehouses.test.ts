import { addWarehouse, companyWarehouses, updateWarehouse } from "@mcc/contract/companies/warehouses.api.ts";
import type { Warehouse } from "@mcc/contract/companies/warehouses.schema.ts";
import { cloneSite, warehouses } from "@mcc/contract/sites/site-records.api.ts";
import pg from "pg";
import { beforeAll, describe, expect, test } from "vitest";
import { eventually } from "../../testing/eventually.ts";
import { setUpPlatformAdmin } from "../../testing/platform-admin.ts";
import { setUpSiteCompany } from "../../testing/site-company.ts";
import { startTestServer, type TestServer } from "../../testing/test-server.ts";

let testServer: TestServer;
let services: Awaited<ReturnType<typeof setUpPlatformAdmin>>;

beforeAll(async () => {
  testServer = await startTestServer();
  services = await setUpPlatformAdmin(testServer);
});

const list = async (id: number): Promise<readonly Warehouse[]> =>
  (await testServer.call(companyWarehouses, { token: services.token, params: { id } })).body.results;
const add = (id: number, name: unknown) =>
  testServer.call(addWarehouse, { token: services.token, params: { id }, body: { name } as never });
const change = (id: number, warehouse: number, body: object) =>
  testServer.call(updateWarehouse, { token: services.token, params: { id, warehouse }, body });

const newCompany = async (name: string) => {
  const { id } = (await services.create({ name })).body;
  const [first] = await list(id);
  return { id, first: first?.id ?? 0 };
};

describe("the warehouses of a company", () => {
  test("are listed, added, renamed and deactivated, each change on record in the company", async () => {
    const { id, first } = await newCompany("Stocked");
    expect(await list(id)).toEqual([{ id: first, name: "Main Warehouse", active: true, sites: 0 }]);
    const added = await add(id, " Dock 2 ");
    expect(added).toMatchObject({ status: 200, body: { name: "Dock 2", active: true, sites: 0 } });
    expect((await change(id, first, { name: "Dock 10" })).body).toMatchObject({
      name: "Dock 10",
      active: true,
    });
    expect((await change(id, first, { active: false })).body).toMatchObject({
      name: "Dock 10",
      active: false,
    });
    await change(id, first, { active: false, name: "Dock 10" });
    expect((await list(id)).map(({ name, active }) => [name, active])).toEqual([
      ["Dock 2", true],
      ["Dock 10", false],
    ]);
    const entries = await testServer.sql(
      `select action, record_id::int as record, actor_id::int as actor, details ->> 'name' as name,
         details -> 'before' ->> 'name' as was, details -> 'active' as active
       from audit_entries where company_id = $1 and record_type = 'warehouse' order by id`,
      [id],
    );
    const by = { actor: services.operator.id };
    expect(entries).toEqual([
      { ...by, action: "warehouse.created", record: added.body.id, name: "Dock 2", was: null, active: true },
      {
        ...by,
        action: "warehouse.updated",
        record: first,
        name: "Dock 10",
        was: "Main Warehouse",
        active: true,
      },
      { ...by, action: "warehouse.updated", record: first, name: "Dock 10", was: "Dock 10", active: false },
    ]);
  });

  test("have names of their own, in capitals or not, which others may have too", async () => {
    const { id, first } = await newCompany("Named Stock");
    const { id: other } = await newCompany("Other Stock");
    const taken = { status: 400, body: { name: ["There is already a warehouse with this name."] } };
    expect(await add(id, "MAIN warehouse")).toMatchObject(taken);
    const { body } = await add(id, "Dock");
    expect(await change(id, body.id, { name: "main WAREHOUSE" })).toMatchObject(taken);
    expect((await change(id, body.id, { name: "DOCK" })).body.name).toBe("DOCK");
    expect((await add(other, "Dock")).status).toBe(200);
    for (const name of ["", "  ", undefined])
      expect((await add(id, name)).body).toEqual({ name: ["Name field is required"] });
    expect((await change(id, first, { active: "no" })).body).toEqual({
      active: ["This must be true or false."],
    });
  });

  test("always have one that is active, also when two are deactivated at the same time", async () => {
    const { id, first } = await newCompany("Last Stock");
    const last = {
      status: 400,
      body: { active: ["A company needs an active warehouse. Add or activate another one first."] },
    };
    expect(await change(id, first, { active: false })).toMatchObject(last);
    const second = (await add(id, "Second")).body.id;
    // Both have begun before either can end.
    const holder = new pg.Client({ connectionString: testServer.url });
    await holder.connect();
    await holder.query("begin");
    await holder.query("select from mcc.warehouses where company_id = $1 for update", [id]);
    const changes = [first, second].map((one) => change(id, one, { active: false }));
    const waiting =
      "select from pg_stat_activity where wait_event_type = 'Lock' and query like '%warehouses%'";
    await eventually(async () => expect(await testServer.sql(waiting)).toHaveLength(2));
    await holder.end();
    const both = await Promise.all(changes);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 400]);
    expect((await list(id)).filter(({ active }) => active)).toHaveLength(1);
  });

  test("of another company are not found", async () => {
    const [{ id }, { first }] = [await newCompany("Mine"), await newCompany("Theirs")];
    expect((await change(id, first, { name: "Taken over" })).status).toBe(404);
    expect((await add(999_999_999, "None")).status).toBe(404);
  });
});

test("one that is no longer active stays with its sites, and cannot be chosen for others", async () => {
  const company = await setUpSiteCompany(testServer);
  const { companyId: id, token, warehouse, fields, create, update } = company;
  const site = (await create(fields())).body;
  const dock = (await add(id, "Dock")).body.id;
  await change(id, warehouse, { active: false });
  expect(await list(id)).toContainEqual({ id: warehouse, name: "Houston", active: false, sites: 1 });
  const offered = await testServer.call(warehouses, { token });
  expect(offered.body.results).toEqual([{ id: dock, name: "Dock" }]);
  const refused = "This warehouse is no longer active. Choose another one.";
  expect((await create(fields())).body).toEqual({ siteWarehouse: [refused] });
  const clone = (body: object) =>
    testServer.call(cloneSite, {
      token,
      params: { id: site.id },
      body: { name: "A clone", ...body } as never,
    });
  expect((await clone({})).body).toEqual({ site_warehouse: [refused] });
  expect((await clone({ site_warehouse: dock })).body.site_warehouse).toEqual({ id: dock, name: "Dock" });
  const kept = await update(site.id, { region: "West", site_warehouse: warehouse });
  expect(kept.body).toMatchObject({ region: "West", site_warehouse: { id: warehouse, name: "Houston" } });
  await update(site.id, { site_warehouse: dock });
  expect((await update(site.id, { site_warehouse: warehouse })).body).toEqual({ site_warehouse: [refused] });
  await change(id, warehouse, { active: true });
  expect((await update(site.id, { site_warehouse: warehouse })).body.site_warehouse?.id).toBe(warehouse);
});
