import * as contract from "@mcc/contract/approval-rules/simulations.api.ts";
import { route } from "../../platform/http/routes.ts";
import type { Services } from "../../platform/services.ts";
import * as service from "./simulations.service.ts";

export const simulationRoutes = (services: Services) => [
  route(contract.startSimulation, (scope, { body }) => service.startSimulation(services, scope, body.rules)),
  route(contract.findSimulation, (scope, { params }) => service.findSimulation(services, scope, params.id)),
  route(contract.deleteSimulation, (scope, { params }) => service.deleteSimulation(scope, params.id)),
];
