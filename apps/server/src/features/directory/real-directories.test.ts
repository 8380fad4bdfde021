import { beforeAll, describe, expect, test } from "vitest";
import { addCompany, addPerson } from "../../testing/people.ts";
import { GROUP, newUser, openDirectory, USER } from "../../testing/scim.ts";
import { startTestServer, type TestServer } from "../../testing/test-server.ts";

let testServer: TestServer;

beforeAll(async () => {
  testServer = await startTestServer();
});

const open = async () => openDirectory(testServer, await addCompany(testServer));

const ENTERPRISE = "urn:ietf:params:scim:schemas:extension:enterprise:2.0:User";

describe("Entra ID", () => {
  /** The attributes that it sends by default. */
  const user = (name: string, more: object = {}) => ({
    schemas: [USER, ENTERPRISE],
    externalId: name,
    userName: `${name}@entra.example.com`,
    active: true,
    addresses: [{ primary: false, type: "work", country: "Germany", locality: "Berlin" }],
    displayName: "Mira Muster",
    emails: [{ primary: true, type: "work", value: `${name}@entra.example.com` }],
    meta: { resourceType: "User" },
    name: { formatted: "Mira Muster", familyName: "Muster", givenName: "Mira" },
    phoneNumbers: [{ primary: true, type: "mobile", value: "+49 30 1" }],
    preferredLanguage: "de",
    roles: [],
    title: "Buyer",
    [ENTERPRISE]: { department: "Purchasing", manager: { value: "1" } },
    ...more,
  });

  test("looks for a user, creates, updates and disables them as text, and deletes them later (SCIM-005 partly)", async () => {
    const directory = await open();
    // It tests the connection with a user that does not exist.
    const probe = await directory.filter("/Users", 'userName eq "6fa1b0c2-0000-4000-8000-000000000000"');
    expect([probe.status, probe.body.totalResults, probe.body.Resources]).toEqual([200, 0, []]);
    const created = await directory.send("POST", "/Users", user("mira"));
    expect(created.status).toBe(201);
    expect(JSON.stringify(created.body)).not.toContain("Purchasing");
    const path = `/Users/${created.body.id}`;
    const found = await directory.filter("/Users", 'externalId eq "mira"');
    expect(found.body.Resources).toMatchObject([{ id: created.body.id }]);
    // Several attributes at once, some of which are unknown here, with capitals and paths as names.
    const updated = await directory.patch(
      path,
      { op: "Replace", path: 'emails[type eq "work"].value', value: "mira.m@entra.example.com" },
      { op: "Add", path: `${ENTERPRISE}:department`, value: "Sales" },
      { op: "Add", path: 'phoneNumbers[type eq "work"].value', value: "+49 30 2" },
      { op: "Replace", path: "name.familyName", value: "Meier" },
      { op: "Replace", path: "displayName", value: "Mira Meier" },
      { op: "Remove", path: "title" },
    );
    expect(updated.status).toBe(204);
    expect((await directory.get(path)).body).toMatchObject({
      name: { familyName: "Meier", givenName: "Mira" },
      emails: [{ value: "mira.m@entra.example.com" }],
    });
    await directory.patch(path, { op: "replace", value: { "name.givenName": "Maria", active: "True" } });
    expect((await directory.get(path)).body).toMatchObject({ name: { givenName: "Maria" }, active: true });
    expect((await directory.patch(path, { op: "Replace", path: "active", value: "False" })).status).toBe(204);
    expect((await directory.get(path)).body.active).toBe(false);
    expect((await directory.filter("/Users", "active eq false")).body.totalResults).toBe(1);
    expect((await directory.patch(path, { op: "Add", path: "active", value: "True" })).status).toBe(204);
    const wrapped = { op: "Replace", path: "active", value: [{ $ref: null, value: "False" }] };
    expect((await directory.patch(path, wrapped)).status).toBe(204);
    expect((await directory.get(path)).body.active).toBe(false);
    expect((await directory.send("DELETE", path)).status).toBe(204);
    const again = await directory.send("POST", "/Users", user("mira"));
    expect([again.status, again.body.id === created.body.id]).toEqual([201, false]);
  });

  test("pushes groups without their members, and members as values of a removal (SCIM-005 partly)", async () => {
    const directory = await open();
    const ids: string[] = [];
    for (const name of ["one", "two", "three"])
      ids.push((await directory.send("POST", "/Users", user(`group-${name}`))).body.id);
    const { status, body } = await directory.send("POST", "/Groups", {
      schemas: [
        "urn:ietf:params:scim:schemas:core:2.0:Group",
        "http://schemas.microsoft.com/2006/11/ResourceManagement/ADSCIM/2.0/Group",
      ],
      externalId: "8aa1a0c0",
      displayName: "All staff",
      meta: { resourceType: "Group" },
    });
    expect(status).toBe(201);
    const path = `/Groups/${body.id}`;
    const values = ids.map((value) => ({ $ref: null, value }));
    await directory.patch(path, { op: "Add", path: "members", value: values });
    await directory.patch(path, { op: "Remove", path: "members", value: values.slice(0, 1) });
    const { body: group } = await directory.get(path);
    expect(group.members.map(({ value }: { value: string }) => value)).toEqual(ids.slice(1));
    const without = await directory.get(`${path}?excludedAttributes=members`);
    expect(without.body.members).toBeUndefined();
    const found = await directory.get(
      `/Groups?excludedAttributes=members&filter=${encodeURIComponent('displayName eq "All staff"')}`,
    );
    expect(found.body).toMatchObject({ totalResults: 1, Resources: [{ id: body.id }] });
  });
});

