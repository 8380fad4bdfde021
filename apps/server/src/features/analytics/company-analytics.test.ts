import { userAnalytics } from "@mcc/contract/analytics/analytics.api.ts";
import { companyAnalytics, updateCompanyAnalytics } from "@mcc/contract/analytics/company-analytics.api.ts";
import { beforeAll, expect, test } from "vitest";
import { addCompany, addPerson, tokenFor } from "../../testing/people.ts";
import { startTestServer, type TestServer } from "../../testing/test-server.ts";

let testServer: TestServer;
let token: string;

beforeAll(async () => {
  testServer = await startTestServer();
  token = await tokenFor(testServer, (await addPerson(testServer, null)).username);
});

const find = (id: number) => testServer.call(companyAnalytics, { token, params: { id: String(id) } });
const put = (id: number, body: object) =>
  testServer.call(updateCompanyAnalytics, { token, params: { id: String(id) }, body: body as never });

const LOOKER = { analytics_source: "LOOKER", looker_dashboard_url: "https://looker.example.com/embed/7" };
const DOMO = {
  analytics_source: "DOMO",
  domo_dashboards: [{ label: "Spend", url: "https://public.domo.com/embed/1", token: "top secret" }],
};

test("a platform admin sets the source of a company, whose users are shown it (ANA-002)", async () => {
  const id = await addCompany(testServer);
  const { username } = await addPerson(testServer, id, { analytics: true });
  const own = await tokenFor(testServer, username);
  const shown = async () => (await testServer.call(userAnalytics, { token: own, body: { username } })).body;
  expect((await find(id)).body).toEqual({
    analytics_source: null,
    looker_dashboard_url: null,
    domo_dashboards: [],
  });
  expect((await shown()).domo_dashboards).toHaveLength(4);
  expect((await put(id, LOOKER)).status).toBe(200);
  expect(await shown()).toEqual({ ...LOOKER, domo_dashboards: [] });
  expect((await put(id, DOMO)).body).toEqual({ ...DOMO, looker_dashboard_url: null });
  expect(await shown()).toEqual({ ...DOMO, looker_dashboard_url: null });
  await put(id, { analytics_source: null });
  expect((await shown()).domo_dashboards).toHaveLength(4);
});

test("a change is in the audit of the company, without the tokens; one without effect is not", async () => {
  const id = await addCompany(testServer);
  await put(id, DOMO);
  await put(id, DOMO);
  await put(id, LOOKER);
  const entries = await testServer.sql<{ action: string; details: object }>(
    "select action, details from audit_entries where company_id = $1 order by id",
    [id],
  );
  expect(entries.map(({ action }) => action)).toEqual(["analytics.updated", "analytics.updated"]);
  expect(JSON.stringify(entries)).toContain("https://public.domo.com/embed/1");
  expect(JSON.stringify(entries)).not.toContain("secret");
});

test("addresses that a page must not embed are refused", async () => {
  const id = await addCompany(testServer);
  for (const url of [
    ...[
      "javascript:alert(1)",
      "http://looker.example.com/",
      "data:text/html,x",
      "/dashboards/total-spend",
      "",
    ],
    ...[
      "https://*/",
      "https://*.example.com/",
      "https://user:secret@looker.example.com/",
      "https://a;b/",
      "https://",
    ],
  ]) {
    const looker = await put(id, { analytics_source: "LOOKER", looker_dashboard_url: url });
    expect([looker.status, Object.keys(looker.body)], url).toEqual([400, ["looker_dashboard_url"]]);
    const domo = await put(id, { analytics_source: "DOMO", domo_dashboards: [{ label: "A", url }] });
    expect(domo.status, url).toBe(400);
  }
  for (const body of [
    ...[{ analytics_source: "LOOKER" }, { analytics_source: "DOMO" }, { analytics_source: "TABLEAU" }, {}],
    { ...DOMO, domo_dashboards: Array.from({ length: 21 }, () => DOMO.domo_dashboards[0]) },
  ])
    expect((await put(id, body)).status, JSON.stringify(body).slice(0, 60)).toBe(400);
});

test("a company that does not exist is not found, and one without a configuration has to get it first", async () => {
  expect((await find(999_999)).status).toBe(404);
  expect((await put(999_999, LOOKER)).status).toBe(404);
  const [company] = await testServer.sql<{ id: number }>(
    "insert into companies (name, slug_name, short_name, label) values ('Bare', 'bare-analytics', 'Bare', 'Bare') returning id",
  );
  const id = Number(company?.id);
  expect((await find(id)).body.analytics_source).toBeNull();
  expect((await put(id, LOOKER)).status).toBe(409);
});

test("the policy of a page names the hosts of its company, and of every company where the host is shared", async () => {
  const themed = async (themeId: string, host: string) => {
    const id = await addCompany(testServer, { themeId });
    expect((await put(id, { ...LOOKER, looker_dashboard_url: `https://${host}/embed/1` })).status).toBe(200);
  };
  await themed("framea", "a.dashboards.example.com");
  await themed("frameb", "b.dashboards.example.com:8443");
  const { makeFrameOrigins } = await import("./frame-origins.service.ts");
  const origins = makeFrameOrigins(testServer.services);
  expect(await origins("manager.goframea.com")).toEqual(["https://a.dashboards.example.com"]);
  expect(await origins("manager.goframeb.com")).toEqual(["https://b.dashboards.example.com:8443"]);
  expect(await origins("localhost:3000")).toEqual(
    expect.arrayContaining(["https://a.dashboards.example.com", "https://b.dashboards.example.com:8443"]),
  );
});
