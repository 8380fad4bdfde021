import { apiKeyList, keyWriteList } from "@mcc/contract/api-keys/api-keys.api.ts";
import { eventDeliveryList } from "@mcc/contract/events/events.api.ts";
import { webhookDeliveryList } from "@mcc/contract/webhooks/webhooks.api.ts";
import { keySource } from "../../features/api-keys/api-keys.list.ts";
import * as keys from "../../features/api-keys/api-keys.queries.ts";
import { keyWriteSource } from "../../features/api-keys/key-writes.list.ts";
import { addKeyWrites } from "../../features/api-keys/key-writes.service.ts";
import { deliverySource } from "../../features/events/events.list.ts";
import * as events from "../../features/events/events.queries.ts";
import * as lines from "../../features/integration/lines.queries.ts";
import * as orders from "../../features/integration/orders.queries.ts";
import { findOrderResponse } from "../../features/integration/response.queries.ts";
import { webhookDeliverySource } from "../../features/webhooks/deliveries.list.ts";
import type { SnapshotCase } from "./recorder.ts";

/** Rows to write are sent as one JSON text, so the statement is the same for none. */
const NO_ROWS: [] = [];
const IDS = [21, 22];
const REQUEST = { params: undefined, url: new URL("http://localhost/") };

export const integration: readonly SnapshotCase[] = [
  { title: "orders held while they change", run: (scope) => orders.lockOrders(scope, ["A-2", "A-1"]) },
  { title: "new orders", run: (scope) => orders.addOrders(scope, NO_ROWS, true) },
  { title: "changed orders", run: (scope) => orders.updateOrders(scope, NO_ROWS) },
  {
    title: "approved orders that get other lines",
    run: (scope) => lines.ordersWithOtherLines(scope, IDS, NO_ROWS),
  },
  { title: "new lines", run: (scope) => lines.addLines(scope, NO_ROWS) },
  { title: "one order as it is answered", run: (scope) => findOrderResponse(scope, "A-1") },
];

const WRITTEN = {
  first_written_at: new Date("2026-03-31T06:00:00Z"),
  last_written_at: new Date("2026-03-31T06:00:00Z"),
};

export const apiKeys: readonly SnapshotCase[] = [
  { title: "all", run: ({ db }) => keys.keyRows(db) },
  {
    title: "valid ones for orders of a company",
    run: (scope) =>
      keySource.page(
        scope,
        apiKeyList.page.query.parse({ company: "acme", scopes: "orders", state: "Valid" }),
        REQUEST,
      ),
    answer: () => [
      {
        created_at: new Date("2026-03-31T06:00:00Z"),
        last_used_at: null,
        expires_at: null,
        revoked_at: null,
      },
    ],
  },
  { title: "one", run: ({ db }) => keys.findKey(db, 5) },
  {
    title: "what a key has written",
    run: ({ db }) => addKeyWrites({ db, key: { id: 5, name: "ERP", companyId: 7 } }, "order", ["A-1"], true),
  },
  {
    title: "the orders that a key has written",
    run: (scope) =>
      keyWriteSource.page(scope, keyWriteList.page.query.parse({ record_type: "Order" }), {
        ...REQUEST,
        params: { id: 5 },
      }),
    answer: () => [{ created_at: new Date("2026-03-31T06:00:00Z"), ...WRITTEN }],
  },
];

const ADDRESS = "https://erp.example.com/events";
const deliveryRow = () => [
  { created_at: new Date("2026-03-31T06:00:00Z"), delivered_at: null, next_try_at: null },
];

export const eventLog: readonly SnapshotCase[] = [
  {
    title: "the next delivery to the provider",
    run: ({ db }) => events.claimDueDelivery(db, { companyId: 7, receiverId: null }),
  },
  {
    title: "the next delivery to a receiver of the company",
    run: ({ db }) => events.claimDueDelivery(db, { companyId: 7, receiverId: 3 }),
  },
  { title: "where due deliveries go", run: ({ db }) => events.dueReceivers(db, 7) },
  {
    title: "deliveries to a receiver of the company",
    run: (scope) =>
      webhookDeliverySource.page(scope, webhookDeliveryList.page.query.parse({}), {
        ...REQUEST,
        params: { id: 3 },
      }),
    answer: deliveryRow,
  },
  {
    title: "delivered",
    run: ({ db }) => events.markDelivered(db, 41, { url: ADDRESS, status: 200, response: "noted" }),
  },
  {
    title: "not delivered",
    run: ({ db }) =>
      events.recordFailure(db, 41, {
        ...{ url: ADDRESS, status: 500, response: "", error: "500" },
        ...{ state: "waiting", waitSeconds: 4 },
      }),
  },
  { title: "deliveries: one", run: ({ db }) => events.findDelivery(db, 41) },
  {
    title: "deliveries: newest first",
    run: (scope) => deliverySource.page(scope, eventDeliveryList.page.query.parse({}), REQUEST),
    answer: deliveryRow,
  },
  {
    title: "deliveries: failed ones of a company",
    run: (scope) =>
      deliverySource.page(
        scope,
        eventDeliveryList.page.query.parse({ state: "failed", company: "acme" }),
        REQUEST,
      ),
    answer: deliveryRow,
  },
];
