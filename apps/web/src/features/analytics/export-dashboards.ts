import { dashboard } from "@mcc/contract/analytics/analytics.api.ts";
import { DASHBOARDS } from "@mcc/contract/analytics/analytics.schema.ts";
import dayjs from "dayjs";
import { writeXlsx } from "hucre/xlsx";
import { call } from "../../platform/api/call.ts";
import { saveFile } from "../../platform/api/save-file.ts";
import { dashboardSheet, type ExportedDashboard } from "./dashboard-sheet.ts";

const TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";
/** In letters. */
const WIDTHS = [36, ...Array.from({ length: 8 }, () => 18)];

/** A workbook with a sheet for each dashboard. */
export const saveDashboards = async (name: string, found: readonly ExportedDashboard[]): Promise<void> => {
  const sheets = found.map(dashboardSheet).map(({ name: sheet, rows, formats }) => ({
    name: sheet,
    rows,
    columns: WIDTHS.map((width) => ({ width })),
    cells: new Map([...formats].map(([at, numFmt]) => [at, { style: { numFmt } }])),
  }));
  const file = new Blob([new Uint8Array(await writeXlsx({ sheets }))], { type: TYPE });
  saveFile(file, `${name}_${dayjs().format("YYYY-MM-DD")}.xlsx`);
};

/** Our own dashboards. */
export const exportDashboards = async (): Promise<void> =>
  saveDashboards(
    "analytics_report",
    await Promise.all(DASHBOARDS.map((name) => call(dashboard, { params: { dashboard: name }, query: {} }))),
  );
