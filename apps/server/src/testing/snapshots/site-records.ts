import * as shopQueries from "../../features/sites/shop-users.queries.ts";
import * as assignmentQueries from "../../features/sites/site-assignments.queries.ts";
import * as recordQueries from "../../features/sites/site-records.queries.ts";
import { findSiteRecord } from "../../features/sites/sites.list.ts";
import type { SnapshotCase } from "./recorder.ts";

const WINDOW = { limit: 20, offset: 40 };
const NEW_SITE = { name: "Yard 7", ecommerce_username: "acme-Yard7", site_type_id: 4, warehouse_id: 5 };

export const siteRecords: readonly SnapshotCase[] = [
  { title: "one", run: (scope) => findSiteRecord(scope, 21) },
  { title: "one, locked", run: (scope) => recordQueries.lockSite(scope, 21) },
  { title: "a new one", run: (scope) => recordQueries.addSite(scope, NEW_SITE), answer: () => [{ id: 21 }] },
  { title: "a change", run: (scope) => recordQueries.setSite(scope, 21, NEW_SITE) },
  { title: "its end", run: (scope) => recordQueries.markSiteDeleted(scope, 21) },
  { title: "whether a name is taken", run: (scope) => recordQueries.siteNameExists(scope, "Yard 7") },
  { title: "how many", run: (scope) => recordQueries.countSites(scope) },
  {
    title: "whether a node is there",
    run: (scope) => recordQueries.hasRecord(scope, "organization_nodes", 4),
  },
  { title: "the name of a site type", run: (scope) => recordQueries.siteTypeName(scope, 4) },
  { title: "warehouses", run: (scope) => recordQueries.warehouseRows(scope, WINDOW) },
  { title: "how many of these are users", run: (scope) => assignmentQueries.countUsers(scope, [3, 4]) },
  { title: "its assigned users", run: (scope) => assignmentQueries.assignedUsers(scope, 21) },
  { title: "more users", run: (scope) => assignmentQueries.addAssignments(scope, 21, [3, 4]) },
  { title: "fewer users", run: (scope) => assignmentQueries.removeAssignmentsExcept(scope, 21, [3]) },
  { title: "whether a username is taken", run: (scope) => shopQueries.usernameExists(scope, "acme-Yard7") },
  { title: "a shop user", run: (scope) => shopQueries.findShopUser(scope, "acme-Yard7") },
  {
    title: "a new shop user",
    run: (scope) =>
      shopQueries.addShopUser(scope, { username: "acme-Yard7", email: null, password_hash: null }),
  },
  {
    title: "a shop user renamed",
    run: (scope) => shopQueries.setShopUser(scope, 6, { username: "acme-Yard8" }),
  },
  {
    title: "whether another site has the shop user",
    run: (scope) => shopQueries.isSharedShopUser(scope, "acme-Yard7", 21),
  },
];
