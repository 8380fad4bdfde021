import * as contract from "@mcc/contract/reports/reports.api.ts";
import type { Report } from "@mcc/contract/reports/reports.schema.ts";
import { type Route, route } from "../../platform/http/routes.ts";
import { withPageLinks } from "../../platform/lists/list.ts";
import type { Services } from "../../platform/services.ts";
import { nameSearch, toldTo } from "./content/report-filters.ts";
import type { ReportLists } from "./content/report-list.ts";
import { reportFile } from "./report-downloads.service.ts";
import { previewReport, runReport } from "./report-requests.service.ts";
import * as service from "./reports.service.ts";

export const reportRoutes = (services: Services, lists: ReportLists): Route[] => [
  route(contract.reports, async (scope, { query }, { url }) => {
    const page = await service.reports(scope, query);
    const results: Report[] = [];
    const finds = nameSearch(scope, lists);
    for (const report of page.results) results.push(await toldTo(scope, lists, report, finds));
    return withPageLinks({ ...page, results }, query, url);
  }),
  route(contract.createReport, async (scope, { body }) =>
    toldTo(scope, lists, await service.createReport(services, lists, scope, body)),
  ),
  {
    ...route(contract.previewReport, (scope, { body }) => previewReport(services, lists, scope, body)),
    isExport: true,
  },
  route(contract.possibleReaders, (scope, { query }) => service.possibleReaders(scope, query.search)),
  route(contract.findReportSettings, (scope) => service.findReportSettings(scope)),
  route(contract.updateReportSettings, (scope, { body }) => service.updateReportSettings(scope, body)),
  route(contract.findReport, async (scope, { params }) =>
    toldTo(scope, lists, await service.findReport(scope, params.id)),
  ),
  route(contract.updateReport, async (scope, { params, body }) =>
    toldTo(scope, lists, await service.updateReport(services, lists, scope, params.id, body)),
  ),
  route(contract.deleteReport, (scope, { params }) => service.deleteReport(scope, params.id)),
  route(contract.runReport, (scope, { params }) => runReport(services, scope, params.id)),
  route(contract.reportRuns, async (scope, { params, query }, { url }) =>
    withPageLinks(await service.reportRuns(scope, params.id, query), query, url),
  ),
  route(contract.acceptReport, async (scope, { params }) =>
    toldTo(scope, lists, await service.acceptReport(scope, params.id)),
  ),
  route(contract.declineReport, (scope, { params }) => service.declineReport(scope, params.id)),
  route(contract.reportFile, (scope, { params }, { url }) =>
    reportFile(services, lists, scope, params.id, url),
  ),
];
