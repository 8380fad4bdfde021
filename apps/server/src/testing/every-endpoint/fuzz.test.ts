import type { Endpoint } from "@mcc/contract/kit/endpoint.ts";
import { listQueries } from "@mcc/contract/kit/list-schema.ts";
import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { BATTERY, countCases } from "../battery.ts";
import { startTestServer, type TestServer } from "../test-server.ts";
import { setUpCallers } from "./callers.ts";
import { type FullCompany, setUpFullCompany } from "./full-company.ts";
import { requestsTo } from "./hostile-values.ts";
import { endpoints, keyOf, type SentResponse, sampleOf, send } from "./requests.ts";
import type { SampleRequest } from "./sample-request.ts";
import { tablesOf } from "./table-checksums.ts";

/** The same requests in every run; another seed tries others, a larger battery more of them. */
const SEED = Number(process.env.MCC_FUZZ_SEED ?? 20_261_116);
const REQUESTS_EACH = 8 * BATTERY;

let testServer: TestServer;
let company: FullCompany;
let other: FullCompany;
let headersFor: Awaited<ReturnType<typeof setUpCallers>>;

beforeAll(async () => {
  testServer = await startTestServer();
  company = await setUpFullCompany(testServer, { hierarchy: true });
  other = await setUpFullCompany(testServer, { hierarchy: true });
  headersFor = await setUpCallers(testServer, company);
  // What changes is changed by the requests.
  await testServer.services.jobs.stop();
});

const ask = (endpoint: Endpoint, request: SampleRequest): Promise<SentResponse> =>
  send(testServer, endpoint, request, headersFor(keyOf(endpoint)));
const sample = (endpoint: Endpoint) => sampleOf(endpoint, company.ids, company);

/** What is deleted and switched off is missed by the requests after it. */
const rank = ({ method, path }: Endpoint): number => {
  // These end sessions, or take from their users what they may do.
  if (/^\/accounts\/(logout|security-policy|company-sessions)\/$/.test(path)) return 2;
  return method === "DELETE" || /configuration|companies\/:id\/$/.test(path) ? 1 : 0;
};
const inOrder = endpoints.toSorted((a, b) => rank(a) - rank(b));
const withBody = inOrder.filter(({ body }) => body);

/** No real value, so that it can be found wherever it was stored. */
const PLANTED_NUMBER = 424_242_424;
const PLANTED_TEXT = "Planted-By-The-Test";

test("what a body must not set is not set by it: rights, company, status, limit and id", async () => {
  const rights = () =>
    testServer.sql(
      "select id, company_id, is_company_admin, is_mcc_admin from users where id = any($1) order by id",
      [[...Object.values(company.people).map(({ id }) => id), company.ids.user]],
    );
  const planted = {
    ...{ is_company_admin: true, is_mcc_admin: true, company: other.companyId, company_id: other.companyId },
    ...{ status: PLANTED_TEXT, limit: PLANTED_NUMBER, id: PLANTED_NUMBER, role: PLANTED_NUMBER },
  };
  const [rightsBefore, otherBefore] = [await rights(), await tablesOf(testServer, other.companyId)];
  const statuses = new Map<number, number>();
  const problems: string[] = [];
  for (const endpoint of withBody) {
    const { properties = {} } = z.toJSONSchema(endpoint.body as z.ZodType, {
      io: "input",
      unrepresentable: "any",
    }) as { properties?: Record<string, unknown> };
    const extra = Object.fromEntries(Object.entries(planted).filter(([key]) => !(key in properties)));
    const request = sample(endpoint);
    const { status, body } = await ask(endpoint, {
      ...request,
      body: { ...(request.body as object), ...extra },
    });
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
    if (status >= 500 || body.includes(String(PLANTED_NUMBER)))
      problems.push(`${keyOf(endpoint)}: ${status} ${body}`);
  }
  expect(problems).toEqual([]);
  expect(statuses.get(200), "Most of the requests are valid but for what was planted.").toBeGreaterThan(35);
  expect(await rights()).toEqual(rightsBefore);
  expect(await tablesOf(testServer, other.companyId)).toEqual(otherBefore);
  const [made] = await testServer.sql<{ admins: number }>(
    "select count(*)::int as admins from users where is_mcc_admin or (is_company_admin and company_id = $1)",
    [company.companyId],
  );
  // The platform admin, and the two company admins whom the set-up and the platform's invitation have added.
  expect(made?.admins).toBe(3);
  const tables = await testServer.sql<{ name: string }>(
    "select relname as name from pg_class where relnamespace = 'mcc'::regnamespace and relkind in ('r', 'p') and not relispartition",
  );
  for (const { name } of tables) {
    const found = await testServer.sql(
      `select to_jsonb(whole) as row from ${name} as whole where to_jsonb(whole)::text ~ $1 limit 1`,
      [`${PLANTED_NUMBER}|${PLANTED_TEXT}`],
    );
    expect([name, found]).toEqual([name, []]);
  }
});

