import type { ApprovalTimes } from "@mcc/contract/analytics/approval-times.schema.ts";
import { person } from "@mcc/contract/testing/people.ts";
import { beforeEach, expect, test } from "vitest";
import { all, control, eventually, setWidth, texts } from "../../../testing/page-events.ts";
import { renderPage } from "../../../testing/render-page.tsx";
import { dashboardSheet } from "../dashboard-sheet.ts";
import { ApprovalTimesPage } from "./approval-times-page.tsx";

const MEASURES = [
  { label: "Median", kind: "hours" as const },
  { label: "Rejected", kind: "share" as const },
];
const TIMES: ApprovalTimes = {
  ...{
    by: "site",
    of: "step",
    after: "2025-12-01",
    before: "2026-11-18",
    choices: ["month", "role", "site"],
  },
  usual: { hours: 12.5, since: "2026-08-01" },
  working_hours: "Monday to Friday, 08:00 to 17:00, America/Chicago",
  facts: [
    { label: "Pending now", kind: "count", value: 3, link: "/orders?status=Pending+Approval" },
    { label: "Median", kind: "hours", value: 4, link: "/orders?decided_minutes=240" },
  ],
  charts: [
    {
      ...{ title: "Times by site: steps", hint: "Slowest first.", form: "rows", category: "Site" },
      measures: MEASURES,
      bars: [
        {
          ...{ label: "Rig 1", values: [4, 0.5], link: "/orders?site_name=Rig+1" },
          links: ["/orders?site_name=Rig+1&decided_minutes=240", "/orders?site_name=Rig+1&decision=rejected"],
        },
      ],
    },
  ],
};
const NOTHING: ApprovalTimes = {
  ...{ ...TIMES, usual: null, charts: [] },
  facts: [{ label: "Pending now", kind: "count", value: 0 }],
};

const asked: string[] = [];
const show = (times: ApprovalTimes, at = "/analytics/approvals?by=site") =>
  renderPage(
    ApprovalTimesPage,
    person({ enable_analytics: true }),
    ({ url }) => {
      if (!url.pathname.endsWith("/analytics/approval-times/")) return undefined;
      asked.push(url.search);
      return times;
    },
    { route: "/analytics/approvals", at },
  );

beforeEach(() => {
  setWidth(1440);
  asked.length = 0;
});

test("every figure is a link to its orders, and what is usual is said in words (REPT-006 partly)", async () => {
  show(TIMES);
  await eventually(() => expect(texts("h2")).toEqual(["Times by site: steps"]));
  expect(asked).toEqual(["?by=site&of=step"]);
  expect(
    (all("dl a, td a") as HTMLAnchorElement[]).map((link) => [link.textContent, link.getAttribute("href")]),
  ).toEqual([
    ["3", "/orders?status=Pending+Approval"],
    ["4 h", "/orders?decided_minutes=240"],
    ["Rig 1", "/orders?site_name=Rig+1"],
    ["4 h", "/orders?site_name=Rig+1&decided_minutes=240"],
    ["50%", "/orders?site_name=Rig+1&decision=rejected"],
  ]);
  expect(document.body.textContent).toContain(
    "Decisions from Dec 01 2025 to Nov 18 2026 (UTC). Usual: nine of ten decisions since Aug 01 2026 took 12.5 working hours or less. Working hours: Monday to Friday, 08:00 to 17:00, America/Chicago.",
  );
  // As rounded_minutes in approval-times.sql.
  expect(document.body.textContent).toContain(
    "Times are rounded up: to a minute within an hour, to 5 minutes within 8 hours, to 15 within 40 hours, to whole hours within 200, and to 4 hours above.",
  );
  expect(control("Export")).toBeDefined();
  expect(dashboardSheet({ ...TIMES, label: "Approval Times" }).rows.at(-1)).toEqual(["Rig 1", 4, 0.5]);
  expect(control("Print")).toBeDefined();
});

test("what is chosen is asked for, and is in the address (REPT-006 partly)", async () => {
  show(TIMES);
  await eventually(() => expect(all("input[value=order]")).toHaveLength(1));
  (all("input[value=order]")[0] as HTMLInputElement).click();
  await eventually(() => expect(asked.at(-1)).toBe("?by=site&of=order"));
});

test("a company without decisions reads what will be here (REPT-006 partly)", async () => {
  show(NOTHING, "/analytics/approvals?by=nonsense&range=7");
  await eventually(() =>
    expect(document.body.textContent).toContain(
      "No order has been approved or rejected yet, and none is pending.",
    ),
  );
  expect(asked).toEqual(["?by=month&of=step"]);
  expect(control("Export")).toBeUndefined();
});
