import { dashboard, embeddedDashboard, userAnalytics } from "@mcc/contract/analytics/analytics.api.ts";
import { signOut } from "@mcc/contract/sign-in/sign-in.api.ts";
import { beforeAll, describe, expect, test } from "vitest";
import { addCompany, addPerson, tokenFor } from "../../testing/people.ts";
import { startTestServer, type TestServer } from "../../testing/test-server.ts";

let testServer: TestServer;
let companyId: number;

beforeAll(async () => {
  testServer = await startTestServer();
  companyId = await addCompany(testServer);
});

const signedIn = async (analytics = true, company = companyId) => {
  const { username, id } = await addPerson(testServer, company, { analytics });
  return { id, username, token: await tokenFor(testServer, username) };
};
const ask = ({ token, username }: { token: string; username: string }) =>
  testServer.call(userAnalytics, { token, body: { username } });
const open = (token: string) => testServer.call(embeddedDashboard, { body: { token } });

test("without a source of the company there are the four dashboards of this server, under Domo's names (ANA-007, ANA-010, ANA-011)", async () => {
  const { status, body } = await ask(await signedIn());
  expect(status).toBe(200);
  expect(body).toEqual({
    analytics_source: "DOMO",
    looker_dashboard_url: null,
    domo_dashboards: [
      { label: "Total Spend", url: "/dashboards/total-spend", token: expect.any(String) },
      { label: "Open Orders", url: "/dashboards/open-orders", token: expect.any(String) },
      { label: "Order Status", url: "/dashboards/order-status", token: expect.any(String) },
      { label: "Service Quality", url: "/dashboards/service-quality", token: expect.any(String) },
    ],
  });
});

test("the source of the company is answered as it is configured (ANA-011)", async () => {
  const company = await addCompany(testServer);
  const user = await signedIn(true, company);
  const set = (source: string, url: string | null, dashboards: object[]) =>
    testServer.sql(
      `update company_configurations set analytics_source = $2, looker_dashboard_url = $3, domo_dashboards = $4
       where company_id = $1`,
      [company, source, url, JSON.stringify(dashboards)],
    );
  await set("LOOKER", "https://looker.example.com/embed/7", []);
  expect((await ask(user)).body).toEqual({
    analytics_source: "LOOKER",
    looker_dashboard_url: "https://looker.example.com/embed/7",
    domo_dashboards: [],
  });
  const dashboards = [{ label: "Spend", url: "https://public.domo.com/embed/1", token: "given" }];
  await set("DOMO", null, dashboards);
  expect((await ask(user)).body).toEqual({
    analytics_source: "DOMO",
    looker_dashboard_url: null,
    domo_dashboards: dashboards,
  });
});

test("users without the analytics flag, and their numbers, are refused (ANA-012)", async () => {
  const { token, username } = await signedIn(false);
  expect((await ask({ token, username })).status).toBe(403);
  const numbers = await testServer.call(dashboard, {
    token,
    params: { dashboard: "total-spend" },
    query: {},
  });
  expect(numbers.status).toBe(403);
});

test("the ecommerce username has to be the user's own (ANA-010)", async () => {
  const user = await signedIn();
  await testServer.sql("update users set ecommerce_username = 'in-the-shop' where id = $1", [user.id]);
  expect((await ask({ ...user, username: "in-the-shop" })).status).toBe(200);
  for (const username of [user.username, "somebody", ""]) {
    const { status, body } = await ask({ ...user, username });
    expect([status, Object.keys(body)]).toEqual([400, ["username"]]);
  }
});

describe("the token of a dashboard", () => {
  const tokens = async (user: { token: string; username: string }) =>
    (await ask(user)).body.domo_dashboards.map(({ token }) => token);

  test("opens the dashboard it was signed for, without any other sign-in", async () => {
    const names = [];
    for (const token of await tokens(await signedIn())) {
      const { status, body } = await open(token);
      expect(status).toBe(200);
      names.push(body.name);
    }
    expect(names).toEqual(["total-spend", "open-orders", "order-status", "service-quality"]);
  });

  test("is refused when it was altered, is a portal token or belongs to a link of another kind", async () => {
    const user = await signedIn();
    const [good = ""] = await tokens(user);
    const session = testServer.services.tokens.sessionOf(user.token) as string;
    const link = testServer.services.signedLinks.sign(
      "document",
      { session, dashboard: "total-spend", user: user.id },
      60,
    );
    const expired = testServer.services.signedLinks.sign(
      "dashboard",
      { session, dashboard: "total-spend", user: user.id },
      -1,
    );
    const stranger = testServer.services.signedLinks.sign(
      "dashboard",
      { session, dashboard: "total-spend", user: user.id + 1 },
      60,
    );
    for (const token of [`${good}x`, good.slice(0, -2), user.token, link, expired, stranger, "", "a.b.c"]) {
      expect((await open(token)).status, token).toBe(401);
    }
  });

  test("ends with the session, and with the analytics flag of its user", async () => {
    const leaving = await signedIn();
    const [ended = ""] = await tokens(leaving);
    await testServer.call(signOut, { token: leaving.token });
    expect((await open(ended)).status).toBe(401);
    const user = await signedIn();
    const [flagged = ""] = await tokens(user);
    await testServer.sql("update users set enable_analytics = false where id = $1", [user.id]);
    expect((await open(flagged)).status).toBe(401);
  });
});

test("a dashboard that does not exist is not found, and unknown choices are refused", async () => {
  const { token } = await signedIn();
  const get = (name: string, query: object = {}) =>
    testServer.call(dashboard, { token, params: { dashboard: name }, query });
  for (const name of ["nothing", "constructor", "__proto__", "total-spend%00"])
    expect((await get(name)).status, name).toBe(404);
  for (const query of [{ by: "planet" }, { by: "group_1" }, { year: "2026" }, { by: ["site", "region"] }])
    expect((await get("total-spend", query)).status, JSON.stringify(query)).toBe(400);
  expect((await get("open-orders", { by: "site" })).status).toBe(400);
  expect((await get("total-spend", { by: "site", place: "no number" })).status).toBe(200);
});
