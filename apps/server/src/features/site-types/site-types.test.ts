import { siteTypeEndpoints } from "@mcc/contract/site-types/site-types.api.ts";
import { beforeAll, expect, test } from "vitest";
import { setUpSiteCompany } from "../../testing/site-company.ts";
import { openEventStream } from "../../testing/streams.ts";
import { startTestServer, type TestServer } from "../../testing/test-server.ts";

let testServer: TestServer;

beforeAll(async () => {
  testServer = await startTestServer();
});

const TAKEN = { name: ["There is already a site type with this name."] };

/** A company whose only site type is Yard. */
const openCompany = async () => {
  const company = await setUpSiteCompany(testServer);
  const { token, companyId } = company;
  return {
    ...company,
    createType: (name: unknown, as = token) =>
      testServer.call(siteTypeEndpoints.create, { token: as, body: { name } as never }),
    findType: (id: unknown, as = token) =>
      testServer.call(siteTypeEndpoints.find, { token: as, params: { id } }),
    rename: (id: unknown, name: unknown, as = token) =>
      testServer.call(siteTypeEndpoints.update, { token: as, params: { id }, body: { name } as never }),
    removeType: (id: unknown, as = token) =>
      testServer.call(siteTypeEndpoints.delete, { token: as, params: { id } }),
    names: async (query: Readonly<Record<string, string>> = {}, as = token) =>
      (await testServer.call(siteTypeEndpoints.list, { token: as, query })).body.results.map(
        ({ name }) => name,
      ),
    audited: () =>
      testServer.sql<{ action: string; record_id: string; details: object }>(
        "select action, record_id, details from audit_entries where company_id = $1 and record_type = 'site_type' order by id",
        [companyId],
      ),
  };
};

test("a site type has an id and a name; it is created, found, renamed and deleted, and each is on record (CONF-087, CONF-088, CONF-089 partly)", async () => {
  const { createType, findType, rename, removeType, names, audited } = await openCompany();
  const made = await createType("  Camp ");
  const { id } = made.body;
  expect(made).toMatchObject({ status: 200, body: { id: expect.any(Number), name: "Camp" } });
  expect((await findType(id)).body).toEqual({ id, name: "Camp" });
  expect(await names()).toEqual(["Camp", "Yard"]);
  expect(await names({ order_by: "-name", limit: "1" })).toEqual(["Yard"]);
  expect((await rename(id, "Base Camp")).body).toEqual({ id, name: "Base Camp" });
  expect((await rename(id, "Base Camp")).status).toBe(200);
  expect(await removeType(id)).toMatchObject({
    status: 200,
    body: { detail: "Site type deleted correctly" },
  });
  expect(await names()).toEqual(["Yard"]);
  for (const gone of [await findType(id), await rename(id, "Again"), await removeType(id)])
    expect(gone.status).toBe(404);
  const entries = await audited();
  expect(entries.map(({ action, record_id }) => [action, record_id])).toEqual(
    ["site_type.created", "site_type.updated", "site_type.deleted"].map((action) => [action, String(id)]),
  );
  expect(entries[1]?.details).toMatchObject({ name: "Base Camp", before: { name: "Camp" } });
});

test("the calls about one site type are answered with and without the final slash (CONF-089)", async () => {
  const { token, createType } = await openCompany();
  const { id } = (await createType("Camp")).body;
  const send = async (method: string, path: string, body?: object) => {
    const response = await fetch(`${testServer.address}/api/sites/site-type/${path}`, {
      method,
      headers: { authorization: `JWT ${token}`, ...(body && { "content-type": "application/json" }) },
      body: body && JSON.stringify(body),
    });
    return [response.status, await response.json()];
  };
  for (const path of [`${id}`, `${id}/`]) {
    const name = `Camp of ${path}`;
    expect(await send("PATCH", path, { name })).toEqual([200, { id, name }]);
    expect(await send("GET", path)).toEqual([200, { id, name }]);
  }
  const other = (await createType("Mine")).body.id;
  expect((await send("DELETE", `${id}`))[0]).toBe(200);
  expect((await send("DELETE", `${other}/`))[0]).toBe(200);
});

