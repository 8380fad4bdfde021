import * as contract from "@mcc/contract/reports/reports.api.ts";
import type { Report } from "@mcc/contract/reports/reports.schema.ts";
import { expect } from "vitest";
import { setUpApprovalCompany } from "./approval-company.ts";
import type { TestServer } from "./test-server.ts";

export const VIEW = { list: "orders", columns: ["identifier", "site", "orderDate", "total"] } as const;
const DAILY = { every: "day", at: "07:00" } as const;

export interface Person {
  readonly id: number;
  readonly token: string;
  readonly email: string;
}

/** A company in Chicago with an admin, a buyer at its site, and one at another site. */
export const openReportCompany = async (testServer: TestServer) => {
  const company = await setUpApprovalCompany(testServer);
  const far = await company.addSite({ name: `Far ${company.slug}` });
  await testServer.sql(
    "update company_configurations set time_zone = 'America/Chicago' where company_id = $1",
    [company.companyId],
  );
  const admin = await company.person({ admin: true, firstName: "Ada", lastName: "Admin" });
  const near = await company.person({ firstName: "Nea", lastName: "Near" });
  const away = await company.person({ firstName: "Far", lastName: "Away", sites: [far] });
  const create = async (who: Person, body: object = {}) =>
    testServer.call(contract.createReport, {
      token: who.token,
      body: { name: "Orders", view: VIEW, schedule: DAILY, ...body } as never,
    });
  const made = async (who: Person, body: object = {}): Promise<Report> => {
    const { status, body: report } = await create(who, body);
    expect(status, JSON.stringify(report)).toBe(200);
    return report;
  };
  const change = (who: Person, id: number, body: object) =>
    testServer.call(contract.updateReport, { token: who.token, params: { id }, body: body as never });
  const find = (who: Person, id: number) =>
    testServer.call(contract.findReport, { token: who.token, params: { id } });
  const listed = async (who: Person, query: object = {}) =>
    (await testServer.call(contract.reports, { token: who.token, query: query as never })).body.results.map(
      ({ name }) => name,
    );
  const accept = (who: Person, id: number) =>
    testServer.call(contract.acceptReport, { token: who.token, params: { id } });
  const decline = (who: Person, id: number) =>
    testServer.call(contract.declineReport, { token: who.token, params: { id } });
  const run = (who: Person, id: number) =>
    testServer.call(contract.runReport, { token: who.token, params: { id } });
  const runs = async (who: Person, id: number) =>
    (await testServer.call(contract.reportRuns, { token: who.token, params: { id } })).body.results;
  /** The report is due since a while. */
  const makeDue = (id: number, ago = "1 minute") =>
    testServer.sql("update reports set next_run = now() - $2::interval where id = $1", [id, ago]);
  const sweep = () => testServer.services.jobs.requestJob("sweep-reports", {}, "test");
  return {
    ...company,
    far,
    admin,
    near,
    away,
    create,
    made,
    change,
    find,
    listed,
    accept,
    decline,
    run,
    runs,
    makeDue,
    sweep,
  };
};
