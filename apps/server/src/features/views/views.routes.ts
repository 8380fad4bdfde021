import { views } from "@mcc/contract/views/saved-views.api.ts";
import * as contract from "@mcc/contract/views/views.api.ts";
import { route } from "../../platform/http/routes.ts";
import * as service from "./views.service.ts";

export const viewRoutes = [
  route(views, (scope, { params }) => service.views(scope, params.list)),
  route(contract.createView, (scope, { params, body }) => service.createView(scope, params.list, body)),
  route(contract.updateView, (scope, { params, body }) => service.updateView(scope, params, body)),
  route(contract.deleteView, (scope, { params }) => service.deleteView(scope, params)),
];
