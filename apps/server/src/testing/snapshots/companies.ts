import { companyList } from "@mcc/contract/companies/companies.api.ts";
import { companySource } from "../../features/companies/companies.list.ts";
import * as integration from "../../features/companies/integration.queries.ts";
import * as warehouses from "../../features/companies/warehouses.queries.ts";
import * as closing from "../../features/company-closing/company-closing.queries.ts";
import * as exports from "../../features/company-data/export.queries.ts";
import { enterCompany } from "../../platform/access/scope.ts";
import type { SnapshotCase } from "./recorder.ts";

const DOCUMENTS = {
  name: "documents",
  columns: ["company_id", "id", "storage_key"],
  key: ["company_id", "id"],
  refersTo: ["sites"],
  refersToItself: false,
};
const FILES = [{ storage_key: "7/a", size: 10 }];
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
  { title: "its latest export", run: (scope) => exports.latestExport(scope) },
  { title: "a new export", run: (scope) => exports.addExport(scope, { id: 3, name: "Ada" }) },
  { title: "companies with an export to continue", run: ({ db }) => exports.companiesWithOpenExports(db) },
  { title: "an export taken by a process", run: ({ db }) => exports.claimExport(db, 7) },
  { title: "a file kept with an export", run: ({ db }) => exports.keepWithExport(db, 7, "7/a") },
  { title: "rows to export", run: ({ db }) => exports.countRows(db, DOCUMENTS, 7) },
  { title: "rows as they are exported", run: ({ db }) => exports.tableLines(db, DOCUMENTS, 7).next() },
  {
    title: "the deletion of a closed company begins",
    run: ({ db }) => closing.beginDeletion(db, 7),
  },
  { title: "files to delete", run: ({ db }) => closing.rowsWithFile(db, "documents", 7, 500) },
  {
    title: "rows whose files are deleted",
    run: ({ db }) => closing.deleteRowsWithFile(db, "documents", 7, FILES),
  },
];
