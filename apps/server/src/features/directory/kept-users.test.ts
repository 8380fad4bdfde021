import { replaceAccessMappings } from "@mcc/contract/access-mappings/access-mappings.api.ts";
import { assignUsers, cloneSite, updateSite } from "@mcc/contract/sites/site-records.api.ts";
import { assignUserToSites, findUser, updateUser, userList } from "@mcc/contract/users/users.api.ts";
import { beforeAll, expect, test } from "vitest";
import { setUpHierarchy } from "../../testing/hierarchy-company.ts";
import { addRole } from "../../testing/people.ts";
import { setUpPlatformAdmin } from "../../testing/platform-admin.ts";
import { openDirectory } from "../../testing/scim.ts";
import { setUpSheetCompany } from "../../testing/sheet-company.ts";
import { startTestServer, type TestServer } from "../../testing/test-server.ts";

let testServer: TestServer;

beforeAll(async () => {
  testServer = await startTestServer();
});

const map = async (token: string, mapping: object) => {
  const body = { version: 0, mappings: [{ value: "Buyers", ...mapping }] } as never;
  expect((await testServer.call(replaceAccessMappings, { token, body })).status).toBe(200);
};
const refusedFor = (username: string, field = "users") => ({
  status: 400,
  body: { [field]: [`Your company's directory decides this for ${username}. Change it there.`] },
});

/** A user of the directory who is in the group Buyers. */
const addKeptUser = async (companyId: number) => {
  const directory = await openDirectory(testServer, companyId);
  const { body } = await directory.create();
  await directory.createGroup("Buyers", [body.id]);
  const [user] = await testServer.sql<{ username: string }>("select username from users where id = $1", [
    body.id,
  ]);
  return { id: Number(body.id), username: user?.username ?? "", directory };
};

test("the sites of a user whom the directory keeps are assigned nowhere in the portal; those of others are (SCIM-008)", async () => {
  const company = await setUpSheetCompany(testServer);
  const { token, companyId } = company;
  const addSite = async (name: string) => {
    const [site] = await testServer.sql<{ id: number }>(
      "insert into sites (company_id, name, ecommerce_username) values ($1, $2, lower($2)) returning id",
      [companyId, name],
    );
    return Number(site?.id);
  };
  const [north, south] = [await addSite("North"), await addSite("South")];
  const other = await company.person({ sites: [] });
  const { id, username, directory } = await addKeptUser(companyId);
  await map(token, { sites: [north], role_id: await addRole(testServer, companyId) });
  const sitesOf = async (user: number) => {
    const query = { withSites: "true" } as never;
    return (await testServer.call(findUser, { token, params: { id: user }, query })).body.sites.map(
      (site) => site.name,
    );
  };
  expect(await sitesOf(id)).toEqual(["North"]);

  const form = await testServer.call(updateUser, { token, params: { id }, body: { sites: [south] } });
  expect([form.status, Object.keys(form.body)]).toEqual([400, ["sites"]]);
  const sites_list = [{ site: south, is_admin: true }];
  expect(await testServer.call(assignUserToSites, { token, body: { user: id, sites_list } })).toMatchObject(
    refusedFor(username, "user"),
  );
  const users = [other.id, id];
  const atSouth = { token, params: { id: south } };
  const refused = refusedFor(username);
  expect(await testServer.call(assignUsers, { ...atSouth, body: { users } })).toMatchObject(refused);
  expect(await testServer.call(updateSite, { ...atSouth, body: { users } })).toMatchObject(refused);
  // Nothing is taken away either; who has the site already may be named.
  const atNorth = { token, params: { id: north } };
  expect(await testServer.call(updateSite, { ...atNorth, body: { users: [] } })).toMatchObject(refused);
  expect((await testServer.call(assignUsers, { ...atNorth, body: { users } })).status).toBe(200);
  expect(await sitesOf(other.id)).toEqual(["North"]);
  // A copy is for those only who are assigned here.
  const copied = await testServer.call(cloneSite, { ...atNorth, body: { name: "North 2" } });
  expect(copied.status).toBe(200);
  expect([await sitesOf(id), await sitesOf(other.id)]).toEqual([["North"], ["North", "North 2"]]);
  const uploaded = await company.upload([company.row()], { users });
  expect(uploaded.body[1]).toMatchObject({
    details: [
      {
        name: String(id),
        errors: [{ field: "users", message: "This is kept by your company's directory. Change it there." }],
      },
    ],
  });
  expect([await sitesOf(id), (await sitesOf(other.id)).length]).toEqual([["North"], 3]);

  // Who is in no group that the directory tells of is assigned here.
  await directory.create();
  const listed = async (kept_by_directory: string) => {
    const query = { kept_by_directory } as never;
    return (await testServer.call(userList.page, { token, query })).body.results.map((user) => user.id);
  };
  expect(await listed("true")).toHaveLength(2);
  expect(await listed("true")).toContain(id);
  expect(await listed("false")).toContain(other.id);
});

test("the node of a user whom the directory keeps is given by no new node and by no file (SCIM-008)", async () => {
  const company = await setUpHierarchy(testServer);
  const { token, companyId, root, region } = company;
  const { id, username } = await addKeptUser(companyId);
  await map(token, { node: root });
  await testServer.sql("update users set node_id = null where id = $1", [id]);
  const form = await testServer.call(updateUser, { token, params: { id }, body: { node: root } });
  expect([form.status, Object.keys(form.body)]).toEqual([400, ["node"]]);
  const node = { name: "West", organization_group: region, parent: root, sites: [], users: [id] };
  expect(await company.createNode(node)).toMatchObject(refusedFor(username));
  const platform = await setUpPlatformAdmin(testServer);
  const file = `name,group,parent,users,sites\nEast,Region,Corp,${username},`;
  const imported = await platform.importNodes(companyId, file);
  expect([imported.status, JSON.stringify(imported.body)]).toMatchObject([
    400,
    expect.stringContaining(`directory decides this for ${username}`),
  ]);
  expect((await company.createNode({ ...node, users: [] })).status).toBe(200);
});
