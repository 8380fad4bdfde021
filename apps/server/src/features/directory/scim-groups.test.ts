import {
  previewAccessMappings,
  replaceAccessMappings,
} from "@mcc/contract/access-mappings/access-mappings.api.ts";
import { findUser, updateUser } from "@mcc/contract/users/users.api.ts";
import { beforeAll, expect, test } from "vitest";
import { setUpHierarchy } from "../../testing/hierarchy-company.ts";
import { addSite } from "../../testing/orders.ts";
import { addCompany, addPerson, addRole, tokenFor } from "../../testing/people.ts";
import { GROUP, openDirectory } from "../../testing/scim.ts";
import { startTestServer, type TestServer } from "../../testing/test-server.ts";

let testServer: TestServer;

beforeAll(async () => {
  testServer = await startTestServer();
});

const setUp = async (count = 3) => {
  const directory = await openDirectory(testServer, await addCompany(testServer));
  const ids: string[] = [];
  for (let at = 0; at < count; at++) ids.push((await directory.create()).body.id);
  const members = async (id: string) =>
    (await directory.get(`/Groups/${id}`)).body.members.map(({ value }: { value: string }) => value);
  return { directory, ids: ids as [string, string, string], members };
};

test("groups are created, read, replaced, changed and deleted, with members (SCIM-004 partly)", async () => {
  const { directory, ids, members } = await setUp();
  const [a, b, c] = ids;
  const created = await directory.send("POST", "/Groups", {
    schemas: [GROUP],
    externalId: "g-1",
    displayName: "Buyers",
    members: [{ value: a, display: "Somebody" }],
  });
  expect(created.status).toBe(201);
  const { id } = created.body;
  const path = `/Groups/${id}`;
  expect(created.body).toMatchObject({
    displayName: "Buyers",
    externalId: "g-1",
    members: [{ value: a, $ref: `http://portal.test/scim/v2/Users/${a}` }],
  });
  expect((await directory.get(`/Users/${a}`)).body.groups).toMatchObject([{ value: id, display: "Buyers" }]);
  await directory.patch(path, { op: "add", path: "members", value: [{ value: b }, { value: c }] });
  expect(await members(id)).toEqual([a, b, c]);
  await directory.patch(path, { op: "remove", path: `members[value eq "${b}"]` });
  expect(await members(id)).toEqual([a, c]);
  await directory.patch(path, { op: "replace", path: "members", value: [{ value: b }] });
  expect(await members(id)).toEqual([b]);
  await directory.patch(path, { op: "replace", path: "displayName", value: "Purchasing" });
  const replaced = await directory.send("PUT", path, {
    schemas: [GROUP],
    displayName: "Purchasers",
    members: [{ value: a }, { value: c }, { value: "999999999" }, { value: "nobody" }],
  });
  expect(replaced.body).toMatchObject({ displayName: "Purchasers", members: [{ value: a }, { value: c }] });
  // As of users, what is left out stays.
  expect(replaced.body.externalId).toBe("g-1");
  await directory.patch(path, { op: "remove", path: "members" });
  expect(await members(id)).toEqual([]);
  expect((await directory.createGroup("purchasers")).body).toMatchObject({
    status: "409",
    scimType: "uniqueness",
  });
  expect((await directory.send("DELETE", path)).status).toBe(204);
  expect((await directory.get(path)).status).toBe(404);
});

test("groups are filtered, sorted, paged, projected and have versions (SCIM-004 partly)", async () => {
  const { directory, ids } = await setUp();
  const [a] = ids;
  for (const name of ["Blue", "amber", "Cyan"]) await directory.createGroup(name, name === "Blue" ? [a] : []);
  const names = async (query: string) =>
    (await directory.get(`/Groups?${query}`)).body.Resources.map(
      ({ displayName }: { displayName: string }) => displayName,
    );
  expect(await names("sortBy=displayName")).toEqual(["amber", "Blue", "Cyan"]);
  expect(await names("sortBy=displayName&sortOrder=descending&count=1&startIndex=2")).toEqual(["Blue"]);
  expect(await names(`filter=${encodeURIComponent('displayName eq "AMBER"')}`)).toEqual(["amber"]);
  expect(await names(`filter=${encodeURIComponent(`members[value eq "${a}"]`)}`)).toEqual(["Blue"]);
  expect(
    await names(`filter=${encodeURIComponent(`members.value eq "${a}" or displayName sw "c"`)}`),
  ).toEqual([...["Blue", "Cyan"]]);
  const { body } = await directory.get("/Groups?excludedAttributes=members&count=1");
  expect(Object.keys(body.Resources[0]).sort()).toEqual(["displayName", "id", "meta", "schemas"]);
  const one = await directory.get(`/Groups/${body.Resources[0].id}`);
  const version = one.headers.get("etag") ?? "";
  const add = (ifMatch: string) =>
    directory.send(
      ...(["PATCH", `/Groups/${one.body.id}`] as const),
      { Operations: [{ op: "add", path: "members", value: [{ value: ids[1] }] }] },
      { "if-match": ifMatch },
    );
  expect((await add(version)).status).toBe(204);
  expect((await add(version)).status).toBe(412);
});

