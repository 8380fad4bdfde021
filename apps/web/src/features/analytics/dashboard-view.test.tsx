import type { Dashboard } from "@mcc/contract/analytics/dashboard.schema.ts";
import { person } from "@mcc/contract/testing/people.ts";
import { beforeEach, expect, test, vi } from "vitest";
import { all, eventually, find, press, setWidth, texts } from "../../testing/page-events.ts";
import { renderPage } from "../../testing/render-page.tsx";
import { DashboardView } from "./dashboard-view.tsx";

const bar = (label: string, values: (string | number | null)[], link: string) => ({ label, values, link });
const MEASURES = [
  { label: "Total", kind: "money" as const },
  { label: "Orders", kind: "count" as const },
];
const DASHBOARD: Dashboard = {
  ...{ name: "total-spend", label: "Total Spend", accent_color: null },
  choices: [
    { key: "by", label: "Divide by", value: "site", options: ["site", "region"].map(optionOf) },
    { key: "place", label: "Site", value: "Rig 1", options: ["", "Rig 1"].map(optionOf) },
  ],
  facts: [{ label: "On time", kind: "share", value: null }],
  charts: [
    {
      ...{ title: "Spend by month", hint: "By order date.", form: "columns", category: "Month" },
      measures: MEASURES,
      bars: [
        bar("Oct 2026", ["100.00", 2], "/orders?orderDate_before=x"),
        bar("Nov 2026", ["0.00", 0], "/orders"),
      ],
    },
    {
      ...{ title: "Spend by site", hint: null, form: "rows", category: "Site", measures: MEASURES },
      bars: [
        bar("Rig 1", ["75.50", 1], "/orders?site_name=Rig+1"),
        bar("Camp", ["24.50", 1], "/orders?site_name=Camp"),
      ],
    },
    { title: "Rejected", hint: null, form: "rows", category: "Site", measures: MEASURES, bars: [] },
  ],
};
function optionOf(value: string) {
  return { value, label: value };
}

const choose = vi.fn();
const show = async () => {
  renderPage(
    () => <DashboardView dashboard={DASHBOARD} choose={choose} />,
    person({}),
    () => undefined,
  );
  await eventually(() => expect(texts("h1")).toEqual(["Total Spend"]));
};
const links = () => all("a") as HTMLAnchorElement[];

beforeEach(() => setWidth(1440));

test("every bar is a link to the list behind it, in the page around the dashboard, with its numbers in words", async () => {
  await show();
  expect(links().map((link) => [link.getAttribute("href"), link.target])).toEqual([
    ["/orders?orderDate_before=x", "_top"],
    ["/orders", "_top"],
    ["/orders?site_name=Rig+1", "_top"],
    ["/orders?site_name=Camp", "_top"],
  ]);
  expect(links()[0]?.getAttribute("aria-label")).toBe("Oct 2026: Total $100.00, Orders 2");
  expect(links()[2]?.textContent).toBe("Rig 1$75.50");
  expect(texts("dd")).toEqual(["–"]);
  expect(document.body.textContent).toContain("Nothing to show yet");
});

test("one column is reached with Tab, the others with the arrow keys", async () => {
  await show();
  const [october, november] = links();
  expect([october?.tabIndex, november?.tabIndex]).toEqual([-1, 0]);
  november?.focus();
  await press("ArrowLeft");
  expect(document.activeElement).toBe(october);
  await press("End");
  expect(document.activeElement).toBe(november);
});

test("the numbers of a chart can be read as a table, with every measure", async () => {
  await show();
  find<HTMLInputElement>("input[value=Table]")?.click();
  await eventually(() => expect(texts("thead th")).toEqual(["Month", "Total", "Orders"]));
  expect(texts("tbody td")).toEqual(["Oct 2026", "$100.00", "2", "Nov 2026", "$0.00", "0"]);
  expect(find("tbody a")?.getAttribute("href")).toBe("/orders?orderDate_before=x");
});

test("another division drops the chosen place, and All is no place", async () => {
  await show();
  const change = (at: number, value: string) => {
    const select = all("select")[at] as HTMLSelectElement;
    select.value = value;
    select.dispatchEvent(new Event("change", { bubbles: true }));
  };
  change(0, "region");
  expect(choose).toHaveBeenLastCalledWith({ by: "region" });
  change(1, "");
  expect(choose).toHaveBeenLastCalledWith({ by: "site" });
});

test("figures and columns are said with the year before, and an empty month says so (WORK-007)", async () => {
  const { charts } = DASHBOARD;
  const [months] = charts;
  if (!months) throw new Error("There is no chart.");
  const compared = { ...months, bars: months.bars.map((each) => ({ ...each, before: "50.00" })) };
  const facts: Dashboard["facts"] = [
    { label: "Spend", kind: "money", value: "120.00", before: "100.00" },
    { label: "On time", kind: "share", value: 0.9, before: 0.95 },
    { label: "Open", kind: "count", value: 4 },
  ];
  renderPage(
    () => <DashboardView dashboard={{ ...DASHBOARD, facts, charts: [compared] }} choose={choose} />,
    person({}),
    () => undefined,
  );
  await eventually(() => expect(texts("dt")).toEqual(["Spend", "On time", "Open"]));
  expect(texts("dd")).toEqual([
    ...["$120.00", "20% more than the year before"],
    ...["90%", "5 points less than the year before", "4"],
  ]);
  expect(all("[data-column]").map((one) => one.getAttribute("aria-label"))).toEqual([
    "Oct 2026: Total $100.00, Orders 2 (a year before: $50.00)",
    "Nov 2026: nothing (a year before: $50.00)",
  ]);
});
