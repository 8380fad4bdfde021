import { api } from "@mcc/contract/api.ts";
import { type Endpoint, isRead } from "@mcc/contract/kit/endpoint.ts";
import { beforeAll, describe, expect, test } from "vitest";
import { COMPANY_KEY_RIGHTS } from "../../testing/every-endpoint/company-key-rights.ts";
import { type FullCompany, setUpFullCompany } from "../../testing/every-endpoint/full-company.ts";
import { keyOf, sampleOf, send } from "../../testing/every-endpoint/requests.ts";
import type { SampleRequest } from "../../testing/every-endpoint/sample-request.ts";
import { startTestServer, type TestServer } from "../../testing/test-server.ts";

let testServer: TestServer;
beforeAll(async () => {
  testServer = await startTestServer();
  await testServer.services.jobs.stop();
});

const endpoints = Object.values(api).flat();
const readsOf = (kind: keyof typeof COMPANY_KEY_RIGHTS): Endpoint[] =>
  endpoints.filter((one) => isRead(one) && COMPANY_KEY_RIGHTS[kind].includes(keyOf(one)));

/** Links are signed for whoever asks. */
const withoutLinks = (body: string) =>
  body.replace(/\/files(\/|\?bundle=)[\w.-]+/g, "/files").replace(/"request_id":"[^"]*"/, "");

/** With what the sample asks for, and with nothing: the whole list, count or sum. */
const requestsOf = (endpoint: Endpoint, company: FullCompany): SampleRequest[] => {
  const sample = sampleOf(endpoint, company.ids, company);
  const isList =
    "query" in endpoint && !endpoint.path.endsWith("/suggestions/") && !endpoint.path.endsWith("/download/");
  return isList ? [sample, { ...sample, query: {} }, { ...sample, query: { limit: "1000" } }] : [sample];
};

const answers = async (company: FullCompany, endpoint: Endpoint, headers: Record<string, string>) => {
  const found: string[] = [];
  for (const request of requestsOf(endpoint, company)) {
    const { status, body } = await send(testServer, endpoint, request, headers);
    found.push(`${status} ${withoutLinks(body)}`);
  }
  return found;
};

describe.each([
  ["with a hierarchy", true],
  ["without a hierarchy", false],
])("in a company %s", (_, hierarchy) => {
  let company: FullCompany;
  beforeAll(async () => {
    company = await setUpFullCompany(testServer, { hierarchy });
  });
  const bearer = (token: string) => ({ authorization: `JWT ${token}` });

  test("a key that is limited to a site is answered, byte for byte, what a user with this site is (OPEN-001, OPEN-003)", async () => {
    const { keys, people, ids, hidden } = company;
    const compared = readsOf("siteKey");
    expect(compared.length).toBeGreaterThan(35);
    let seen = "";
    for (const endpoint of compared) {
      const asKey = await answers(company, endpoint, keys.siteKey.headers);
      expect([keyOf(endpoint), asKey]).toEqual([
        keyOf(endpoint),
        await answers(company, endpoint, bearer(people.regular.token)),
      ]);
      seen += asKey.join("\n");
    }
    // The comparison says something: the own site is there, the other one is nowhere.
    expect([seen.includes(ids.order), seen.includes(ids.siteName)]).toEqual([true, true]);
    expect([seen.includes(hidden.order), seen.includes(hidden.siteName)]).toEqual([false, false]);
  });

  /** Whether whoever asks may decide: a key never may. */
  const withoutDecisions = (bodies: readonly string[]) =>
    bodies.map((body) =>
      body
        .replace(/"approvable_by_current_user":(true|false)/g, "")
        .replace(/"approval_status":"Waiting for [^"]*"/g, ""),
    );

  test("a key for all sites is answered what a company admin is, but never that it may decide (OPEN-001 partly)", async () => {
    const { keys, people, hidden } = company;
    let seen = "";
    for (const endpoint of readsOf("wholeKey")) {
      const asKey = await answers(company, endpoint, keys.wholeKey.headers);
      const asAdmin = await answers(company, endpoint, bearer(people.admin.token));
      const alike = endpoint.path.includes("/requires-approval/") ? [] : withoutDecisions(asAdmin);
      const found = endpoint.path.includes("/requires-approval/") ? [] : withoutDecisions(asKey);
      expect([keyOf(endpoint), found]).toEqual([keyOf(endpoint), alike]);
      seen += asKey.join("\n");
    }
    expect([seen.includes(hidden.order), seen.includes(hidden.siteName)]).toEqual([true, true]);
    expect(seen).not.toMatch(/"approvable_by_current_user":true|Waiting for you/);
  });
});
