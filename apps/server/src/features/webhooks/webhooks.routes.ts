import * as contract from "@mcc/contract/webhooks/webhooks.api.ts";
import { route, transactionsRoute } from "../../platform/http/routes.ts";
import { listRoutes } from "../../platform/lists/list-routes.ts";
import type { Services } from "../../platform/services.ts";
import { webhookDeliverySource } from "./deliveries.list.ts";
import * as deliveries from "./deliveries.service.ts";
import * as service from "./webhooks.service.ts";

export const webhookRoutes = (services: Services) => [
  route(contract.webhooks, (scope) => service.webhooks(scope)),
  route(contract.findWebhook, (scope, { params }) => service.findWebhook(scope, params.id)),
  transactionsRoute(contract.createWebhook, (transactions, { body }) =>
    service.createWebhook(services, transactions, body),
  ),
  transactionsRoute(contract.updateWebhook, (transactions, { params, body }) =>
    service.updateWebhook(services, transactions, params.id, body),
  ),
  route(contract.deleteWebhook, (scope, { params }) => service.deleteWebhook(scope, params.id)),
  route(contract.createWebhookSecret, (scope, { params }) =>
    service.createWebhookSecret(services, scope, params.id),
  ),
  route(contract.testWebhook, (scope, { params }) => deliveries.testWebhook(services, scope, params.id)),
  ...listRoutes(contract.webhookDeliveryList, webhookDeliverySource),
  route(contract.findWebhookDelivery, (scope, { params }) =>
    deliveries.findWebhookDelivery(scope, params.id),
  ),
  route(contract.replayWebhookDelivery, (scope, { params }) =>
    deliveries.replayWebhookDelivery(services, scope, params.id),
  ),
];
