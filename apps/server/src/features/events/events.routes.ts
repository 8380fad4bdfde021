import * as contract from "@mcc/contract/events/events.api.ts";
import type { Platform } from "../../platform/platform.ts";
import { on } from "../../platform/routes.ts";
import * as service from "./events.service.ts";

export const eventRoutes = ({ jobs }: Platform) => [
  on(contract.eventDeliveries, (scope, { query }, { url }) => service.eventDeliveries(scope, query, url)),
  on(contract.replayEvent, (scope, { params }) => service.replayEvent(jobs, scope, params.id)),
];
