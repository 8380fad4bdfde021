import { companyList } from "@mcc/contract/companies/companies.api.ts";
import * as administrators from "../../features/companies/administrators.queries.ts";
import { companySource } from "../../features/companies/companies.list.ts";
import * as queries from "../../features/companies/companies.queries.ts";
import * as configurations from "../../features/companies/configurations.queries.ts";
import * as integration from "../../features/companies/integration.queries.ts";
import { enterCompany } from "../../platform/access/scope.ts";
import type { SnapshotCase } from "./recorder.ts";

const REQUEST = { params: undefined, url: new URL("http://localhost/") };
const CONFIGURATION = { tenant_group: "north", customer_erp_identifier: "ERP-1" };

export const companies: readonly SnapshotCase[] = [
  {
    title: "a page of a search",
    run: (scope) => companySource.page(scope, companyList.page.query.parse({ search: "acme" }), REQUEST),
    answer: () => [],
  },
  { title: "one", run: ({ db }) => queries.findCompany(db, 7) },
  { title: "one, locked", run: ({ db }) => queries.lockCompany(db, 7) },
  { title: "a new one", run: ({ db }) => queries.addCompany(db, { name: "Acme", slug_name: "acme" }) },
  { title: "a change", run: ({ db }) => queries.setCompany(db, 7, { name: "Acme" }) },
  {
    title: "what a new one has",
    run: ({ db }) => queries.addFirstRecords(db, 7, { siteType: "Site", warehouse: "Main Warehouse" }),
  },
  { title: "entered", run: (scope) => enterCompany(scope, 7), answer: () => [] },
  { title: "its configuration", run: ({ db }) => configurations.findConfiguration(db, 7) },
  {
    title: "a new configuration",
    run: ({ db }) =>
      configurations.addConfiguration(db, { ...CONFIGURATION, company_id: 7, username_prefix: "acme" }),
  },
  {
    title: "a change of its configuration",
    run: ({ db }) => configurations.setConfiguration(db, 7, { has_order_approval: null }),
  },
  { title: "its integration, locked", run: ({ db }) => integration.findIntegration(db, 7, { locks: true }) },
  { title: "its administrators", run: ({ db }) => administrators.administratorRows(db, 7) },
  { title: "an administrator, locked", run: (scope) => administrators.lockAdministrator(scope, 3) },
  {
    title: "a new administrator",
    run: (scope) =>
      administrators.addAdministrator(scope, {
        ...{ username: "acme-dana.whitfield", first_name: "Dana", last_name: "Whitfield" },
        email: "dana@example.com",
      }),
  },
  { title: "another administrator", run: (scope) => administrators.hasOtherAdministrator(scope, 3) },
];
