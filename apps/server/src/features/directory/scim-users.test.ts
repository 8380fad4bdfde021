import { directoryLog } from "@mcc/contract/directory/directory.api.ts";
import { updateProfile } from "@mcc/contract/profile/profile.api.ts";
import { deleteUser, findUser, updateUser } from "@mcc/contract/users/users.api.ts";
import { beforeAll, describe, expect, test } from "vitest";
import { addCompany, addPerson, tokenFor } from "../../testing/people.ts";
import { newUser, openDirectory, USER } from "../../testing/scim.ts";
import { startTestServer, type TestServer } from "../../testing/test-server.ts";

let testServer: TestServer;

beforeAll(async () => {
  testServer = await startTestServer();
});

const setUp = async (slug?: string) => {
  const companyId = await addCompany(testServer, slug ? { slug } : {});
  const person = await addPerson(testServer, companyId, { admin: true });
  const admin = { ...person, token: await tokenFor(testServer, person.username) };
  return { companyId, admin, directory: await openDirectory(testServer, companyId) };
};

const ERROR = "urn:ietf:params:scim:api:messages:2.0:Error";

describe("what is supported", () => {
  test("is described, and nothing else is (SCIM-002)", async () => {
    const { directory } = await setUp();
    const config = await directory.get("/ServiceProviderConfig");
    expect(config.headers.get("content-type")).toBe("application/scim+json; charset=utf-8");
    expect(config.body).toMatchObject({
      patch: { supported: true },
      bulk: { supported: false },
      filter: { supported: true, maxResults: 200 },
      changePassword: { supported: false },
      sort: { supported: true },
      etag: { supported: true },
    });
    const types = await directory.get("/ResourceTypes");
    expect(types.body.Resources.map(({ endpoint }: { endpoint: string }) => endpoint)).toEqual([
      "/Users",
      "/Groups",
    ]);
    expect((await directory.get("/ResourceTypes/User")).body.schema).toBe(USER);
    expect((await directory.get(`/Schemas/${USER}`)).body.name).toBe("User");
    expect((await directory.get("/Schemas/none")).status).toBe(404);
    expect((await directory.get("/Bulk")).status).toBe(404);
    for (const path of ["/Schemas", "/ResourceTypes", "/ServiceProviderConfig", `/Schemas/${USER}`])
      expect([path, (await directory.filter(path, 'name eq "User"')).status]).toEqual([path, 403]);
    for (const method of ["GET", "POST", "PUT", "PATCH", "DELETE"]) {
      const body = method === "GET" || method === "DELETE" ? undefined : {};
      expect([method, (await directory.send(method, "/Me", body)).status]).toEqual([method, 501]);
    }
    // An address as userName is enough.
    const { body: described } = await directory.get(`/Schemas/${USER}`);
    const required = described.attributes.filter((each: { required: boolean }) => each.required);
    expect(required.map(({ name }: { name: string }) => name)).toEqual(["userName"]);
    expect((await directory.create({ emails: undefined })).status).toBe(201);
    // Every attribute of the schemas is sent, and nothing besides.
    const { body: schemas } = await directory.get("/Schemas");
    const { body: user } = await directory.create();
    const { body: group } = await directory.send("POST", "/Groups", {
      ...{ displayName: "Buyers", externalId: "g-1", members: [{ value: user.id }] },
    });
    const { body: member } = await directory.get(`/Users/${user.id}`);
    for (const [at, resource] of [member, group].entries()) {
      const attributes: { name: string; multiValued: boolean; subAttributes?: { name: string }[] }[] =
        schemas.Resources[at].attributes;
      const described = attributes.map(({ name }) => name);
      expect(Object.keys(resource).sort()).toEqual(["schemas", "id", "meta", ...described].sort());
      for (const { name, multiValued, subAttributes } of attributes) {
        const value = multiValued ? resource[name][0] : resource[name];
        const parts = subAttributes?.map((part) => part.name).sort();
        if (parts) expect([name, Object.keys(value).sort()]).toEqual([name, parts]);
      }
    }
  });
});