test("who is deleted is no member any more (SCIM-004 partly)", async () => {
  const { directory, ids, members } = await setUp();
  const { body } = await directory.createGroup("All", ids);
  await directory.send("DELETE", `/Users/${ids[1]}`);
  expect(await members(body.id)).toEqual([ids[0], ids[2]]);
});

test("members arrive in pages, also at the same time, and none is lost (SCIM-005 partly)", async () => {
  const { directory, ids, members } = await setUp(12);
  const { body } = await directory.createGroup("Paged");
  const pages = [0, 3, 6, 9].map((from) => ids.slice(from, from + 3));
  const answers = await Promise.all(
    pages.map((page) =>
      directory.patch(`/Groups/${body.id}`, {
        ...{ op: "Add", path: "members", value: page.map((value) => ({ $ref: null, value })) },
      }),
    ),
  );
  expect(answers.map(({ status }) => status)).toEqual([204, 204, 204, 204]);
  expect(await members(body.id)).toEqual(ids);
});

test("a group gives role, sites and company admin by the company's mappings, and takes them back (SCIM-004 partly)", async () => {
  const companyId = await addCompany(testServer);
  const admin = await addPerson(testServer, companyId, { admin: true });
  const token = await tokenFor(testServer, admin.username);
  const directory = await openDirectory(testServer, companyId);
  const roleId = await addRole(testServer, companyId, { name: "Buyer" });
  const site = await addSite(testServer, companyId);
  await testServer.call(replaceAccessMappings, {
    token,
    body: {
      version: 0,
      mappings: [
        { claim: "groups", value: "Buyers", role_id: roleId, sites: [site.id] },
        { claim: "groups", value: "Heads", is_company_admin: true },
      ],
    } as never,
  });
  const ids: string[] = [];
  for (let at = 0; at < 25; at++) ids.push((await directory.create()).body.id);
  const first = ids[0] as string;
  const look = async (id = first) => {
    const { body } = await testServer.call(findUser, { token, params: { id: Number(id) } });
    return [body.role?.name, body.sites.map((each) => each.id), body.is_company_admin];
  };
  expect(await look()).toEqual([undefined, [], false]);
  const { body: buyers } = await directory.createGroup("Buyers", [first]);
  expect(await look()).toEqual(["Buyer", [site.id], false]);
  const { body: user } = await testServer.call(findUser, { token, params: { id: Number(first) } });
  expect(user.directory?.decides).toEqual([
    ...["username", "first_name", "last_name", "email", "role", "sites", "is_company_admin"],
  ]);
  const changed = await testServer.call(updateUser, {
    token,
    params: { id: Number(first) },
    body: { role_id: null },
  });
  expect([changed.status, Object.keys(changed.body)]).toEqual([400, ["role"]]);
  // All of them at once are changed together.
  await directory.patch(`/Groups/${buyers.id}`, {
    ...{ op: "Add", path: "members", value: ids.map((value) => ({ value })) },
  });
  for (const id of ids) expect(await look(id)).toEqual(["Buyer", [site.id], false]);
  const { body: heads } = await directory.createGroup("Heads", ids.slice(0, 2));
  expect(await look()).toEqual(["Buyer", [site.id], true]);
  await directory.patch(`/Groups/${buyers.id}`, { op: "replace", path: "displayName", value: "Sellers" });
  for (const id of ids.slice(2)) expect(await look(id)).toEqual([undefined, [], false]);
  await directory.send("DELETE", `/Groups/${heads.id}`);
  expect(await look()).toEqual([undefined, [], false]);
  const audited = await testServer.sql<{ count: number }>(
    "select count(*)::int as count from audit_entries where company_id = $1 and action = 'user.updated' and record_id = $2",
    [companyId, ids[5]],
  );
  expect(audited).toEqual([{ count: 2 }]);
  // A mapping that is added later counts at once.
  await testServer.call(replaceAccessMappings, {
    token,
    body: { version: 1, mappings: [{ claim: "groups", value: "Sellers", role_id: roleId }] } as never,
  });
  expect((await look(ids[9]))[0]).toBe("Buyer");
});

