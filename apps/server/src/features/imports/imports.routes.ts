import * as fileContract from "@mcc/contract/imports/file-imports.api.ts";
import { FILE_LIMITS } from "@mcc/contract/imports/file-imports.schema.ts";
import * as contract from "@mcc/contract/imports/imports.api.ts";
import { companyUploadRoute, route, transactionsRoute } from "../../platform/http/routes.ts";
import { readWholeFile } from "../../platform/http/whole-file.ts";
import { withPageLinks } from "../../platform/lists/list.ts";
import { listRoutes } from "../../platform/lists/list-routes.ts";
import type { Services } from "../../platform/services.ts";
import { batchCreateBudgets } from "./budgets/budget-batch.service.ts";
import { checkBudgets } from "./budgets/budget-plans.service.ts";
import { correctRows } from "./corrections.service.ts";
import { findImportProgress } from "./import-progress.service.ts";
import { importSource } from "./imports.list.ts";
import * as service from "./imports.service.ts";
import { importNodes } from "./node-file.service.ts";
import { checkSites } from "./row-plans.service.ts";
import { batchCreateSites } from "./site-batch.service.ts";
import { importSites } from "./site-file.service.ts";
import { undoImport } from "./undo-import.service.ts";

export const importRoutes = (services: Services) => [
  transactionsRoute(contract.batchCreateSites, (transactions, { body, query }) =>
    batchCreateSites(services, transactions, body, query.is_upsert === true),
  ),
  route(contract.checkSites, (scope, { body, query }) =>
    checkSites(scope, body.sites, query.is_upsert === true),
  ),
  route(contract.batchCreateBudgets, (scope, { body, query }) =>
    batchCreateBudgets(services, scope, body, query.is_upsert === true),
  ),
  route(contract.checkBudgets, (scope, { body, query }) =>
    checkBudgets(scope, body.budgets, query.is_upsert === true),
  ),
  ...listRoutes(contract.importList, importSource),
  route(contract.findImport, (scope, { params }) => service.findImport(scope, params.id)),
  route(contract.failedRows, async (scope, { params, query }, { url }) =>
    withPageLinks(await service.failedRows(scope, params.id, query), query, url),
  ),
  transactionsRoute(contract.correctRows, (transactions, { params, body }) =>
    correctRows(services, transactions, params.id, body),
  ),
  companyUploadRoute(fileContract.importNodes, async (companies, _input, upload) => {
    const { body, file } = await readWholeFile(upload, FILE_LIMITS.bytes);
    return importNodes(services, companies, { ...body, file });
  }),
  companyUploadRoute(fileContract.importSites, async (companies, _input, upload) => {
    const { body, file } = await readWholeFile(upload, FILE_LIMITS.bytes);
    return importSites(services, companies, { ...body, file });
  }),
  route(fileContract.importProgress, (scope, { params }) => findImportProgress(scope, params.id)),
  route(contract.undoImport, (scope, { params }) => undoImport(services, scope, params.id)),
];
