import * as contract from "@mcc/contract/usage/usage.api.ts";
import { route } from "../../platform/http/routes.ts";
import * as service from "./usage.service.ts";

export const usageRoutes = [
  route(contract.companyUsage, (scope, { params }) => service.companyUsage(scope, params.id)),
];
