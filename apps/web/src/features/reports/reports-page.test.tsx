import { companyWith, person } from "@mcc/contract/testing/people.ts";
import { beforeEach, expect, test } from "vitest";
import { onePage } from "../../testing/order-rows.ts";
import {
  all,
  choose,
  chooseRowAction,
  clearToasts,
  click,
  control,
  eventually,
  fill,
  find,
  openRowMenu,
  setWidth,
  texts,
  toasts,
} from "../../testing/page-events.ts";
import { renderPage } from "../../testing/render-page.tsx";
import { ReportsPage } from "./reports-page.tsx";

const company = companyWith(true, true, null);
const user = person({ company });
const admin = person({ company, is_company_admin: true });

const self = (state: string) => ({ id: 1, name: "Pat Doe", state, is_self: true });
const report = (id: number, more: object = {}) => ({
  ...{ id, name: `Report ${id}`, owner: { id: 1, name: "Pat Doe", is_gone: false }, is_owner: true },
  view: {
    list: "orders",
    saved_view: { id: 5, name: "Late ones" },
    columns: ["id"],
    ordering: null,
    filters: {},
  },
  ...{ page: "/orders?view=5", time_zone: "America/Chicago", format: "xlsx", attach: false },
  schedule: { every: "workday", weekday: null, day: null, at: "07:00" },
  ...{ readers: [self("accepted")], state: "accepted", paused: false },
  ...{ next_run: "2026-11-19T13:00:00Z", last_run: null, problem: null },
  ...more,
});
const ofAda = { owner: { id: 2, name: "Ada Admin", is_gone: false }, is_owner: false };
const LAST = {
  ...{ planned_at: "2026-11-18T13:00:00Z", ran_at: "2026-11-18T13:00:04Z" },
  ...{ sent: 1, waiting: 0, not_sent: 1, detail: "Sent to 1 of 2 people" },
};

let sent: { method: string; path: string; body: unknown }[] = [];
const open = async (stored: object[], { who = user, at = "/reports", attach = false, works = true } = {}) => {
  sent = [];
  const page = renderPage(
    ReportsPage,
    who,
    ({ method, url, body }) => {
      const path = url.pathname.replace(/^\/api/, "");
      if (method !== "GET") {
        sent.push({ method, path, body });
        if (path === "/reports/preview/") return { subject: "S", html: "<p>E-mail</p>", next_runs: [] };
        if (path === "/reports/settings/")
          return { ...(body as object), time_zone: "America/Chicago", working_days: [1, 2, 3, 4, 5] };
        if (path === "/reports/2/run/") return { detail: "The report ran a moment ago." };
        return works ? { detail: "Done" } : Response.json({ detail: "Not now." }, { status: 500 });
      }
      if (path === "/reports/")
        return onePage(url.searchParams.get("all") === "true" ? [...stored, report(90, ofAda)] : stored);
      if (path === "/reports/settings/")
        return { attach_files: attach, time_zone: "America/Chicago", working_days: [1, 2, 3, 4, 5] };
      if (path === "/reports/readers/") return { results: [{ id: 3, name: "Ben Buyer", username: "ben" }] };
      if (path === "/lists/orders/views/")
        return {
          results: [5, 6].map((id) => ({
            ...{
              id,
              name: id === 5 ? "Late ones" : "Big ones",
              columns: ["id"],
              ordering: null,
              filters: {},
            },
            ...{ density: null, shared: false, is_default: false, is_owner: true, owner_name: "Pat Doe" },
          })),
        };
      if (path === "/reports/3/") return report(3, { name: "Spend" });
      if (path === "/reports/3/file/") return { link: "http://localhost/files/report/3" };
      if (path === "/reports/1/runs/")
        return onePage([
          {
            ...{ id: 1, planned_at: "2026-11-18T13:00:00Z", ran_at: "2026-11-18T13:00:04Z", by_hand: false },
            ...{
              reader: { id: 1, name: "Pat Doe" },
              result: "sent",
              detail: "Sent",
              rows: 1204,
              sum: "9.50",
            },
          },
          {
            ...{ id: 2, planned_at: "2026-11-18T13:00:00Z", ran_at: "2026-11-18T13:00:04Z", by_hand: true },
            ...{ reader: { id: 3, name: "Ben Buyer" }, result: "no_right", rows: null, sum: null },
            detail: "Not sent: this person may no longer see this list.",
          },
        ]);
      return undefined;
    },
    { route: "/reports", at },
  );
  await eventually(() => expect(texts("h1")).toEqual(["Reports"]));
  return page;
};
const rows = () =>
  all("tbody:not([data-placeholder]) tr").map((row) =>
    [...row.children].slice(0, 5).map((cell) => cell.textContent),
  );
