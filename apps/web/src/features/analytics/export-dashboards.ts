import { dashboard } from "@mcc/contract/analytics/analytics.api.ts";
import { DASHBOARDS } from "@mcc/contract/analytics/analytics.schema.ts";
import dayjs from "dayjs";
import { writeXlsx } from "hucre/xlsx";
import { call } from "../../platform/api/call.ts";
import { saveFile } from "../../platform/api/save-file.ts";
import { dashboardSheet } from "./dashboard-sheet.ts";

const TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";
/** In letters. */
const WIDTHS = [36, 18, 18, 18];

/** A workbook with a sheet for each of our own dashboards. */
export const exportDashboards = async (): Promise<void> => {
  const found = await Promise.all(
    DASHBOARDS.map((name) => call(dashboard, { params: { dashboard: name }, query: {} })),
  );
  const sheets = found.map(dashboardSheet).map(({ name, rows, formats }) => ({
    name,
    rows,
    columns: WIDTHS.map((width) => ({ width })),
    cells: new Map([...formats].map(([at, numFmt]) => [at, { style: { numFmt } }])),
  }));
  const file = new Blob([new Uint8Array(await writeXlsx({ sheets }))], { type: TYPE });
  saveFile(file, `analytics_report_${dayjs().format("YYYY-MM-DD")}.xlsx`);
};