describe("users", () => {
  test("are created, read, replaced, changed, deactivated and deleted (SCIM-003 partly)", async () => {
    const { directory } = await setUp("north");
    const sent = newUser({ userName: "ada@corp.example.com", emails: [{ value: "ada@corp.example.com" }] });
    const created = await directory.send("POST", "/Users", sent);
    expect(created.status).toBe(201);
    const { id } = created.body;
    expect(created.headers.get("location")).toBe(`http://portal.test/scim/v2/Users/${id}`);
    expect(created.body).toMatchObject({
      schemas: [USER],
      userName: "ada@corp.example.com",
      externalId: sent.externalId,
      name: { givenName: "Dora", familyName: sent.name.familyName },
      emails: [{ value: "ada@corp.example.com", type: "work", primary: true }],
      active: true,
      groups: [],
      meta: { resourceType: "User", location: `http://portal.test/scim/v2/Users/${id}` },
    });
    // The portal's own usernames have no @, and begin with the prefix of the company.
    const [stored] = await testServer.sql("select username, password_hash from users where id = $1", [id]);
    expect(stored).toEqual({ username: "north-ada", password_hash: null });
    const replaced = await directory.send("PUT", `/Users/${id}`, {
      schemas: [USER],
      id,
      userName: "ada.king@corp.example.com",
      name: { givenName: "Ada", familyName: "King" },
      emails: [
        { value: "private@example.com", type: "home" },
        { value: "ada.king@corp.example.com", type: "work" },
      ],
      active: true,
    });
    expect(replaced.status).toBe(200);
    expect(replaced.body).toMatchObject({
      userName: "ada.king@corp.example.com",
      displayName: "Ada King",
      emails: [{ value: "ada.king@corp.example.com" }],
    });
    const patched = await directory.patch(`/Users/${id}`, {
      op: "replace",
      path: "name.familyName",
      value: "Lovelace",
    });
    expect([patched.status, patched.body]).toEqual([204, undefined]);
    const asked = await directory.send("PATCH", `/Users/${id}?attributes=active,name.givenName`, {
      Operations: [{ op: "replace", path: "active", value: false }],
    });
    expect(asked.body).toEqual({ schemas: [USER], id, active: false, name: { givenName: "Ada" } });
    expect((await directory.get(`/Users/${id}`)).body).toMatchObject({
      active: false,
      displayName: "Ada Lovelace",
    });
    expect((await directory.send("DELETE", `/Users/${id}`)).status).toBe(204);
    const gone = await directory.get(`/Users/${id}`);
    expect([gone.status, gone.body.schemas]).toEqual([404, [ERROR]]);
    expect((await directory.send("DELETE", `/Users/${id}`)).status).toBe(404);
    const again = await directory.send("POST", "/Users", sent);
    expect(again.status).toBe(201);
    expect(again.body.id).not.toBe(id);
  });

  test("are found by every operator (SCIM-003 partly)", async () => {
    const { directory, admin } = await setUp();
    const people = ["Anna", "Bert", "Carl"];
    for (const [at, givenName] of people.entries())
      await directory.create({
        userName: `${givenName}@find.example.com`,
        externalId: `Ext${givenName}`,
        name: { givenName, familyName: at === 0 ? "" : "Smith" },
        emails: [{ value: `${givenName.toLowerCase()}@${at === 2 ? "other" : "find"}.example.com` }],
        active: at !== 1,
      });
    await directory.createGroup("Finders", [
      (await directory.filter("/Users", 'userName eq "anna@find.example.com"')).body.Resources[0].id,
    ]);
    const found = async (filter: string) => {
      const { status, body } = await directory.filter("/Users", filter);
      if (status !== 200) return [status, body.scimType];
      return body.Resources.map(({ name }: { name: { givenName: string } }) => name.givenName).sort();
    };
    const all = [...people, "Pat"];
    for (const [filter, expected] of [
      ['userName eq "ANNA@find.example.com"', ["Anna"]],
      ['urn:ietf:params:scim:schemas:core:2.0:User:userName EQ "anna@find.example.com"', ["Anna"]],
      ['externalId eq "ExtBert"', ["Bert"]],
      ['externalId eq "extbert"', []],
      ['name.givenName ne "anna"', ["Bert", "Carl", "Pat"]],
      ['userName co "@find."', people],
      ['name.givenName sw "b"', ["Bert"]],
      ['name.givenName ew "L"', ["Carl"]],
      ["name.familyName pr", ["Bert", "Carl", "Pat"]],
      ["not (name.familyName pr)", ["Anna"]],
      ["active eq false", ["Bert"]],
      ['active eq "True" and externalId pr', ["Anna", "Carl"]],
      ['name.givenName eq "anna" or name.givenName eq "carl"', ["Anna", "Carl"]],
      ['userName co "find" and (name.givenName eq "bert" or name.givenName eq "pat")', ["Bert"]],
      ['name.givenName eq "anna" or name.givenName eq "bert" and active eq true', ["Anna"]],
      ['emails[type eq "work" and value co "other"]', ["Carl"]],
      ['emails[type eq "work"].value eq "carl@other.example.com"', ["Carl"]],
      ['emails.value ew "find.example.com"', ["Anna", "Bert"]],
      ['emails[type eq "home"]', []],
      ['groups.display eq "finders"', ["Anna"]],
      ['meta.created gt "2020-01-01T00:00:00Z"', all],
      ['meta.lastModified lt "2020-01-01T00:00:00Z"', []],
      ['displayName eq "bert smith"', ["Bert"]],
      [`userName eq "${admin.username}"`, ["Pat"]],
      [`userName eq "${admin.email}"`, ["Pat"]],
      ["userName eq 'a' or 1=1", [400, "invalidFilter"]],
      ['nickName eq "x"', [400, "invalidFilter"]],
      ["userName like x", [400, "invalidFilter"]],
      ["userName eq", [400, "invalidFilter"]],
      ['(userName eq "x"', [400, "invalidFilter"]],
      ["meta.created gt 5", [400, "invalidFilter"]],
      ["active co true", [400, "invalidFilter"]],
      [`${"(".repeat(50)}userName pr${")".repeat(50)}`, [400, "invalidFilter"]],
      [Array.from({ length: 80 }, () => "userName pr").join(" or "), [400, "invalidFilter"]],
      [`userName eq "${"x".repeat(5_000)}"`, [400, "invalidFilter"]],
    ] as const)
      expect([filter, await found(filter)]).toEqual([filter, expected]);
  });

  test("are sorted, paged and sent with the attributes that were asked for (SCIM-003 partly)", async () => {
    const { directory } = await setUp();
    for (const [givenName, value] of [
      ["Ben", "sorted.1@directory.example.com"],
      ["ann", "sorted.2@directory.example.com"],
      ["Cid", "sorted.3@directory.example.com"],
    ])
      await directory.create({
        name: { givenName, familyName: "Sorted" },
        emails: [{ value, primary: true }],
      });
    const names = async (query: string) => {
      const { body } = await directory.get(
        `/Users?filter=${encodeURIComponent('name.familyName eq "Sorted"')}&${query}`,
      );
      const { totalResults, startIndex, itemsPerPage, Resources } = body;
      const listed = Resources.map((each: { name: { givenName: string } }) => each.name.givenName);
      return [totalResults, startIndex, itemsPerPage, listed];
    };
    expect(await names("sortBy=name.givenName")).toEqual([3, 1, 3, ["ann", "Ben", "Cid"]]);
    expect(await names("sortBy=name.givenName&sortOrder=descending&startIndex=2&count=1")).toEqual([
      ...[3, 2, 1, ["Ben"]],
    ]);
    expect(await names("sortBy=emails.value&startIndex=3")).toEqual([3, 3, 1, ["Cid"]]);
    expect(await names("count=0")).toEqual([3, 1, 0, []]);
    expect(await names("startIndex=-5&count=100000&sortBy=id")).toEqual([3, 1, 3, ["Ben", "ann", "Cid"]]);
    expect((await directory.get("/Users?sortBy=nothing")).status).toBe(400);
    expect((await directory.get("/Users?count=many")).status).toBe(400);
    const { body: few } = await directory.get("/Users?attributes=userName,name.givenName&count=1");
    expect(Object.keys(few.Resources[0]).sort()).toEqual(["id", "name", "schemas", "userName"]);
    expect(Object.keys(few.Resources[0].name)).toEqual(["givenName"]);
    const { body: most } = await directory.get("/Users?excludedAttributes=emails,NAME.formatted&count=1");
    expect(most.Resources[0].emails).toBeUndefined();
    expect(Object.keys(most.Resources[0].name)).toEqual(["givenName", "familyName"]);
  });

  test("have versions: an outdated one is not overwritten (SCIM-003 partly)", async () => {
    const { directory } = await setUp();
    const { body, headers } = await directory.create();
    const path = `/Users/${body.id}`;
    const version = headers.get("etag") ?? "";
    expect(body.meta.version).toBe(version);
    expect((await directory.get(path, { "if-none-match": version })).status).toBe(304);
    const rename = (familyName: string, ifMatch: string) =>
      directory.send(
        "PATCH",
        path,
        { Operations: [{ op: "add", value: { name: { familyName } } }] },
        { "if-match": ifMatch },
      );
    const renamed = await rename("First", version);
    expect(renamed.status).toBe(204);
    const refused = await rename("Second", version);
    expect([refused.status, refused.body.schemas, refused.body.status]).toEqual([412, [ERROR], "412"]);
    expect((await directory.send("DELETE", path, undefined, { "if-match": version })).status).toBe(412);
    expect((await directory.get(path)).body.name.familyName).toBe("First");
    expect((await rename("Third", renamed.headers.get("etag") ?? "")).status).toBe(204);
    expect((await rename("Fourth", "*")).status).toBe(204);
  });

  test("errors have the form of the standard, and the log says them in words (SCIM-003)", async () => {
    const { directory, admin } = await setUp();
    const { body: user } = await directory.create({ userName: "bo@errors.example.com" });
    const path = `/Users/${user.id}`;
    for (const [method, at, body, status, scimType] of [
      ["POST", "/Users", { userName: "" }, 400, "invalidValue"],
      ["POST", "/Users", newUser({ emails: [{ value: "no address" }] }), 400, "invalidValue"],
      ["POST", "/Users", newUser({ userName: "x".repeat(300) }), 400, "invalidValue"],
      ["POST", "/Users", newUser({ userName: "bo@errors.example.com" }), 409, "uniqueness"],
      ["POST", "/Users", newUser({ emails: user.emails }), 409, "uniqueness"],
      ["POST", "/Users", [], 400, "invalidSyntax"],
      ["PATCH", path, { Operations: [{ op: "move" }] }, 400, "invalidSyntax"],
      ["PATCH", path, { Operations: [] }, 400, "invalidSyntax"],
      ["PATCH", path, { Operations: [{ op: "remove" }] }, 400, "invalidPath"],
      [
        "PATCH",
        path,
        { Operations: [{ op: "replace", path: "active", value: "maybe" }] },
        400,
        "invalidValue",
      ],
      ["PATCH", path, { Operations: [{ op: "replace", path: "id", value: "7" }] }, 400, "mutability"],
      ["PATCH", path, { Operations: [{ op: "remove", path: "userName" }] }, 400, "invalidValue"],
      ["PATCH", "/Users/999999999", { Operations: [{ op: "remove", path: "title" }] }, 404, undefined],
    ] as const) {
      const answer = await directory.send(method, at, body);
      expect([body, answer.status, answer.body?.scimType]).toEqual([body, status, scimType]);
      expect(answer.body).toMatchObject({
        schemas: [ERROR],
        status: String(status),
        detail: expect.any(String),
      });
      expect(answer.headers.get("content-type")).toBe("application/scim+json; charset=utf-8");
    }
    const unreadable = await directory.send("POST", "/Users", "{");
    expect([unreadable.status, unreadable.body.schemas]).toEqual([400, [ERROR]]);
    const { body: log } = await testServer.call(directoryLog.page, {
      token: admin.token,
      query: { result: "Refused", record: "bo@errors" },
    });
    expect(log.results.map(({ action, detail }) => [action, detail])).toContainEqual([
      "Created",
      "This userName is not available.",
    ]);
    // Who is refused is named, whatever is wrong with them.
    await directory.send("POST", "/Users", { userName: " cy " });
    await directory.send("POST", "/Groups", { displayName: "Crew", members: [{}] });
    const { body: named } = await testServer.call(directoryLog.page, {
      ...{ token: admin.token, query: { result: "Refused", limit: "2" } },
    });
    expect(named.results.map(({ record, detail }) => [record, detail])).toEqual([
      ["Crew", "members: Each member needs the id of a user as its value."],
      ["cy", "emails: An e-mail address is required."],
    ]);
  });
});