const dialog = () => find("[role=dialog]")?.textContent ?? "";
const didSend = (toast: string) => eventually(() => expect(toasts()).toContain(toast));

beforeEach(() => {
  setWidth(1440);
  clearToasts();
});

test("reports are listed with schedule, readers, next and last run and result (REPT-005 partly)", async () => {
  await open([
    report(1, {
      readers: [self("accepted"), { id: 3, name: "Ben Buyer", state: "invited", is_self: false }],
      last_run: LAST,
      problem: "The address of Ben Buyer was refused.",
    }),
    report(2, {
      ...ofAda,
      paused: true,
      next_run: null,
      schedule: { every: "month", weekday: null, day: 31, at: "18:30" },
    }),
  ]);
  await eventually(() => expect(rows()).toHaveLength(2));
  expect(texts("thead th")).toEqual([
    ...["Report", "When", "Who gets it", "Next run", "Last run", "Actions"],
  ]);
  expect(rows()).toEqual([
    [
      "Report 1Orders · Late onesThe address of Ben Buyer was refused.",
      "Every working day at 7:00 AM, Chicago time",
      "You, Ben Buyer (invited)",
      "Thu Nov 19 2026 7:00 AM",
      "Wed Nov 18 2026 7:00 AMSent to 1 of 2 people",
    ],
    [
      "Report 2Orders · Late ones · From Ada AdminPaused",
      "On the last day of every month at 6:30 PM, Chicago time",
      "You",
      "Paused",
      "Not yet",
    ],
  ]);
  expect(control("Report 1")?.getAttribute("href")).toBe("/orders?view=5");
  expect(await openRowMenu("Report 1")).toEqual(
    ["Change", "Runs", "Download file", "End report"].map((label) => `${label} Report 1`),
  );
});

test("a report of a colleague can be run for oneself and ended for oneself, nothing else (REPT-005 partly)", async () => {
  await open([report(2, ofAda)]);
  await eventually(() => expect(control("Run now Report 2")).toBeDefined());
  expect(control("Pause Report 2")).toBeUndefined();
  expect(await openRowMenu("Report 2")).toEqual(
    ["Runs", "Download file", "Stop getting it"].map((label) => `${label} Report 2`),
  );
  await click("Stop getting it Report 2");
  await eventually(() => expect(dialog()).toContain("Others still get it."));
  await click("Stop getting it");
  await didSend("You no longer get this report.");
  expect(sent).toMatchObject([{ method: "POST", path: "/reports/2/decline/" }]);
});

test("a report is run now, paused, resumed and ended after a question (REPT-005 partly)", async () => {
  await open([report(1), report(2, { paused: true, next_run: null })]);
  await eventually(() => expect(control("Run now Report 1")).toBeDefined());
  await click("Run now Report 1");
  await didSend("Done");
  await click("Run now Report 2");
  await didSend("The report ran a moment ago.");
  await click("Pause Report 1");
  await didSend("The report is paused.");
  await click("Resume Report 2");
  await didSend("The report is sent again from its next run on.");
  await chooseRowAction("End report", "Report 1");
  await eventually(() => expect(dialog()).toContain("Do you want to end the report “Report 1”?"));
  await click("End report");
  await didSend("The report has ended.");
  expect(sent).toMatchObject([
    { method: "POST", path: "/reports/1/run/" },
    { method: "POST", path: "/reports/2/run/" },
    { method: "PATCH", path: "/reports/1/", body: { paused: true } },
    { method: "PATCH", path: "/reports/2/", body: { paused: false } },
    { method: "DELETE", path: "/reports/1/" },
  ]);
});