test("a name is required, storable, not too long, and one type's only, in capitals or not (CONF-086, CONF-090 partly)", async () => {
  const { createType, rename, names, type } = await openCompany();
  const camp = (await createType("Camp")).body.id;
  for (const bad of ["", "   ", undefined, null, 7])
    expect(await createType(bad)).toMatchObject({ status: 400, body: { name: ["Name field is required"] } });
  expect(await rename(camp, " ")).toMatchObject({ status: 400, body: { name: ["Name field is required"] } });
  for (const bad of ["x".repeat(256), "a\u0000b", "\ud800"]) expect((await createType(bad)).status).toBe(400);
  expect(await createType("yARD ")).toMatchObject({ status: 400, body: TAKEN });
  expect(await rename(camp, "YARD")).toMatchObject({ status: 400, body: TAKEN });
  expect((await rename(type, "YARD")).status).toBe(200);
  const at_once = await Promise.all(["Mine", "MINE", "mine"].map((name) => createType(name)));
  expect(at_once.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
  expect(await names()).toHaveLength(3);
  expect((await (await openCompany()).createType("Camp")).status).toBe(200);
});

test("a type that sites have stays, with their number; deleted sites keep nothing back (CONF-091 partly)", async () => {
  const { createType, removeType, create, fields, removeSite, names } = await openCompany();
  const { id } = (await createType("Camp")).body;
  const sites = [await create(fields({ site_type: id })), await create(fields({ site_type: id }))];
  expect(await removeType(id)).toMatchObject({
    status: 409,
    body: { code: "site_type.in_use", detail: "2 sites have this type: give them another one first." },
  });
  await removeSite(sites[0]?.body.id);
  expect(await removeType(id)).toMatchObject({
    status: 409,
    body: { detail: "1 site has this type: give it another one first." },
  });
  expect(await names()).toEqual(["Camp", "Yard"]);
  await removeSite(sites[1]?.body.id);
  expect((await removeType(id)).status).toBe(200);
});

test("a type that is given to a site while it is deleted is either kept or gone for both", async () => {
  const { createType, removeType, create, fields } = await openCompany();
  for (let round = 0; round < 6; round++) {
    const { id } = (await createType(`Type ${round}`)).body;
    const [made, removed] = await Promise.all([create(fields({ site_type: id })), removeType(id)]);
    const outcome = [made.status, removed.status];
    expect([
      [200, 409],
      [400, 200],
    ]).toContainEqual(outcome);
  }
});

test("every user of the company reads site types, only company admins change them, and others do not find them", async () => {
  const { createType, findType, rename, removeType, names, person, type } = await openCompany();
  const { token } = await person();
  expect(await names({}, token)).toEqual(["Yard"]);
  expect((await findType(type, token)).body.name).toBe("Yard");
  const refused = [
    await createType("Mine", token),
    await rename(type, "Mine", token),
    await removeType(type, token),
  ];
  expect(refused.map(({ status }) => status)).toEqual([403, 403, 403]);
  const other = await openCompany();
  for (const { status } of [
    await other.findType(type),
    await other.findType("nothing"),
    await other.rename(type, "Taken over"),
    await other.removeType(type),
  ])
    expect(status).toBe(404);
  expect(await names()).toEqual(["Yard"]);
});

test("the company's open pages hear of a new, renamed and deleted site type", async () => {
  const { createType, rename, removeType, token } = await openCompany();
  const stream = await openEventStream(testServer, token);
  await stream.hears(1);
  const { id } = (await createType("Camp")).body;
  await stream.hears(2);
  await rename(id, "Base");
  await stream.hears(3);
  await removeType(id);
  await stream.hears(4);
  expect(stream.received).toEqual(["ready", "sites", "sites", "sites"]);
});