/** What would tell a stranger how the server works. */
const LEAK =
  /\bat .{1,200}\.[tj]s:\d|node_modules|syntax error|violates|relation "|column "|insert into |select \w+ from|pg_catalog|ECONNREFUSED/i;

test("no request fails with a server error or tells of code or SQL (API-006, API-011)", async ({ task }) => {
  const statuses = new Map<string, number>();
  const problems: string[] = [];
  for (const endpoint of inOrder.filter(({ stream }) => !stream)) {
    const requests = fc.sample(requestsTo(endpoint, sample(endpoint)), {
      numRuns: REQUESTS_EACH,
      seed: SEED,
    });
    for (const request of requests) {
      const { status, body, code } = await ask(endpoint, request);
      countCases(task);
      const kind = status === 401 ? `401 ${keyOf(endpoint)}` : String(status);
      statuses.set(kind, (statuses.get(kind) ?? 0) + 1);
      if (status >= 500 || code === "unexpected" || (status !== 200 && LEAK.test(body)))
        problems.push(
          `${keyOf(endpoint)} ${JSON.stringify(request).slice(0, 600)}: ${status} ${body.slice(0, 300)}`,
        );
    }
  }
  expect(problems, `To try the same requests again: MCC_FUZZ_SEED=${SEED} MCC_BATTERY=${BATTERY}`).toEqual(
    [],
  );
  expect(statuses.get("200")).toBeGreaterThan(200);
  expect(statuses.get("400")).toBeGreaterThan(200);
});

test.each([
  "constructor",
  "__proto__",
  "toString",
  "valueOf",
  "hasOwnProperty",
  "__defineGetter__",
  "a.b[c]",
])("a list refuses a query key such as %s by its name (API-006, API-011)", async (key) => {
  const strict = endpoints.filter(({ method, query }) => method === "GET" && query);
  expect(strict.length).toBeGreaterThan(35);
  for (const endpoint of strict) {
    const request = sample(endpoint);
    const { status, body } = await ask(endpoint, { ...request, query: { ...request.query, [key]: "1" } });
    expect([keyOf(endpoint), status]).toEqual([
      keyOf(endpoint),
      status === 403 || status === 404 ? status : 400,
    ]);
    if (status === 400 && listQueries.has(endpoint.query as z.ZodType))
      expect(Object.keys(JSON.parse(body))).toContain(key);
  }
});

test("every list can be read completely (TABLE-035 partly)", async () => {
  const lists = endpoints.filter(({ query }) => {
    const asked = query && listQueries.get(query)?.shape.safeParse({});
    return asked?.success && Object.hasOwn(asked.data as object, "limit");
  });
  expect(lists.length).toBeGreaterThan(10);
  for (const endpoint of lists) {
    const { status } = await ask(endpoint, { ...sample(endpoint), query: { limit: "100000000000" } });
    expect([keyOf(endpoint), [200, 403, 404].includes(status)]).toEqual([keyOf(endpoint), true]);
  }
});
