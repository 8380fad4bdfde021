import { unreadAlerts } from "@mcc/contract/alerts/unread-alerts.api.ts";
import { approvalRules } from "@mcc/contract/approval-rules/approval-rules.api.ts";
import { auditList } from "@mcc/contract/audit/audit.api.ts";
import { requiresApprovalCount } from "@mcc/contract/decisions/decisions.api.ts";
import { home } from "@mcc/contract/home/home.api.ts";
import { orderList } from "@mcc/contract/orders/orders.api.ts";
import { currentUser } from "@mcc/contract/sign-in/sign-in.api.ts";
import { QueryObserver } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { refreshAlerts } from "../features/alerts/refresh-alerts.ts";
import { refreshSites } from "../features/sites/refresh-sites.ts";
import { queryFor } from "../platform/api/call.ts";
import { queryClient } from "../platform/api/query-client.ts";
import { authState } from "../platform/session/auth-state.ts";
import { eventually } from "../testing/page-events.ts";
import { followChanges } from "./live-updates.ts";

const company = (approvals: boolean) => ({
  has_order_approval: approvals,
  features: { order_approval: approvals },
});
const admin = (approvals: boolean) => ({
  id: 1,
  is_mcc_admin: false,
  is_company_admin: true,
  is_approver: true,
  company: company(approvals),
});

/** The server: what it is asked, in order, and whether approvals are on there. */
let asked: string[] = [];
let on = true;
let stream: ReadableStreamDefaultController<Uint8Array> | undefined;
const network = async (url: string): Promise<Response> => {
  const path = new URL(url, "http://localhost").pathname.replace("/api", "");
  if (path === "/alerts/stream/") {
    return new Response(
      new ReadableStream({
        start: (controller) => {
          stream = controller;
        },
      }),
    );
  }
  asked.push(path);
  return Response.json(path === currentUser.path ? admin(on) : { count: 0, data: [] });
};
const say = (kind: string) =>
  stream?.enqueue(new TextEncoder().encode(`event: ${kind}\ndata: {"kind":"${kind}"}\n\n`));

/** On the screen: who is signed in, the badge and the rules. */
const shown = () => [
  new QueryObserver(queryClient, queryFor(currentUser, {})).subscribe(() => {}),
  new QueryObserver(queryClient, queryFor(requiresApprovalCount, {})).subscribe(() => {}),
  new QueryObserver(queryClient, queryFor(approvalRules, { query: {} })).subscribe(() => {}),
];
let leave: (() => void)[] = [];

beforeEach(async () => {
  on = true;
  vi.stubGlobal("location", { protocol: "http:", host: "localhost" });
  vi.stubGlobal("localStorage", { getItem: () => "secret" });
  vi.stubGlobal("document", Object.assign(new EventTarget(), { hidden: false }));
  vi.stubGlobal("fetch", network);
  authState.user.put(admin(true) as never);
  leave = [...shown(), followChanges(1, () => {})];
  await eventually(() => expect([stream !== undefined, queryClient.isFetching()]).toEqual([true, 0]));
  asked = [];
});
afterEach(() => {
  for (const end of leave) end();
  vi.useRealTimers();
  stream = undefined;
  queryClient.clear();
  vi.unstubAllGlobals();
});

test("an order that changes is read again by the badge and by the rules it may wait for", async () => {
  say("approvals");
  await eventually(() => expect(asked.toSorted()).toEqual([approvalRules.path, requiresApprovalCount.path]));
});

test("orders that arrive are read again by the lists and the home page, not by what waits for approval", async () => {
  leave.push(
    new QueryObserver(queryClient, queryFor(orderList.page, { query: {} })).subscribe(() => {}),
    new QueryObserver(queryClient, queryFor(home, { query: {} })).subscribe(() => {}),
  );
  await eventually(() => expect(queryClient.isFetching()).toBe(0));
  asked = [];
  say("orders");
  await eventually(() => expect(asked.toSorted()).toEqual([home.path, orderList.path]));
});

test("alerts, sites and approvals that change are read again by the home page, which shows them", async () => {
  leave.push(new QueryObserver(queryClient, queryFor(home, { query: {} })).subscribe(() => {}));
  await eventually(() => expect(queryClient.isFetching()).toBe(0));
  for (const kind of ["alerts", "sites", "approvals"]) {
    asked = [];
    say(kind);
    await eventually(() => expect(asked).toContain(home.path));
  }
});

test("alerts that come again and again are read each time, by the home page less often", async () => {
  for (const query of [queryFor(home, { query: {} }), queryFor(unreadAlerts, {})])
    leave.push(new QueryObserver(queryClient, query as never).subscribe(() => {}));
  await eventually(() => expect(queryClient.isFetching()).toBe(0));
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  asked = [];
  const times = (path: string) => asked.filter((one) => one === path).length;
  for (const n of [1, 2, 3]) {
    say("alerts");
    await eventually(() => expect(times(unreadAlerts.path)).toBe(n));
  }
  expect(times(home.path)).toBe(1);
  await vi.advanceTimersByTimeAsync(5_000);
  await eventually(() => expect(times(home.path)).toBe(2));
});

test.each([
  ["sites", refreshSites],
  ["alerts", refreshAlerts],
])("%s that the user changes are read again by the home page", async (_, refresh) => {
  leave.push(new QueryObserver(queryClient, queryFor(home, { query: {} })).subscribe(() => {}));
  await eventually(() => expect(queryClient.isFetching()).toBe(0));
  asked = [];
  await refresh();
  expect(asked).toContain(home.path);
});

test("when rules change, who is signed in is read first, and then what that person may read (CONF-041)", async () => {
  say("rules");
  await eventually(() => expect(asked).toHaveLength(3));
  expect(asked[0]).toBe(currentUser.path);
});

test("approvals that are switched off are not asked for any more, and heard of when they are back (CONF-041)", async () => {
  on = false;
  say("rules");
  await eventually(() => expect(authState.user.get()?.company?.has_order_approval).toBe(false));
  on = true;
  say("rules");
  await eventually(() => expect(asked).toHaveLength(4));
  expect(asked.slice(0, 2)).toEqual([currentUser.path, currentUser.path]);
});

test("whatever changes, an open audit page of a company admin is read again (AUDT-004 partly)", async () => {
  const page = new QueryObserver(queryClient, queryFor(auditList.page, { query: {} }));
  leave.push(page.subscribe(() => {}));
  await eventually(() => expect(asked).toContain(auditList.path));
  asked = [];
  say("company");
  await eventually(() => expect(asked).toContain(auditList.path));
});
