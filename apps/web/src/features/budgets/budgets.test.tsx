import { budgetMessages } from "@mcc/contract/budgets/budgets.messages.ts";
import type { Budget } from "@mcc/contract/budgets/budgets.schema.ts";
import { companyWith, person } from "@mcc/contract/testing/people.ts";
import { beforeEach, expect, test } from "vitest";
import { dialogForm } from "../../testing/dialog-form.ts";
import { onePage } from "../../testing/order-rows.ts";
import {
  choose,
  clearToasts,
  click,
  control,
  eventually,
  field,
  fill,
  find,
  setWidth,
  texts,
  toasts,
} from "../../testing/page-events.ts";
import { renderPage, type TestServer } from "../../testing/render-page.tsx";
import { refusal } from "../../testing/site-server.ts";
import { BudgetLinks } from "./budget-links.tsx";
import { BudgetPage } from "./budget-page.tsx";
import { BudgetsPage } from "./budgets-page.tsx";
import { BudgetsOfOrders, OrderBudgets } from "./order-budgets.tsx";

const admin = person({ is_company_admin: true, company: companyWith(true, true, null) });
const member = person({ company: companyWith(true, true, null) });
const RIG: Budget = {
  ...{ id: 3, name: "Rig 117", period: "quarter", starts_on: "2026-10-01", ends_on: null, repeats: true },
  ...{ sites: [117], nodes: [], place_names: ["Rig 117 Midland"], afe_number: "AFE-9", field: null },
  ...{ beyond: "step", role: { id: 2, name: "Controller" }, owners: [{ id: 8, name: "Olga Owner" }] },
  ...{ tell_at: [80, 100], state: "running", sees_totals: true, recount: null, forecast: "61000.00" },
  ...{ period_starts_on: "2026-10-01", period_ends_on: "2026-12-31", period_label: "Q4 2026" },
  ...{ amount: "50000.00", reserved: "10000.00", committed: "30000.00", left: "10000.00" },
};
const hidden = { amount: null, reserved: null, committed: null, left: null, forecast: null };

beforeEach(() => {
  setWidth(1440);
  clearToasts();
});

const serverOf = (answers: Readonly<Record<string, unknown>>) => {
  const sent: [string, unknown][] = [];
  const periods: [string, string | null][] = [];
  const server: TestServer = ({ method, url: { pathname, searchParams }, body }) => {
    const request = `${method} ${pathname.replace("/api", "")}`;
    periods.push([request, searchParams.get("period")]);
    if (method !== "GET" && !request.endsWith("/preview/")) sent.push([request, body]);
    const answer = answers[request];
    return typeof answer === "function" ? answer(body) : answer;
  };
  return { sent, periods, server };
};

test("budgets are listed with period, coverage, used, reserved, left and a forecast (BUDG-006 partly)", async () => {
  const beyond = { ...RIG, id: 4, name: "Yard", left: "-1240.00", reserved: "21240.00" };
  renderPage(BudgetsPage, admin, serverOf({ "GET /budgets/": onePage([RIG, beyond]) }).server);
  await eventually(() => expect(texts("tbody tr > :first-child")).toEqual(["Rig 117", "Yard"]));
  const [row, other] = texts("tbody tr");
  expect(row).toContain("Q4 2026");
  expect(row).toContain("Rig 117 Midland; AFE-9");
  expect(row).toContain("80% used, $10,000.00 left");
  expect(row).toContain("$61,000.00");
  expect(other).toContain("$1,240.00 beyond");
  expect(find("[role=img]")?.getAttribute("aria-label")).toBe(
    "$30,000.00 committed, $10,000.00 reserved, $10,000.00 left of $50,000.00",
  );
  expect(control("Create Budget")).toBeDefined();
});

test("a budget whose period has just begun says that it is too early for a forecast (BUDG-006 partly)", async () => {
  const young = { ...RIG, forecast: null };
  renderPage(BudgetsPage, admin, serverOf({ "GET /budgets/": onePage([young]) }).server);
  await eventually(() => expect(texts("tbody tr > :last-child")[0]).toContain("Too early to say"));
  openOne(admin, { "GET /budgets/3/": young });
  await eventually(() =>
    expect(document.body.textContent).toContain("Too early to say what it will be by the end of the period."),
  );
});