describe("Okta", () => {
  test("pages through users, creates with POST, replaces with PUT, deactivates without a path (SCIM-005 partly)", async () => {
    const companyId = await addCompany(testServer);
    const directory = await openDirectory(testServer, companyId);
    await addPerson(testServer, companyId, { username: "okta-known" });
    const json = { "content-type": "application/json; charset=utf-8", accept: "application/scim+json" };
    const none = await directory.filter("/Users", 'userName eq "isaac@okta.example.com"');
    expect(none.body.totalResults).toBe(0);
    const sent = {
      schemas: [USER],
      userName: "isaac@okta.example.com",
      name: { givenName: "Isaac", familyName: "Brock" },
      emails: [{ primary: true, value: "isaac@okta.example.com", type: "work" }],
      displayName: "Isaac Brock",
      locale: "en-US",
      externalId: "00ujl29u0le5T6Aj10h7",
      groups: [],
      password: "1mz050nq",
      active: true,
    };
    const created = await directory.send("POST", "/Users", sent, json);
    expect(created.status).toBe(201);
    expect(JSON.stringify(created.body)).not.toContain("1mz050nq");
    const path = `/Users/${created.body.id}`;
    const replaced = await directory.send(
      ...(["PUT", path] as const),
      { ...sent, id: created.body.id, name: { givenName: "Isaac", familyName: "Stone" } },
      json,
    );
    expect([replaced.status, replaced.body.displayName]).toEqual([200, "Isaac Stone"]);
    const off = await directory.patch(path, { op: "replace", value: { active: false } });
    expect(off.status).toBe(204);
    expect((await directory.get(path)).body.active).toBe(false);
    const page = await directory.get("/Users?startIndex=1&count=1");
    expect(page.body).toMatchObject({ totalResults: 2, startIndex: 1, itemsPerPage: 1 });
    const next = await directory.get("/Users?startIndex=2&count=1");
    expect(next.body.Resources[0].id).toBe(created.body.id);
  });

  test("pushes a group with its members, and replaces name and members without a path (SCIM-005)", async () => {
    const directory = await open();
    const { body: user } = await directory.create();
    const { body: group } = await directory.createGroup("Test SCIMv2");
    const path = `/Groups/${group.id}`;
    await directory.patch(path, { op: "replace", value: { id: group.id, displayName: "Renamed" } });
    await directory.patch(path, {
      ...{ op: "add", path: "members", value: [{ value: user.id, display: user.userName }] },
    });
    expect((await directory.get(path)).body).toMatchObject({
      displayName: "Renamed",
      members: [{ value: user.id }],
    });
    await directory.patch(path, { op: "replace", value: { members: [] } });
    expect((await directory.get(path)).body.members).toEqual([]);
  });
});

