import { beforeAll, expect, test } from "vitest";
import { runAsUser } from "../../../platform/access/run-as-session.ts";
import type { CompanyScope } from "../../../platform/access/scope.ts";
import { reportLists } from "../../../report-lists.ts";
import { openReportCompany, VIEW } from "../../../testing/report-company.ts";
import { startTestServer, type TestServer } from "../../../testing/test-server.ts";
import { reportMail } from "../report.texts.ts";
import { openReport, type ReportSource, type Summary, summarizedRows } from "./report-content.ts";

let testServer: TestServer;
beforeAll(async () => {
  testServer = await startTestServer();
});

const SOURCE: ReportSource = {
  list: "orders",
  view: { columns: [...VIEW.columns], ordering: "total", filters: {} },
  timeZone: "UTC",
};

/** A company with three orders, and what is said about them, with something done after they were counted. */
const setUp = async () => {
  const company = await openReportCompany(testServer);
  const orders = [];
  for (const total of ["10.00", "20.00", "30.00"]) orders.push(await company.order(total));
  const identifiers = orders.map(({ identifier }) => identifier);
  const read = async (scope: CompanyScope, most: number, meanwhile: () => Promise<unknown>) => {
    const opened = await openReport(scope, reportLists, SOURCE, Date.now());
    if (typeof opened === "string") throw new Error(opened);
    const { rows, summary } = await summarizedRows(scope, reportLists, SOURCE, opened, most);
    await meanwhile();
    for await (const _ of rows);
    return summary();
  };
  const summarized = async (
    most = 10,
    meanwhile: () => Promise<unknown> = async () => {},
  ): Promise<Summary> => {
    const user = { companyId: company.companyId, userId: company.near.id };
    const found = await runAsUser(testServer.services.database, user, (scope) =>
      read(scope, most, meanwhile),
    );
    if (!found) throw new Error("There is no such user.");
    return found;
  };
  return { companyId: company.companyId, identifiers, summarized };
};

test("an order that leaves while a report is written takes away neither its sum nor what is new (REPT-003 partly)", async () => {
  const { companyId, identifiers, summarized } = await setUp();
  const [first, second, third] = identifiers;
  expect(await summarized()).toMatchObject({ count: 3, sum: "60.00", keys: [first, second, third] });
  const left = await summarized(10, () =>
    testServer.sql("delete from orders where company_id = $1 and identifier = $2", [companyId, second]),
  );
  expect(left).toMatchObject({ count: 2, sum: "40.00", keys: [first, third] });
});

test("of more rows than a file has, the list is asked for the sum; without one, the e-mail says why (REPT-003 partly)", async () => {
  const { summarized } = await setUp();
  const summary = await summarized(2);
  expect(summary).toMatchObject({ count: 3, sum: "60.00", keys: null });
  expect(summary.first).toHaveLength(2);
  const mailOf = (sum: string | null, hasAmounts: boolean) => {
    const { body } = reportMail(
      {
        ...{ id: 1, name: "Orders", list: "orders", format: "csv", timeZone: "UTC", page: "/orders" },
        schedule: { every: "day", weekday: null, day: null, at: "07:00" },
      },
      {
        ...{ publicUrl: "http://portal.test", reader: "Pat", columns: [], essentials: [], filters: [] },
        ...{ isAttached: false, ending: "http://portal.test/end", hasAmounts },
        summary: { ...summary, sum },
      },
    );
    return JSON.stringify(body);
  };
  expect(mailOf("60.00", true)).toContain("$60.00");
  expect(mailOf(null, true)).toContain("Not added up: there are too many rows");
  expect(mailOf(null, false)).not.toContain("Not added up");
});