test("in a company with a hierarchy a group gives the node (SCIM-004)", async () => {
  const { companyId, token, child, root } = await setUpHierarchy(testServer);
  const directory = await openDirectory(testServer, companyId);
  const north = await child("North", root);
  const mappings = [{ claim: "groups", value: "North crew", node: north }];
  const saved = await testServer.call(replaceAccessMappings, {
    token,
    body: { version: 0, mappings } as never,
  });
  expect(saved.status).toBe(200);
  const { body: user } = await directory.create();
  const look = async () => (await testServer.call(findUser, { token, params: { id: Number(user.id) } })).body;
  expect((await look()).node).toBeNull();
  const { body: group } = await directory.createGroup("North crew", [user.id]);
  expect(await look()).toMatchObject({
    node: north,
    directory: { decides: expect.arrayContaining(["node"]) },
  });
  await directory.patch(`/Groups/${group.id}`, { op: "Remove", path: "members" });
  expect((await look()).node).toBeNull();
});

/** A group that gives a role, one that gives nothing, and users; and what the portal knows of one. */
const setUpTwoGroups = async () => {
  const companyId = await addCompany(testServer);
  const admin = await addPerson(testServer, companyId, { admin: true });
  const token = await tokenFor(testServer, admin.username);
  const directory = await openDirectory(testServer, companyId);
  const role_id = await addRole(testServer, companyId, { name: "Buyer" });
  const mappings = [{ claim: "groups", value: "Buyers", role_id }];
  await testServer.call(replaceAccessMappings, { token, body: { version: 0, mappings } as never });
  const ids: string[] = [];
  for (let at = 0; at < 4; at++) ids.push((await directory.create()).body.id);
  const groups: string[] = [];
  for (const name of ["Buyers", "Drivers"]) groups.push((await directory.createGroup(name, ids)).body.id);
  const look = async (id: string) => {
    const { body } = await testServer.call(previewAccessMappings, {
      token,
      body: { user: Number(id) } as never,
    });
    return [body.claims, body.before?.role?.name];
  };
  return { directory, ids, groups, look };
};

test("two groups that change at the same time leave their members with the rights of the groups they are in (SCIM-004 partly, SSOS-005 partly)", async () => {
  const { directory, ids, groups, look } = await setUpTwoGroups();
  const change = async (op: "add" | "remove") => {
    const value = ids.map((id) => ({ value: id }));
    const answers = await Promise.all(
      groups.map((id) => directory.patch(`/Groups/${id}`, { op, path: "members", value })),
    );
    expect(answers.map(({ status }) => status)).toEqual([204, 204]);
  };
  for (let round = 0; round < 3; round++) {
    await change("remove");
    for (const id of ids) expect(await look(id)).toEqual([[{ name: "groups", values: [] }], undefined]);
    await change("add");
    for (const id of ids)
      expect(await look(id)).toEqual([[{ name: "groups", values: ["Buyers", "Drivers"] }], "Buyer"]);
  }
});

test("a user who is deleted while their groups change is in none (SCIM-004 partly)", async () => {
  const { directory, ids, groups } = await setUpTwoGroups();
  const [first] = ids;
  const answers = await Promise.all([
    directory.send("DELETE", `/Users/${first}`),
    ...groups.map((id) => directory.patch(`/Groups/${id}`, { op: "remove", path: "members" })),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([204, 204, 204]);
  expect((await directory.get(`/Groups/${groups[0]}`)).body.members).toEqual([]);
});

test("only a missing value removes all members, and paths that choose none or their names are refused (SCIM-004 partly)", async () => {
  const { directory, ids, members } = await setUp();
  const [a, b] = ids;
  const { body: group } = await directory.createGroup("Blue", [a]);
  const path = `/Groups/${group.id}`;
  const change = async (op: string, at: string, value?: unknown) => {
    const { status, body } = await directory.patch(path, { op, path: at, value });
    return [status, body?.scimType];
  };
  expect(await change("remove", "members", [])).toEqual([204, undefined]);
  expect(await members(group.id)).toEqual([a]);
  expect(await change("replace", `members[value eq "${b}"].display`, "Ben")).toEqual([400, "noTarget"]);
  expect(await change("replace", `members[value eq "${b}"]`, { value: b })).toEqual([400, "noTarget"]);
  expect(await change("replace", `members[value eq "${a}"].display`, "Ben")).toEqual([400, "mutability"]);
  expect(await change("remove", `members[value eq "${a}"].display`)).toEqual([400, "mutability"]);
  for (const value of [b, { value: b }, [{ value: b }]])
    expect(await change("replace", `members[value eq "${a}"]`, value)).toEqual([400, "mutability"]);
  expect(await change("replace", `members[value eq "${a}"].value`, b)).toEqual([400, "mutability"]);
  expect(await change("replace", `members[value eq "${a}"]`, { value: a })).toEqual([204, undefined]);
  expect(await members(group.id)).toEqual([a]);
  expect(await change("remove", "members")).toEqual([204, undefined]);
  expect(await members(group.id)).toEqual([]);
});