test("who is no company admin sees budgets without totals and cannot create one (BUDG-009 partly)", async () => {
  const { server } = serverOf({ "GET /budgets/": onePage([{ ...RIG, ...hidden, sees_totals: false }]) });
  renderPage(BudgetsPage, member, server);
  await eventually(() => expect(texts("tbody tr > :first-child")).toEqual(["Rig 117"]));
  expect(find("tbody")?.textContent).not.toContain("$");
  expect(control("Create Budget")).toBeUndefined();
});

test("a new budget says what is missing on its fields, and sends what was chosen (BUDG-001 partly)", async () => {
  const { sent, server } = serverOf({
    "GET /budgets/": onePage([]),
    "GET /budgets/fields/": { results: [] },
    "GET /sites/": onePage([]),
    "GET /accounts/users/": onePage([]),
    "GET /orders/suggestions/": { results: [] },
    "POST /budgets/": RIG,
    "POST /budgets/preview/": { ...RIG, order_count: 0, orders: [], takes_a_while: false },
  });
  renderPage(BudgetsPage, admin, server);
  await eventually(() => expect(document.body.textContent).toContain("No budgets yet."));
  await click("Create Budget");
  await eventually(() => expect(dialogForm.title()).toBe("Create New Budget"));
  dialogForm.submit();
  await eventually(() => expect(texts("form [id$=-error]")).toContain("Name field is required"));
  expect(sent).toEqual([]);
  await fill("Name", "Drilling");
  await fill("Amount", "$50,000");
  dialogForm.submit();
  const COVERAGE = "Choose what the budget covers: sites, nodes, an AFE or a checkout field.";
  await eventually(() => expect(texts("form [id$=-error]")).toEqual([COVERAGE]));
  await fill("AFE", "AFE-9");
  await fill("Tell owners at", "50, 90%");
  await eventually(() => expect(document.body.textContent).toContain("No order of Q4 2026 is covered yet."));
  dialogForm.submit();
  await eventually(() => expect(toasts()).toEqual(["Budget created correctly"]));
  expect(sent).toEqual([
    [
      "POST /budgets/",
      {
        ...{ name: "Drilling", amount: "50000", period: "quarter", starts_on: null, ends_on: null },
        ...{ repeats: true, sites: [], nodes: [], afe_number: "AFE-9", field: null, beyond: "tell" },
        ...{ role: null, owners: [], tell_at: [50, 90] },
      },
    ],
  ]);
});

test("the preview of a budget says how many orders it covers and how far they go beyond it (BUDG-001 partly)", async () => {
  const order = { identifier: "AC-7", site: "Rig 117 Midland", order_date: "2026-10-02T15:00:00.000Z" };
  const { server } = serverOf({
    "GET /budgets/": onePage([]),
    "GET /budgets/fields/": { results: [] },
    "GET /sites/": onePage([]),
    "GET /accounts/users/": onePage([]),
    "GET /orders/suggestions/": { results: [] },
    "POST /budgets/preview/": {
      ...{ ...RIG, amount: "30000.00", left: "-10000.00", order_count: 3, takes_a_while: false },
      orders: [{ ...order, status: "Accepted", total: "30000.00" }],
    },
  });
  renderPage(BudgetsPage, admin, server);
  await eventually(() => expect(document.body.textContent).toContain("No budgets yet."));
  await click("Create Budget");
  await fill("Amount", "$30,000");
  await fill("AFE", "AFE-9");
  await eventually(() => {
    const words = find("[aria-label='What it would cover']")?.textContent;
    expect(words).toContain("3 orders of Q4 2026, $40,000.00 used already, $10,000.00 beyond.");
    expect(words).toContain("AC-7");
    expect(words).toContain("and 2 more orders");
  });
});