describe("companies", () => {
  test("a token reaches its own company only, and no one learns of names elsewhere (SCIM-007)", async () => {
    const [own, other] = [await setUp(), await setUp()];
    const { body: theirs } = await other.directory.create({ userName: "eve@elsewhere.example.com" });
    const { body: group } = await other.directory.createGroup("Secret", [theirs.id]);
    const { directory } = own;
    const nobody = { status: 404 };
    for (const path of [`/Users/${theirs.id}`, `/Groups/${group.id}`]) {
      const [there, absent] = [await directory.get(path), await directory.get(`${path}0000`)];
      expect(there).toMatchObject(nobody);
      expect(JSON.stringify(there.body).replace(path.split("/")[2] as string, "?")).toBe(
        JSON.stringify(absent.body).replace(`${path.split("/")[2]}0000`, "?"),
      );
      expect(
        await directory.patch(path, { op: "replace", path: "displayName", value: "Mine" }),
      ).toMatchObject(nobody);
      expect(await directory.send("PUT", path, newUser({ displayName: "Mine" }))).toMatchObject(nobody);
      expect(await directory.send("DELETE", path)).toMatchObject(nobody);
    }
    expect(JSON.stringify((await directory.get("/Users")).body)).not.toContain("eve@");
    expect((await directory.get("/Groups")).body.totalResults).toBe(0);
    expect((await directory.filter("/Users", `id eq "${theirs.id}"`)).body.totalResults).toBe(0);
    const { body: mixed } = await directory.createGroup("Mixed", [theirs.id]);
    expect(mixed.members).toEqual([]);
    // The same refusal, whoever has the name.
    const { body: mine } = await directory.create({ userName: "eve@own.example.com" });
    const taken = await directory.create({ userName: "EVE@elsewhere.example.com" });
    const ownTaken = await directory.create({ userName: "eve@own.example.com" });
    expect([taken.status, taken.body]).toEqual([ownTaken.status, ownTaken.body]);
    expect(taken).toMatchObject({ status: 409, body: { scimType: "uniqueness" } });
    const person = await addPerson(testServer, other.companyId, { username: "other-portal-name" });
    expect((await directory.create({ userName: person.username })).status).toBe(409);
    expect((await directory.create({ emails: [{ value: person.email }] })).status).toBe(409);
    const renamed = await directory.patch(`/Users/${mine.id}`, {
      ...{ op: "replace", path: "userName", value: "eve@elsewhere.example.com" },
    });
    expect(renamed.status).toBe(409);
    expect((await other.directory.get(`/Users/${theirs.id}`)).body.userName).toBe(
      "eve@elsewhere.example.com",
    );
    expect((await other.directory.get(`/Groups/${group.id}`)).body.members).toHaveLength(1);
  });
});

