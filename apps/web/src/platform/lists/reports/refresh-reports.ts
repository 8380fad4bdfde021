import { findReport, reportRuns, reports } from "@mcc/contract/reports/reports.api.ts";
import { invalidate } from "../../api/invalidate.ts";

/** What a change of a report makes stale. */
export const refreshReports = (): Promise<unknown> => invalidate([reports, findReport, reportRuns]);
