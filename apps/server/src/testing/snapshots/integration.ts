import { apiKeyList, keyWriteList } from "@mcc/contract/api-keys/api-keys.api.ts";
import { eventDeliveryList } from "@mcc/contract/events/events.api.ts";
import { keySource } from "../../features/api-keys/api-keys.list.ts";
import * as keys from "../../features/api-keys/api-keys.queries.ts";
import { keyWriteSource } from "../../features/api-keys/key-writes.list.ts";
import { addKeyWrites } from "../../features/api-keys/key-writes.service.ts";
import { deliverySource } from "../../features/events/events.list.ts";
import * as events from "../../features/events/events.queries.ts";
import * as lines from "../../features/integration/lines.queries.ts";
import * as orders from "../../features/integration/orders.queries.ts";
import * as references from "../../features/integration/references.queries.ts";
import { findOrderResponse } from "../../features/integration/response.queries.ts";
import type { SnapshotCase } from "./recorder.ts";

/** Rows to write are sent as one JSON text, so the statement is the same for none. */
const NO_ROWS: [] = [];
const IDS = [21, 22];
const REQUEST = { params: undefined, url: new URL("http://localhost/") };

export const integration: readonly SnapshotCase[] = [
  { title: "orders held while they change", run: (scope) => orders.lockOrders(scope, ["A-2", "A-1"]) },
  { title: "new orders", run: ({ db }) => orders.addOrders(db, NO_ROWS, true) },
  { title: "changed orders", run: (scope) => orders.updateOrders(scope, NO_ROWS) },
  { title: "statistics after many new orders", run: (scope) => orders.analyzeOrders(scope) },
  { title: "lines of changed orders go", run: ({ db }) => lines.deleteLines(db, IDS) },
  {
    title: "approved orders that get other lines",
    run: ({ db }) => lines.ordersWithOtherLines(db, IDS, NO_ROWS),
  },
  { title: "what the lines of orders go by", run: ({ db }) => lines.namedLines(db, IDS) },
  { title: "new lines", run: ({ db }) => lines.addLines(db, NO_ROWS) },
  { title: "steps of canceled orders", run: ({ db }) => lines.dropOpenSteps(db, IDS) },
  { title: "sites by id or shop user", run: ({ db }) => references.sitesBy(db, IDS, ["shop-1"]) },
  { title: "whether a site is deleted by now", run: ({ db }) => references.hasDeletedSite(db, IDS) },
  { title: "users by username", run: ({ db }) => references.usersBy(db, ["dana"]) },
  { title: "new site snapshots", run: ({ db }) => references.addSiteSnapshots(db, IDS) },
  { title: "site snapshots", run: ({ db }) => references.siteSnapshotsOf(db, IDS) },
  { title: "new person snapshots", run: ({ db }) => references.addPersonSnapshots(db, NO_ROWS) },
  { title: "person snapshots", run: ({ db }) => references.personSnapshotsNamed(db, ["Dana Whitfield"]) },
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
  { title: "the company of a new key", run: ({ db }) => keys.findCompany(db, "acme-drilling") },
  {
    title: "a new key",
    run: ({ db }) =>
      keys.addKey(db, {
        name: "ERP",
        scopes: ["orders"],
        company_id: 7,
        prefix: "mcc_live_abcd",
        key_hash: Buffer.from("00", "hex"),
        created_by: 3,
      }),
  },
  { title: "revoking", run: ({ db }) => keys.revokeKey(db, 5) },
  { title: "an end in a day", run: ({ db }) => keys.endKeyLater(db, 5, 24) },
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
  { title: "a new event", run: ({ db }) => events.addEvent(db, { type: "order.approved", payload: {} }) },
  { title: "the next delivery of a company", run: ({ db }) => events.claimDueDelivery(db, 7) },
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
  { title: "companies with something due", run: ({ db }) => events.companiesWithDueDeliveries(db) },
  { title: "deliveries: one", run: ({ db }) => events.findDelivery(db, 41) },
  { title: "the attempts of one", run: ({ db }) => events.attemptRows(db, 41) },
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
  { title: "whether there is a company", run: ({ db }) => events.hasCompany(db, 7) },
  { title: "the delivery of an event", run: ({ db }) => events.findDeliveryOf(db, "4a03f14f") },
  { title: "a replay", run: ({ db }) => events.addReplay(db, 41) },
];