const openOne = (user = admin, answers: Readonly<Record<string, unknown>> = {}, search = "") => {
  const served = serverOf({
    "GET /budgets/3/": RIG,
    "GET /budgets/3/periods/": { results: [] },
    "GET /budgets/3/chart/": { ...RIG, today: "2026-11-04", points: [] },
    "GET /budgets/3/entries/": onePage([
      {
        ...{
          id: 1,
          moment: "2026-11-02T15:00:00.000Z",
          kind: "reserve",
          order: "AC-7",
          site: "Rig 117 Midland",
        },
        ...{ amount: "10000.00", reserved: "10000.00", committed: "0.00", used: "40000.00" },
        ...{ period_starts_on: "2026-10-01", actor: "Provider" },
      },
    ]),
    ...answers,
  });
  const page = renderPage(BudgetPage, user, served.server, {
    route: "/budgets/$budgetId",
    at: `/budgets/3${search}`,
  });
  return { ...served, page };
};

test("a period that is over is said on its field before the budget is sent (BUDG-001 partly)", async () => {
  const { sent } = openOne(admin, {
    "GET /budgets/fields/": { results: [] },
    "GET /sites/": onePage([]),
    "GET /accounts/users/": onePage([]),
    "GET /orders/suggestions/": { results: [] },
    "GET /accounts/roles/": onePage([]),
    "POST /budgets/preview/": () => Response.json({ starts_on: [budgetMessages.over] }, { status: 400 }),
  });
  await eventually(() => expect(texts("h1")).toEqual(["Rig 117"]));
  await click("Edit");
  await eventually(() => expect(texts("form [id$=-error]")).toEqual([budgetMessages.over]));
  expect(sent).toEqual([]);
});

test("the page of a budget has what is left, the forecast as such, a chart and the statement (BUDG-006 partly)", async () => {
  openOne();
  await eventually(() => expect(texts("h1")).toEqual(["Rig 117"]));
  expect(document.body.textContent).toContain("$10,000.00 left");
  expect(document.body.textContent).toContain(
    "At the pace so far $61,000.00 by the end of the period, more than the budget.",
  );
  expect(document.body.textContent).toContain("One more approval: Controller");
  await eventually(() => expect(control("AC-7")?.getAttribute("href")).toBe("/orders/AC-7"));
  await eventually(() => expect(texts("h2")).toContain("Used over the period"));
});

test("the page of a budget that repeats shows a past period instead, with its statement (BUDG-006 partly)", async () => {
  const past = { ...RIG, period_starts_on: "2026-07-01", period_label: "Q3 2026", left: "-500.00" };
  const results = [
    { ...RIG, is_current: true },
    { ...past, is_current: false },
  ];
  const answers = { "GET /budgets/3/periods/": { results } };
  const { page, periods } = openOne(admin, answers, "?period=2026-07-01");
  await eventually(() => expect(texts("h2")).toContain("Statement of Q3 2026"));
  expect(texts("h2")).toContain("Q3 2026");
  expect(document.body.textContent).toContain("$500.00 beyond");
  expect(document.body.textContent).not.toContain("At the pace so far");
  expect(field("Period").value).toBe("Q3 2026");
  const latest = (request: string) => periods.findLast(([one]) => one === `GET /budgets/3/${request}/`)?.[1];
  await eventually(() => expect([latest("chart"), latest("entries")]).toEqual(["2026-07-01", "2026-07-01"]));
  await choose("Period", "Q4 2026 (this period)");
  await eventually(() => expect(texts("h2")).toContain("Statement of all periods"));
  expect(page.search()).toEqual({});
  await eventually(() => expect(latest("entries")).toBeNull());
  expect(texts("h2")).toContain("Q4 2026");
});

test("a budget without totals says who sees them, and has no buttons for others (BUDG-009 partly)", async () => {
  openOne(member, { "GET /budgets/3/": { ...RIG, ...hidden, sees_totals: false } });
  await eventually(() => expect(texts("h1")).toEqual(["Rig 117"]));
  expect(document.body.textContent).toContain("Totals are shown to company admins, owners");
  // Its entries are those of the user's sites.
  await eventually(() => expect(control("AC-7")?.getAttribute("href")).toBe("/orders/AC-7"));
  expect(control("Edit")).toBeUndefined();
  expect(control("Delete")).toBeUndefined();
});