test("what could not be sent is told with the reason of the server", async () => {
  await open([report(1)], { works: false });
  await eventually(() => expect(control("Run now Report 1")).toBeDefined());
  await click("Run now Report 1");
  await didSend("There has been an error sending the report");
});

test("a report is changed in the dialog that made it (REPT-005 partly)", async () => {
  await open([report(1)]);
  await eventually(() => expect(control("Run now Report 1")).toBeDefined());
  await chooseRowAction("Change", "Report 1");
  await eventually(() => expect(dialog()).toContain("Edit Report"));
  expect(dialog()).toContain("When this view is changed, so is the report.");
  await fill("At", "18:15");
  await eventually(() => expect(dialog()).toContain("Every working day at 6:15 PM, Chicago time"));
  await click("Save");
  await didSend("Report updated correctly");
  expect(sent.find(({ method }) => method === "PATCH")).toMatchObject({
    path: "/reports/1/",
    body: { name: "Report 1", schedule: { every: "workday", at: "18:15" }, format: "xlsx", readers: [1] },
  });
});

test("the view of a report is changed, and who declined it is not asked again unless they are chosen again (REPT-005 partly)", async () => {
  await open([
    report(1, {
      readers: [self("accepted"), { id: 3, name: "Ben Buyer", state: "declined", is_self: false }],
    }),
  ]);
  await eventually(() => expect(control("Run now Report 1")).toBeDefined());
  await chooseRowAction("Change", "Report 1");
  await eventually(() => expect(dialog()).toContain("Do not want it: Ben Buyer."));
  await choose("View", "Big ones");
  await click("Save");
  await didSend("Report updated correctly");
  expect(sent.find(({ method }) => method === "PATCH")).toMatchObject({
    path: "/reports/1/",
    body: { view: { list: "orders", saved_view: 6 }, readers: [1] },
  });
});

test("the runs say what became of each reader's report (REPT-005 partly)", async () => {
  await open([report(1)]);
  await eventually(() => expect(control("Run now Report 1")).toBeDefined());
  await chooseRowAction("Runs", "Report 1");
  await eventually(() => expect(dialog()).toContain("Sent"));
  const cells = all("[role=dialog] tbody:not([data-placeholder]) tr").map((row) =>
    [...row.children].map(({ textContent }) => textContent),
  );
  expect(cells).toEqual([
    ["Wed Nov 18 2026 7:00 AM", "Wed Nov 18 2026 7:00 AM", "Pat Doe", "Sent", "1,204", "$9.50"],
    [
      ...["By hand", "Wed Nov 18 2026 7:00 AM", "Ben Buyer"],
      ...["Not sent: this person may no longer see this list.", "–", "–"],
    ],
  ]);
});

test("an invitation is accepted or declined, and stands above the reports (REPT-001 partly)", async () => {
  const invited = { ...ofAda, state: "invited", readers: [self("invited")], next_run: null };
  await open([report(2, invited), report(4, invited)]);
  await eventually(() => expect(all("ul[aria-label=Invitations] li")).toHaveLength(2));
  expect(find("ul[aria-label=Invitations] li")?.textContent).toContain(
    "Ada Admin invites you to the report “Report 2”Orders · Every working day at 7:00 AM, Chicago time",
  );
  await click("Accept Report 2");
  await didSend("You get this report from its next run on.");
  await click("Decline Report 4");
  await didSend("You declined the report.");
  expect(sent.map(({ path }) => path)).toEqual(["/reports/2/accept/", "/reports/4/decline/"]);
});

