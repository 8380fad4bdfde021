import { namedOrders, placesSeen } from "../../features/reports/content/report-content.queries.ts";
import {
  findReport as findDueReport,
  findReader,
  readersToServe,
} from "../../features/reports/report-sending.queries.ts";
import {
  findReport,
  readerSuggestions,
  reportRows,
  runRows,
} from "../../features/reports/reports.queries.ts";
import type { SnapshotCase } from "./recorder.ts";

const PAGE = { limit: 20, offset: 0 };
const NAMES = [
  { key: "site", name: "Rig" },
  { key: "group_3", name: "West" },
];
const RUN = { reportId: 61, plannedAt: new Date("2026-10-01T12:00:00Z"), byHand: false };

export const reports: readonly SnapshotCase[] = [
  { title: "reports of a user", run: (scope) => reportRows(scope, false, PAGE) },
  { title: "reports of the company", run: (scope) => reportRows(scope, true, PAGE) },
  { title: "one report", run: (scope) => findReport(scope, 61) },
  { title: "runs of a report", run: (scope) => runRows(scope, 61, true, PAGE) },
  { title: "people who can be readers", run: (scope) => readerSuggestions(scope, "ann", 20) },
  { title: "a report that is due", run: (scope) => findDueReport(scope, 61) },
  { title: "readers to serve", run: (scope) => readersToServe(scope, RUN, null) },
  { title: "a reader of a report", run: (scope) => findReader(scope, 61, 4) },
  { title: "places that may be named", run: (scope) => placesSeen(scope, NAMES) },
  { title: "orders that may be named", run: (scope) => namedOrders(scope, ["A-1", "A-2"]) },
];