test("a budget that orders wait for stays, and says why", async () => {
  const WAITS = "Orders wait for the step of this budget.";
  const { sent } = openOne(admin, {
    "DELETE /budgets/3/": () => refusal(409, { detail: WAITS, code: "budget.pending" }),
  });
  await eventually(() => expect(control("Delete")).toBeDefined());
  await click("Delete");
  await eventually(() => expect(texts("[role=dialog] h2, [role=alertdialog] h2")).toEqual(["Delete budget"]));
  const buttons = [
    ...document.querySelectorAll<HTMLElement>("[role=dialog] button, [role=alertdialog] button"),
  ];
  buttons.find(({ textContent }) => textContent === "Delete")?.click();
  await eventually(() => expect(toasts()).toEqual([WAITS]));
  expect(sent).toEqual([["DELETE /budgets/3/", undefined]]);
});

const share = {
  ...{ id: 3, name: "Rig 117", period_label: "Q4 2026", amount: "50000.00", left_before: "10000.00" },
  ...{ left_after: "-1240.00", beyond: true, reason: "Rig 117, Q4: $1,240.00 beyond $50,000.00" },
};

test("an order shows what is left of each budget before and after it, in words when it goes beyond (BUDG-005 partly)", async () => {
  const results = [{ ...share, this_order: "11240.00" }];
  const { server } = serverOf({ "GET /orders/AC-7/budgets/": { results } });
  renderPage(() => <OrderBudgets identifier="AC-7" />, member, server);
  await eventually(() => expect(texts("dd")).toEqual(["$10,000.00", "$11,240.00", "-$1,240.00"]));
  expect(texts("dt")).toEqual(["Left before", "This order", "Left after"]);
  expect(texts("li")[0]).toContain("Rig 117 Q4 2026");
  expect(document.body.textContent).toContain("Rig 117, Q4: $1,240.00 beyond $50,000.00");
});

test("several orders show what is left after all of them (BUDG-005 partly)", async () => {
  const results = [{ ...share, these_orders: "11240.00", orders: ["AC-7", "AC-8"] }];
  const { server } = serverOf({ "GET /orders/pending/budgets/": { results } });
  renderPage(() => <BudgetsOfOrders ids={[7, 8]} />, member, server);
  await eventually(() => expect(texts("dt")[1]).toBe("These orders"));
  expect(texts("dd")[2]).toBe("-$1,240.00");
  // A dialog is outside the router, where a link would fail.
  expect(find("a")).toBeNull();
});

test("what is left of budgets is not silently missing when it cannot be read (BUDG-005 partly)", async () => {
  const { server } = serverOf({
    "GET /orders/AC-7/budgets/": () => refusal(403, { detail: "No." }),
    "GET /orders/pending/budgets/": () => refusal(403, { detail: "No." }),
  });
  for (const Shown of [() => <OrderBudgets identifier="AC-7" />, () => <BudgetsOfOrders ids={[7, 8]} />]) {
    renderPage(Shown, member, server);
    await eventually(() =>
      expect(texts("[role=status]")).toEqual(["What is left of budgets cannot be shown right now."]),
    );
  }
});

test("a budget whose nodes were deleted says that it covers nothing (BUDG-001 partly)", async () => {
  openOne(admin, {
    "GET /budgets/3/": { ...RIG, sites: [], nodes: [62], place_names: [], afe_number: null },
  });
  await eventually(() => expect(texts("dd")).toContain("Nothing any more: its nodes were deleted"));
});

test("a site names its budgets, and one without any says nothing (BUDG-006 partly)", async () => {
  const { server } = serverOf({ "GET /budgets/": onePage([RIG]) });
  renderPage(() => <BudgetLinks site={117} />, admin, server);
  await eventually(() => expect(control("Rig 117")?.getAttribute("href")).toBe("/budgets/3"));
  expect(texts("li")).toEqual(["Rig 117 Q4 2026$10,000.00 left"]);
});
