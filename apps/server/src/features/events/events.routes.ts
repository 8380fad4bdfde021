import * as contract from "@mcc/contract/events/events.api.ts";
import { route } from "../../platform/http/routes.ts";
import { listRoutes } from "../../platform/lists/list-routes.ts";
import type { Services } from "../../platform/services.ts";
import { companyDeliverySource, deliverySource } from "./events.list.ts";
import * as service from "./events.service.ts";

export const eventRoutes = ({ jobs }: Services) => [
  ...listRoutes(contract.eventDeliveryList, deliverySource),
  ...listRoutes(contract.companyDeliveryList, companyDeliverySource),
  route(contract.findEventDelivery, (scope, { params }) => service.findEventDelivery(scope, params.id)),
  route(contract.replayEvent, (scope, { params }) => service.replayEvent(jobs, scope, params.id)),
  route(contract.sendTestEvent, (scope, { params }) => service.sendTestEvent(jobs, scope, params.id)),
];
