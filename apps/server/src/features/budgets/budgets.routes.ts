import * as contract from "@mcc/contract/budgets/budgets.api.ts";
import { route } from "../../platform/http/routes.ts";
import { listRoutes } from "../../platform/lists/list-routes.ts";
import { recordRoutes } from "../../platform/records/record-routes.ts";
import type { Services } from "../../platform/services.ts";
import { budgetService } from "./budgets.service.ts";
import { entrySource } from "./entries.list.ts";
import * as figures from "./figures.service.ts";
import { budgetsOfOrders, orderBudgets } from "./order-budgets.service.ts";

export const budgetRoutes = (services: Services) => [
  ...recordRoutes(contract.budgetEndpoints, budgetService(services)),
  ...listRoutes(contract.budgetEntryList, entrySource),
  route(contract.budgetPeriods, (scope, { params }) => figures.budgetPeriods(scope, params.id)),
  route(contract.budgetChart, (scope, { params, query }) =>
    figures.budgetChart(scope, params.id, query.period),
  ),
  route(contract.previewBudget, (scope, { body }) => figures.previewBudget(scope, body)),
  route(contract.checkoutFields, (scope) => figures.checkoutFields(scope)),
  route(contract.orderBudgets, (scope, { params }) => orderBudgets(scope, params.identifier)),
  route(contract.budgetsOfOrders, (scope, { query }) => budgetsOfOrders(scope, query.id)),
];
