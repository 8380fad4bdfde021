import { addresses, createAddress, updateAddress } from "@mcc/contract/company-settings/addresses.api.ts";
import { currentUser } from "@mcc/contract/sign-in/sign-in.api.ts";
import { beforeAll, expect, test } from "vitest";
import { setUpApprovalCompany } from "../../testing/approval-company.ts";
import { openEventStream } from "../../testing/streams.ts";
import { startTestServer, type TestServer } from "../../testing/test-server.ts";

let testServer: TestServer;

beforeAll(async () => {
  testServer = await startTestServer();
});

const HOUSTON = {
  ...{ name: "Acme Drilling", name_ext: "Accounts Payable", phone: "+1 713 555 0100", email: "ap@acme.test" },
  ...{ street: "1 Main St", street2: "Floor 2", postal_code: "77002", city: "Houston" },
  ...{ region: "Texas", region_code: "TX", country: "US", is_default_billing_address: true },
};
const REQUIRED = { name: "Acme", street: "1 Main St", city: "Houston", country: "US" };

const openCompany = async () => {
  const company = await setUpApprovalCompany(testServer);
  const { token } = await company.person({ admin: true });
  return {
    ...company,
    token,
    create: (body: object, as = token) => testServer.call(createAddress, { token: as, body: body as never }),
    update: (id: unknown, body: object, as = token) =>
      testServer.call(updateAddress, { token: as, params: { id }, body: body as never }),
    read: async (as = token) => (await testServer.call(addresses, { token: as })).body.results,
    held: async (as = token) =>
      (await testServer.call(currentUser, { token: as })).body.company?.default_billing_address,
    audited: async () =>
      (
        await testServer.sql<{ action: string }>(
          "select action from audit_entries where company_id = $1 and record_type = 'address' order by id",
          [company.companyId],
        )
      ).map(({ action }) => action),
  };
};

test("a billing address is created and changed, and the company holds it at once (CONF-071, CONF-073, CONF-079)", async () => {
  const { create, update, read, held, audited } = await openCompany();
  expect(await held()).toBeNull();
  expect(await read()).toEqual([]);
  const made = await create(HOUSTON);
  const { id } = made.body;
  expect(made).toMatchObject({ status: 200, body: { id: expect.any(Number), ...HOUSTON } });
  expect(await held()).toEqual({ id, ...HOUSTON });
  expect(await read()).toEqual([{ id, ...HOUSTON }]);
  const changed = { ...HOUSTON, name: "Acme Energy", street2: "", phone: null };
  expect((await update(id, changed)).body).toEqual({
    ...{ id, ...HOUSTON, name: "Acme Energy" },
    ...{ street2: null, phone: null },
  });
  expect((await update(id, { city: "Midland" })).body).toMatchObject({
    ...{ id, name: "Acme Energy", city: "Midland", region: "Texas", email: "ap@acme.test" },
  });
  expect(await held()).toMatchObject({ id, city: "Midland" });
  await update(id, { city: "Midland" });
  expect(await audited()).toEqual(["address.created", "address.updated", "address.updated"]);
});

test("a company has one billing address: another one takes its place, also when two are sent at once", async () => {
  const { create, read, held } = await openCompany();
  const first = (await create(REQUIRED)).body.id;
  const second = (await create({ ...REQUIRED, city: "Dallas" })).body.id;
  expect(second).not.toBe(first);
  expect(await read()).toMatchObject([{ id: second, city: "Dallas" }]);
  const both = await Promise.all(["Waco", "Tyler"].map((city) => create({ ...REQUIRED, city })));
  expect(both.map(({ status }) => status)).toEqual([200, 200]);
  expect(await read()).toHaveLength(1);
  expect(["Waco", "Tyler"]).toContain((await held())?.city);
});

test("name, street, city and country are required, each with its own message (CONF-075)", async () => {
  const { create, update } = await openCompany();
  const missing = {
    name: ["Name field is required"],
    street: ["Street field is required"],
    city: ["City field is required"],
    country: ["Country field is required"],
  };
  for (const body of [{}, { name: "", street: " ", city: "", country: "" }])
    expect(await create(body)).toMatchObject({ status: 400, body: missing });
  const { id } = (await create(REQUIRED)).body;
  expect(await update(id, { name: " ", city: "" })).toMatchObject({
    status: 400,
    body: { name: missing.name, city: missing.city },
  });
  expect((await create({ ...REQUIRED, country: "Texas" })).body).toEqual({
    country: ["This is not the code of a country."],
  });
  expect((await create({ ...REQUIRED, country: "constructor" })).status).toBe(400);
});

