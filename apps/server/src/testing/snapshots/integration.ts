import * as keys from "../../features/api-keys/api-keys.queries.ts";
import * as events from "../../features/events/events.queries.ts";
import { findAnswer } from "../../features/integration/answer.queries.ts";
import * as lines from "../../features/integration/lines.queries.ts";
import * as orders from "../../features/integration/orders.queries.ts";
import * as references from "../../features/integration/references.queries.ts";
import type { Shown } from "./recorder.ts";

/** Rows to write travel as one JSON text, so the statement is the same for none. */
const NO_ROWS: [] = [];
const IDS = [21, 22];

export const integration: readonly Shown[] = [
  { title: "orders held while they change", ask: (scope) => orders.lockOrders(scope, ["A-2", "A-1"]) },
  { title: "new orders", ask: ({ db }) => orders.addOrders(db, NO_ROWS) },
  { title: "changed orders", ask: (scope) => orders.updateOrders(scope, NO_ROWS) },
  { title: "statistics after many new orders", ask: (scope) => orders.measureOrders(scope) },
  { title: "lines of changed orders go", ask: ({ db }) => lines.dropLines(db, IDS) },
  {
    title: "approved orders that get other lines",
    ask: ({ db }) => lines.ordersWithOtherLines(db, IDS, NO_ROWS),
  },
  { title: "what the lines of orders go by", ask: ({ db }) => lines.namedLines(db, IDS) },
  { title: "new lines", ask: ({ db }) => lines.addLines(db, NO_ROWS) },
  { title: "steps of canceled orders", ask: ({ db }) => lines.dropOpenSteps(db, IDS) },
  { title: "sites by id or shop user", ask: ({ db }) => references.sitesBy(db, IDS, ["shop-1"]) },
  { title: "users by username", ask: ({ db }) => references.usersBy(db, ["dana"]) },
  { title: "new site snapshots", ask: ({ db }) => references.addSiteSnapshots(db, IDS) },
  { title: "site snapshots", ask: ({ db }) => references.siteSnapshotsOf(db, IDS) },
  { title: "new person snapshots", ask: ({ db }) => references.addPersonSnapshots(db, NO_ROWS) },
  { title: "person snapshots", ask: ({ db }) => references.personSnapshotsNamed(db, ["Dana Whitfield"]) },
  { title: "one order as it is answered", ask: (scope) => findAnswer(scope, "A-1") },
];

export const apiKeys: readonly Shown[] = [
  { title: "list", ask: ({ db }) => keys.keyRows(db) },
  { title: "one", ask: ({ db }) => keys.findKey(db, 5) },
  { title: "the company of a new key", ask: ({ db }) => keys.findCompany(db, "acme-drilling") },
  {
    title: "a new key",
    ask: ({ db }) =>
      keys.addKey(db, {
        name: "ERP",
        scopes: ["orders"],
        company_id: 7,
        prefix: "mcc_live_abcd",
        key_hash: Buffer.from("00", "hex"),
        created_by: 3,
      }),
  },
  { title: "revoking", ask: ({ db }) => keys.revokeKey(db, 5) },
];

const URL = "https://erp.example.com/events";

export const eventLog: readonly Shown[] = [
  { title: "a new event", ask: ({ db }) => events.addEvent(db, { type: "order.approved", payload: {} }) },
  { title: "the next delivery of a company", ask: ({ db }) => events.claimDueDelivery(db, 7) },
  { title: "delivered", ask: ({ db }) => events.noteDelivered(db, 41, URL, 200) },
  {
    title: "not delivered",
    ask: ({ db }) =>
      events.noteFailure(db, 41, { url: URL, status: 500, error: "500", state: "waiting", waitSeconds: 4 }),
  },
  { title: "companies with something due", ask: ({ db }) => events.companiesWithDue(db) },
  { title: "deliveries: one", ask: ({ db }) => events.findDelivery(db, 41) },
  { title: "deliveries: list", ask: ({ db }) => events.deliveryRows(db, { limit: 20, offset: 0 }) },
  {
    title: "deliveries: list by state",
    ask: ({ db }) => events.deliveryRows(db, { state: "failed", limit: 20, offset: 20 }),
  },
  { title: "deliveries: count by state", ask: ({ db }) => events.countDeliveries(db, "failed") },
  { title: "a replay", ask: ({ db }) => events.addReplay(db, 41) },
];
