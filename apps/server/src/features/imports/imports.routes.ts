import * as contract from "@mcc/contract/imports/imports.api.ts";
import { route, transactionsRoute } from "../../platform/http/routes.ts";
import { withPageLinks } from "../../platform/lists/list.ts";
import { listRoutes } from "../../platform/lists/list-routes.ts";
import type { Platform } from "../../platform/platform.ts";
import { importSource } from "./imports.list.ts";
import * as service from "./imports.service.ts";
import { checkSites } from "./row-plans.service.ts";
import { batchCreateSites } from "./site-batch.service.ts";
import { undoImport } from "./undo-import.service.ts";

export const importRoutes = (platform: Platform) => [
  transactionsRoute(contract.batchCreateSites, (transactions, { body, query }) =>
    batchCreateSites(platform, transactions, body, query.is_upsert === true),
  ),
  route(contract.checkSites, (scope, { body, query }) =>
    checkSites(scope, body.sites, query.is_upsert === true),
  ),
  ...listRoutes(contract.importList, importSource),
  route(contract.findImport, (scope, { params }) => service.findImport(scope, params.id)),
  route(contract.failedRows, async (scope, { params, query }, { url }) =>
    withPageLinks(await service.failedRows(scope, params.id, query), query, url),
  ),
  route(contract.undoImport, (scope, { params }) => undoImport(platform, scope, params.id)),
];