test("each field takes its maximum length and no more (CONF-076)", async () => {
  const { create } = await openCompany();
  const limits = {
    ...{ name: 50, name_ext: 50, phone: 20, street: 50, street2: 50, postal_code: 10, city: 60, region: 20 },
  };
  const elsewhere = { ...REQUIRED, country: "NO" };
  for (const [field, max] of Object.entries(limits)) {
    expect((await create({ ...elsewhere, [field]: "x".repeat(max) })).status, field).toBe(200);
    expect(await create({ ...elsewhere, [field]: "x".repeat(max + 1) }), field).toMatchObject({
      status: 400,
      body: { [field]: [`This can't be longer than ${max} characters.`] },
    });
  }
  const email = (length: number) => `${"x".repeat(length - "@acme.test".length)}@acme.test`;
  expect((await create({ ...elsewhere, email: email(50) })).status).toBe(200);
  expect((await create({ ...elsewhere, email: email(51) })).body).toEqual({
    email: ["This can't be longer than 50 characters."],
  });
  expect((await create({ ...elsewhere, email: "nobody" })).body).toEqual({
    email: ["Incorrect email format"],
  });
});

test("in the US and Canada the region is one of a list, elsewhere any text (CONF-077 partly)", async () => {
  const { create } = await openCompany();
  const regionOf = async (place: object) => {
    const { status, body } = await create({ ...REQUIRED, ...place });
    return status === 200 ? [body.region, body.region_code] : body;
  };
  const unknown = { region: ["This is not a region of the country."] };
  expect(await regionOf({ country: "US", region_code: "TX" })).toEqual(["Texas", "TX"]);
  expect(await regionOf({ country: "us", region: "texas" })).toEqual(["Texas", "TX"]);
  expect(await regionOf({ country: "CA", region: "NL" })).toEqual(["Newfoundland and Labrador", "NL"]);
  expect(await regionOf({ country: "US" })).toEqual([null, null]);
  expect(await regionOf({ country: "US", region: "Bavaria" })).toEqual(unknown);
  expect(await regionOf({ country: "CA", region_code: "TX" })).toEqual(unknown);
  expect(await regionOf({ country: "DE", region: "Bavaria", region_code: "BY" })).toEqual(["Bavaria", null]);
});

test("another country takes the region along, unless a new one is sent (CONF-078 partly)", async () => {
  const { create, update } = await openCompany();
  const { id } = (await create(HOUSTON)).body;
  expect((await update(id, { country: "US" })).body).toMatchObject({ region: "Texas", region_code: "TX" });
  expect((await update(id, { region: "Nevada" })).body).toMatchObject({ region_code: "NV" });
  expect((await update(id, { country: "DE" })).body).toMatchObject({ region: null, region_code: null });
  const canada = { country: "CA", region_code: "AB" };
  expect((await update(id, canada)).body).toMatchObject({ region: "Alberta", region_code: "AB" });
});

test("the address is for company admins, and another company's is not there (SEC-001)", async () => {
  const { create, update, person, held, read } = await openCompany();
  const { id } = (await create(HOUSTON)).body;
  const { token } = await person();
  expect((await create(HOUSTON, token)).status).toBe(403);
  expect((await update(id, { city: "X" }, token)).status).toBe(403);
  expect((await testServer.call(addresses, { token })).status).toBe(403);
  expect(await held(token)).toBeNull();
  const other = await openCompany();
  await other.create(REQUIRED);
  for (const wrong of [id, 9_999_999, "nothing"])
    expect((await other.update(wrong, { city: "X" })).status).toBe(404);
  expect(await read()).toMatchObject([{ id, city: "Houston" }]);
  expect((await create({ ...HOUSTON, is_default_billing_address: false })).status).toBe(400);
});

test("the company's open pages hear of a changed address", async () => {
  const { create, token } = await openCompany();
  const stream = await openEventStream(testServer, token);
  await stream.hears(1);
  await create(HOUSTON);
  await stream.hears(2);
  expect(stream.received).toEqual(["ready", "company"]);
});
