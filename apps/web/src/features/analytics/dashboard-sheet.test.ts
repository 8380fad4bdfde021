import { readXlsx, writeXlsx } from "hucre/xlsx";
import { expect, test } from "vitest";
import { dashboardSheet } from "./dashboard-sheet.ts";

const dashboard = {
  name: "open-orders",
  label: "Open Orders",
  accent_color: null,
  choices: [],
  facts: [{ label: "Total", kind: "money" as const, value: "1204.50" }],
  charts: [
    {
      title: "Open orders by site",
      hint: null,
      form: "rows" as const,
      category: "Site",
      measures: [
        { label: "Orders", kind: "count" as const },
        { label: "Share", kind: "share" as const },
      ],
      bars: [
        { label: "=1+1", values: [3, 0.25], link: "/orders?site=x" },
        { label: "Rig 7", values: [0, null], link: "/orders" },
      ],
    },
  ],
};

test("a sheet has the facts and a table for each chart, as numbers with their formats", async () => {
  const { rows, formats, name } = dashboardSheet(dashboard);
  expect(rows).toEqual([
    ["Total", 1204.5],
    [],
    ["Open orders by site"],
    ["Site", "Orders", "Share"],
    ["=1+1", 3, 0.25],
    ["Rig 7", 0, null],
  ]);
  expect([formats.get("0,1"), formats.get("4,1"), formats.get("4,2")]).toEqual([
    '"$"#,##0.00',
    "#,##0",
    "0.0%",
  ]);
  const cells = new Map([...formats].map(([at, numFmt]) => [at, { style: { numFmt } }]));
  const { sheets } = await readXlsx(await writeXlsx({ sheets: [{ name, rows, cells }] }));
  expect(sheets[0]?.name).toBe("Open Orders");
  expect(sheets[0]?.rows[4]).toEqual(["=1+1", 3, 0.25]);
});
