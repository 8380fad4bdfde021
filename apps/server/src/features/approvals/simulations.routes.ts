import * as contract from "@mcc/contract/approvals/simulations.api.ts";
import { route } from "../../platform/http/routes.ts";
import type { Platform } from "../../platform/platform.ts";
import * as service from "./simulations.service.ts";

export const simulationRoutes = (platform: Platform) => [
  route(contract.startSimulation, (scope, { body }) => service.startSimulation(platform, scope, body.rules)),
  route(contract.findSimulation, (scope, { params }) => service.findSimulation(platform, scope, params.id)),
  route(contract.deleteSimulation, (scope, { params }) => service.deleteSimulation(scope, params.id)),
];
