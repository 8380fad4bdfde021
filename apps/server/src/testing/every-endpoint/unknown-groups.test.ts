import { createGroup, deleteGroup } from "@mcc/contract/hierarchy/groups.api.ts";
import type { Endpoint } from "@mcc/contract/kit/endpoint.ts";
import { ALL_ROWS } from "@mcc/contract/kit/list.ts";
import { listQueries } from "@mcc/contract/kit/list-schema.ts";
import { beforeAll, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../test-server.ts";
import { setUpCallers } from "./callers.ts";
import { type FullCompany, setUpFullCompany } from "./full-company.ts";
import { endpoints, keyOf, sampleOf, send } from "./requests.ts";

/** Lists, exports, suggestions and sums that can be filtered by the groups of the hierarchy. */
const withGroups = endpoints.filter(({ query }) => query && listQueries.get(query)?.withGroups);

let testServer: TestServer;
let company: FullCompany;
let headersOf: Awaited<ReturnType<typeof setUpCallers>>;
/** Groups that the company does not have, by what they are. */
const absent: Record<string, number> = { "no group": 999_999 };

beforeAll(async () => {
  testServer = await startTestServer();
  company = await setUpFullCompany(testServer, { hierarchy: true });
  headersOf = await setUpCallers(testServer, company);
  const other = await setUpFullCompany(testServer, { hierarchy: true });
  absent["a group of another company"] = other.ids.group;
  const { token } = company.people.admin;
  const created = await testServer.call(createGroup, { token, body: { name: "Short-lived" } });
  absent["a deleted group"] = created.body.id;
  await testServer.call(deleteGroup, { token, params: { id: created.body.id } });
});

const ask = async (endpoint: Endpoint, query: Record<string, string>) => {
  const { params } = sampleOf(endpoint, company.ids, company);
  const { status, body } = await send(testServer, endpoint, { params, query }, headersOf(keyOf(endpoint)));
  return { status, body: JSON.parse(body) };
};
const isSuggestion = ({ path }: Endpoint) => path.includes("suggestions");
const isPage = ({ path }: Endpoint) => !isSuggestion({ path } as Endpoint) && !path.endsWith("/sum/");

test("orders, pending orders, documents, sites and alerts are filtered by groups, and so are their suggestions and sums", () => {
  expect(withGroups.map(keyOf).toSorted()).toEqual(
    expect.arrayContaining(
      ["/orders/", "/orders/pending/", "/documents/", "/v2/sites/", "/sites/", "/alerts/"].map(
        (path) => `GET ${path}`,
      ),
    ),
  );
  expect(withGroups.filter(isSuggestion).length).toBeGreaterThan(4);
});

for (const endpoint of withGroups) {
  test(`${keyOf(endpoint)} refuses a group that the company does not have, and knows its own (VIEW-008 partly)`, async () => {
    const first: Record<string, string> = isSuggestion(endpoint) ? { field: suggestedField(endpoint) } : {};
    for (const [what, id] of Object.entries(absent)) {
      const refused = { status: 400, body: { [`group_${id}`]: ["Unknown parameter."] } };
      const asked = await ask(endpoint, { ...first, [`group_${id}`]: "x" });
      expect([what, asked]).toEqual([what, refused]);
      if (isPage(endpoint)) {
        const exported = { limit: String(ALL_ROWS), untrimmed: "true", [`group_${id}`]: "x" };
        expect([what, await ask(endpoint, exported)]).toEqual([what, refused]);
      }
      if (isSuggestion(endpoint)) {
        const values = await ask(endpoint, { field: `group_${id}` });
        expect([what, values]).toEqual([what, { status: 400, body: { field: ["Unknown parameter."] } }]);
      }
    }
    const own = `group_${company.ids.group}`;
    expect((await ask(endpoint, { ...first, [own]: company.ids.nodeName })).status).toBe(200);
    if (isSuggestion(endpoint)) {
      const { body } = await ask(endpoint, { field: own });
      expect(body.results).toContain(company.ids.nodeName);
    }
  });
}

/** A column that the endpoint suggests values for. */
const suggestedField = ({ path }: Endpoint): string => {
  if (path.startsWith("/documents/")) return "document_name";
  return path.startsWith("/sites/") ? "name" : "site";
};
