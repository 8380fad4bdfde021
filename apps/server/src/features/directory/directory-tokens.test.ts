import * as contract from "@mcc/contract/directory/directory.api.ts";
import type { Endpoint } from "@mcc/contract/kit/endpoint.ts";
import { beforeAll, expect, test } from "vitest";
import { addCompany, addPerson, tokenFor } from "../../testing/people.ts";
import { directoryWith } from "../../testing/scim.ts";
import { startTestServer, type TestServer } from "../../testing/test-server.ts";

let testServer: TestServer;

beforeAll(async () => {
  testServer = await startTestServer();
});

const setUp = async () => {
  const companyId = await addCompany(testServer);
  const person = await addPerson(testServer, companyId, { admin: true, firstName: "Ada", lastName: "Byron" });
  const token = await tokenFor(testServer, person.username);
  const call = async (endpoint: Endpoint, request: object = {}) => {
    const { status, body } = await testServer.call(endpoint, { token, ...request } as never);
    // biome-ignore lint/suspicious/noExplicitAny: what the server sends is asserted, not typed
    return { status, body: body as any };
  };
  const create = (name: string) => call(contract.createDirectoryToken, { body: { name } });
  return { companyId, admin: { ...person, token }, call, create };
};

test("a company has two tokens at once, each shown once, with its last use; one that is deleted ends (SCIM-001)", async () => {
  const { call, create } = await setUp();
  const first = await create("Entra ID");
  expect(first).toMatchObject({
    status: 200,
    body: { name: "Entra ID", created_by: "Ada Byron", last_used_at: null },
  });
  expect(first.body.token).toMatch(/^mcc_scim_[0-9a-f]{48}$/);
  const second = await create("Okta");
  expect(second.status).toBe(200);
  expect(await create("One more")).toMatchObject({ status: 409, body: { code: "directory.tokens_full" } });
  const [one, other] = [first, second].map(({ body }) => directoryWith(testServer, body.token));
  expect((await one?.get("/Users"))?.status).toBe(200);
  expect((await other?.get("/Users"))?.status).toBe(200);
  const listed = async () => (await call(contract.directoryTokens)).body;
  expect((await listed()).address).toBe("http://portal.test/scim/v2");
  await expect
    .poll(async () => (await listed()).results.map((each: { last_used_at: unknown }) => each.last_used_at))
    .toEqual([expect.any(String), expect.any(String)]);
  expect(JSON.stringify(await listed())).not.toContain(first.body.token);
  const deleted = await call(contract.deleteDirectoryToken, { params: { id: first.body.id } });
  expect(deleted.status).toBe(200);
  expect((await one?.get("/Users"))?.status).toBe(401);
  expect((await other?.get("/Users"))?.status).toBe(200);
  expect((await create("Third")).status).toBe(200);
  const stored = await testServer.sql<{ found: boolean }>(
    "select bool_or(to_jsonb(t)::text like '%' || $1 || '%') as found from directory_tokens t",
    [second.body.token.slice(20)],
  );
  expect(stored).toEqual([{ found: false }]);
});

test("of many requests for tokens at the same time two are answered (SCIM-001 partly)", async () => {
  const { create } = await setUp();
  const answers = await Promise.all(["a", "b", "c", "d", "e"].map(create));
  const statuses = answers.map(({ status }) => status);
  expect(statuses.filter((status) => status === 200)).toHaveLength(2);
  expect(statuses.filter((status) => status === 409)).toHaveLength(3);
});

test("a token needs a fresh confirmation, and is on record (SCIM-001 partly)", async () => {
  const { admin, create, companyId } = await setUp();
  await testServer.sql("update sessions set confirmed_at = now() - interval '3 hours' where user_id = $1", [
    admin.id,
  ]);
  expect(await create("Entra ID")).toMatchObject({
    status: 403,
    body: { code: "auth.confirmation_required" },
  });
  await testServer.sql("update sessions set confirmed_at = now() where user_id = $1", [admin.id]);
  expect((await create("Entra ID")).status).toBe(200);
  const audited = await testServer.sql(
    "select actor_id, record_name from audit_entries where company_id = $1 and action = 'directory_token.created'",
    [companyId],
  );
  expect(audited).toMatchObject([{ record_name: "Entra ID" }]);
});

test("without a valid token every path answers 401 in the form of the standard (SCIM-003 partly)", async () => {
  const none = "mcc_scim_000000000000000000000000000000000000000000000000";
  for (const token of [none, "nothing", ""])
    for (const path of ["/Users", "/Users/1", "/Groups", "/Schemas", "/ServiceProviderConfig", "/Nothing"]) {
      const { status, body, headers } = await directoryWith(testServer, token).get(path);
      expect([path, status]).toEqual([path, 401]);
      expect(headers.get("www-authenticate")).toBe("Bearer");
      expect(body).toMatchObject({ schemas: ["urn:ietf:params:scim:api:messages:2.0:Error"], status: "401" });
    }
});