describe("anything else", () => {
  const hostile: readonly unknown[] = [
    ...[
      null,
      true,
      0,
      "",
      "text",
      [],
      {},
      [[]],
      { value: {} },
      "\u0000",
      "\ud800",
      "a\nb",
      "x".repeat(9_999),
    ],
    ...[Number.MAX_VALUE, { constructor: 1 }, { toString: null }, ["False", "True"], { value: null }],
  ];

  test("is answered without a failure of the server (SCIM-003 partly)", async () => {
    const directory = await open();
    const { body: user } = await directory.create();
    const { body: group } = await directory.createGroup("Hostile");
    const [userPath, groupPath] = [`/Users/${user.id}`, `/Groups/${group.id}`];
    const attributes = ["userName", "externalId", "name", "name.givenName", "emails", "active", "members"];
    const requests: [string, string, unknown][] = hostile.flatMap((value): [string, string, unknown][] => [
      ...["/Users", "/Groups"].map((path): [string, string, unknown] => ["POST", path, value]),
      ...[userPath, groupPath].flatMap((path): [string, string, unknown][] => [
        ["PUT", path, value],
        ["PATCH", path, { Operations: value }],
        ["PATCH", path, { Operations: [value] }],
        ["PATCH", path, { Operations: [{ op: "replace", value }] }],
        ["PATCH", path, { Operations: [{ op: "replace", path: value, value: "x" }] }],
        [
          "PATCH",
          path,
          { Operations: [{ op: "replace", path: `members[value eq ${JSON.stringify(value)}]` }] },
        ],
        ...attributes.map((name): [string, string, unknown] => [
          "PATCH",
          path,
          { Operations: [{ op: "add", path: name, value }] },
        ]),
      ]),
    ]);
    const statuses = new Set<number>();
    for (const [method, path, body] of requests) {
      const { status } = await directory.send(method, path, body);
      if (status >= 500) throw new Error(`${status} for ${method} ${path} ${JSON.stringify(body)}`);
      statuses.add(status);
    }
    expect([...statuses].every((status) => [200, 201, 204, 400, 409].includes(status))).toBe(true);
    const queries = [
      ...[
        "filter=%00",
        "filter=%ED%A0%80",
        "filter=userName%20eq%20%22%00%22",
        "count=1e9",
        "startIndex=9e99",
      ],
      ...[
        "sortBy=__proto__",
        "sortBy=constructor.value",
        "sortBy=emailsx",
        "sortBy=emails.value.x",
        "filter=__proto__%20pr",
        "filter[]=x&filter[a]=1",
      ],
      ...[
        "attributes=%00",
        `excludedAttributes=${"a,".repeat(500)}`,
        "filter=emails%5B%5D",
        "filter=id%20eq%201e400",
      ],
      ...["filter=meta.created%20gt%20%229999-99-99T00:00:00Z%22", "filter=id%20co%20%22%25_%5C%5C%22"],
      ...["0000-01-01T00:00:00Z", "0001-01-01T00:00:00%2B14:00", "9999-12-31T23:59:59-14:00"].map(
        (time) => `filter=meta.created%20gt%20%22${time}%22`,
      ),
      ...["startIndex=999999999999999", "filter=groups%5Bvalue%20eq%20%22x%22%5D", "filter=groups%20pr"],
    ];
    for (const path of ["/Users", "/Groups"])
      for (const query of queries) {
        const { status } = await directory.get(`${path}?${query}`);
        expect([query, status < 500]).toEqual([query, true]);
      }
    const [before, within] = ["0001-01-01T00:00:00+14:00", "0001-01-01T14:00:00+14:00"];
    const since = async (time: string) =>
      (await directory.filter("/Users", `meta.created gt "${time}"`)).body;
    expect(await since(before)).toMatchObject({ status: "400", scimType: "invalidFilter" });
    expect((await since(within)).totalResults).toBeGreaterThan(0);
    for (const id of ["0", "-1", "1e3", "99999999999999999999", "%00", "a%2Fb", "x".repeat(300)])
      expect([404, 400]).toContain((await directory.send("DELETE", `/Users/${id}`)).status);
    const large = await directory.send("POST", "/Users", `{"userName":"${"x".repeat(5_000_000)}"}`);
    expect([large.status, large.body.status]).toEqual([413, "413"]);
    const broken = await directory.send("POST", "/Users", '{"userName":');
    expect([broken.status, broken.body.scimType]).toEqual([400, "invalidSyntax"]);
    const named = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, index) => [`x${index}`, 1]));
    const replace = (count: number) => ({ op: "replace", value: named(count) });
    expect((await directory.patch(userPath, replace(1_000))).status).toBe(204);
    for (const operations of [[replace(1_001)], [replace(600), replace(600)]]) {
      const { status, body } = await directory.patch(userPath, ...operations);
      expect([status, body.detail]).toEqual([400, "A request can change at most 1000 attributes."]);
    }
    const form = await directory.send("POST", "/Users", "userName=x", { "content-type": "text/plain" });
    expect(form.status).toBe(400);
  });
});

test("names of resources in small letters are the same resources (SCIM-005 partly)", async () => {
  const directory = await open();
  for (const path of [
    "/serviceproviderconfig",
    "/ServiceConfiguration",
    "/serviceConfiguration",
    "/serviceconfiguration",
  ])
    expect((await directory.get(path)).body.patch).toEqual({ supported: true });
  for (const path of ["/schemas", "/resourcetypes"])
    expect((await directory.get(path)).body.totalResults).toBeGreaterThan(1);
  const { status, body } = await directory.send("POST", "/users", newUser());
  expect([status, body.meta.location]).toEqual([201, `http://portal.test/scim/v2/Users/${body.id}`]);
  expect((await directory.get(`/users/${body.id}`)).body.userName).toBe(body.userName);
  expect((await directory.get("/users?count=1")).body.totalResults).toBe(1);
  const group = await directory.send("POST", "/groups", { schemas: [GROUP], displayName: "Buyers" });
  expect((await directory.send("DELETE", `/groups/${group.body.id}`)).status).toBe(204);
  expect((await directory.send("DELETE", `/users/${body.id}`)).status).toBe(204);
  expect((await directory.get("/nothing")).status).toBe(404);
});