test("who is kept by the directory shows it, and is edited there (SCIM-008 partly)", async () => {
  const { directory, admin, companyId } = await setUp();
  const bo = await addPerson(testServer, companyId, { firstName: "Bo", lastName: "Buyer" });
  const boToken = await tokenFor(testServer, bo.username);
  const token = admin.token;
  const params = { id: bo.id };
  const look = async () => (await testServer.call(findUser, { token, params })).body;
  expect(await look()).toMatchObject({ is_active: true, directory: null });
  const { body: found } = await directory.filter("/Users", `userName eq "${bo.email}"`);
  expect(found.Resources).toMatchObject([{ id: String(bo.id), userName: bo.username }]);
  await directory.patch(`/Users/${bo.id}`, { op: "replace", path: "name.familyName", value: "Bidder" });
  expect(await look()).toMatchObject({
    last_name: "Bidder",
    directory: { decides: ["username", "first_name", "last_name", "email"] },
  });
  const change = (body: object) => testServer.call(updateUser, { token, params, body });
  for (const body of [{ last_name: "Mine" }, { first_name: "Mine" }, { email: "mine@example.com" }])
    expect(await change(body)).toMatchObject({
      status: 400,
      body: {
        [Object.keys(body)[0] as string]: ["This is kept by your company's directory. Change it there."],
      },
    });
  expect((await change({ last_name: "Bidder", alerts_enabled: false })).status).toBe(200);
  const own = await testServer.call(updateProfile, { token: boToken, body: { first_name: "Bob" } });
  expect([own.status, Object.keys(own.body)]).toEqual([400, ["first_name"]]);
  expect(await testServer.call(deleteUser, { token, params })).toMatchObject({
    status: 409,
    body: { code: "directory.keeps" },
  });
  // Without a directory, the portal decides again.
  await testServer.sql("delete from directory_tokens where company_id = $1", [companyId]);
  expect((await look()).directory).toBeNull();
  expect((await change({ last_name: "Buyer" })).status).toBe(200);
});
