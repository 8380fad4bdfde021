import * as contract from "@mcc/contract/events/events.api.ts";
import { route } from "../../platform/http/routes.ts";
import type { Platform } from "../../platform/platform.ts";
import * as service from "./events.service.ts";

export const eventRoutes = ({ jobs }: Platform) => [
  route(contract.eventDeliveries, (scope, { query }, { url }) => service.eventDeliveries(scope, query, url)),
  route(contract.replayEvent, (scope, { params }) => service.replayEvent(jobs, scope, params.id)),
];