test.each([
  [true, ["Change", "Runs", "End report"]],
  [false, ["Runs", "End report"]],
])("whether a company admin can change a report of somebody who is gone: %s", async (is_gone, entries) => {
  const owner = { id: 2, name: "Ada Admin", is_gone };
  await open([report(2, { owner, is_owner: false, state: null, readers: [] })], { who: admin });
  await eventually(() => expect(rows()).toHaveLength(1));
  expect(await openRowMenu("Report 2")).toEqual(entries.map((label) => `${label} Report 2`));
});

test("a report that was ended is gray, and can be had again or removed from the list", async () => {
  const ended = { ...ofAda, state: "ended", readers: [self("ended")], next_run: null };
  await open([report(2, ended), report(4, ended)]);
  await eventually(() => expect(rows()[0]?.[0]).toContain("You ended it"));
  expect(all("[data-ended]")).toHaveLength(2);
  expect(control("Run now Report 2")).toBeUndefined();
  await click("Get it again Report 2");
  await didSend("You get this report from its next run on.");
  await chooseRowAction("Remove from your reports", "Report 4");
  await didSend("The report is no longer among your reports.");
  expect(sent.map(({ path }) => path)).toEqual(["/reports/2/accept/", "/reports/4/decline/"]);
});

test("an owner who ended a report for themselves sees that colleagues still get it", async () => {
  const readers = [self("ended"), { id: 3, name: "Ben Buyer", state: "accepted", is_self: false }];
  await open([report(1, { state: "ended", readers })]);
  await eventually(() => expect(rows()[0]?.[0]).toContain("You ended it"));
  expect(find("[data-ended]")).toBeNull();
  expect(await openRowMenu("Report 1")).not.toContain("Remove from your reports Report 1");
});

test("without reports the page says how to make one", async () => {
  await open([]);
  await eventually(() => expect(document.body.textContent).toContain("press “Send me this…”"));
  expect(control("Go to Orders")?.getAttribute("href")).toBe("/orders");
  expect(find("[aria-label='Whose reports']")).toBeNull();
});

test("a company admin switches to the reports of the company, and says whether files may be attached (REPT-003 partly, REPT-005 partly)", async () => {
  const page = await open([report(1)], { who: admin });
  await eventually(() => expect(rows()).toHaveLength(1));
  find("input[type=radio][value=company]")?.click();
  await eventually(() => expect(rows()).toHaveLength(2));
  expect(page.search()).toEqual({ of: "company" });
  expect(control("Pause Report 90")).toBeDefined();
  const attach = await eventually(() => {
    const found = find<HTMLInputElement>("input[role=switch]");
    expect(found?.closest("[inert]")).toBeNull();
    return found;
  });
  expect(document.body.textContent).toContain("Allow attached files");
  expect(attach?.checked).toBe(false);
  attach?.click();
  await didSend("Reports may have their file attached now.");
  expect(sent).toEqual([{ method: "PATCH", path: "/reports/settings/", body: { attach_files: true } }]);
});

test("the link to the file in an e-mail downloads it, and the address forgets it (REPT-003 partly)", async () => {
  const followed: string[] = [];
  const { prototype } = HTMLAnchorElement;
  const follow = prototype.click;
  prototype.click = function () {
    followed.push(this.href, this.download);
  };
  try {
    const page = await open([report(3)], { at: "/reports?file=3" });
    await eventually(() => expect(followed).toHaveLength(2));
    expect(followed[0]).toContain("/files/report/3");
    expect(followed[1]).toBe("Spend.xlsx");
    expect(page.search()).toEqual({});
  } finally {
    prototype.click = follow;
  }
});

test("on a phone every report is a card with its actions in words", async () => {
  setWidth(390);
  await open([report(1, { last_run: LAST })]);
  await eventually(() => expect(control("Run now Report 1")).toBeDefined());
  expect(find("table")).toBeNull();
  expect(control("Run now Report 1")?.textContent).toBe("Run now");
});
