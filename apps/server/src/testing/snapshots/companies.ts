import { companyList } from "@mcc/contract/companies/companies.api.ts";
import { companySource } from "../../features/companies/companies.list.ts";
import * as integration from "../../features/companies/integration.queries.ts";
import * as warehouses from "../../features/companies/warehouses.queries.ts";
import { enterCompany } from "../../platform/access/scope.ts";
import type { SnapshotCase } from "./recorder.ts";

const REQUEST = { params: undefined, url: new URL("http://localhost/") };

export const companies: readonly SnapshotCase[] = [
  {
    title: "a page of a search",
    run: (scope) => companySource.page(scope, companyList.page.query.parse({ search: "acme" }), REQUEST),
    answer: () => [],
  },
  { title: "its warehouses", run: ({ db }) => warehouses.warehouseRows(db, 7) },
  { title: "one of its warehouses", run: ({ db }) => warehouses.warehouseRows(db, 7, 5) },
  { title: "entered", run: (scope) => enterCompany(scope, 7), answer: () => [] },
  { title: "its integration, locked", run: ({ db }) => integration.findIntegration(db, 7, { locks: true }) },
];
