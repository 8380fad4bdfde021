import * as contract from "@mcc/contract/retention/retention.api.ts";
import { route } from "../../platform/http/routes.ts";
import type { Services } from "../../platform/services.ts";
import * as service from "./retention.service.ts";

export const retentionRoutes = (services: Services) => [
  route(contract.findRetention, (scope) => service.findRetention(scope)),
  route(contract.updateRetention, (scope, { body }) => service.updateRetention(scope, body)),
  route(contract.previewRetention, (scope, { body }) => service.previewRetention(services, scope, body)),
];
