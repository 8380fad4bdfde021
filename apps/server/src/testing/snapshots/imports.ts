import { importList } from "@mcc/contract/imports/imports.api.ts";
import * as progress from "../../features/imports/import-progress.queries.ts";
import { importSource } from "../../features/imports/imports.list.ts";
import * as importQueries from "../../features/imports/imports.queries.ts";
import * as nodeLookups from "../../features/imports/node-lookups.queries.ts";
import * as lookups from "../../features/imports/site-lookups.queries.ts";
import * as undoQueries from "../../features/imports/undo.queries.ts";
import type { SnapshotCase } from "./recorder.ts";

const ID = "7f9c24e8-3b1a-4c5d-9e6f-0a1b2c3d4e5f";
const WINDOW = { limit: 20, offset: 40 };
const URL_OF_LIST = new URL("http://portal.test/api/imports/");
const ACTOR = { id: 3, name: "Dana Whitfield" };

export const imports: readonly SnapshotCase[] = [
  {
    title: "a page",
    run: (scope) =>
      importSource.page(scope, importList.page.query.parse({ file_name: "sites", created_by: "dana" }), {
        params: undefined,
        url: URL_OF_LIST,
      }),
    answer: () => [],
  },
  { title: "the progress of one", run: ({ db }) => progress.findProgress(db, ID) },
  {
    title: "progress",
    run: ({ db }) => progress.setProgress(db, { id: ID, done: 40, total: 2_000 }),
  },
  { title: "the end of it", run: ({ db }) => progress.deleteProgress(db, ID) },
  { title: "one", run: (scope) => importQueries.findImport(scope, ID) },
  {
    title: "a new one",
    run: (scope) => importQueries.addImport(scope, { id: ID, fileName: "sites.xlsx", isUpsert: true }),
  },
  { title: "one, locked", run: (scope) => importQueries.lockImport(scope, ID) },
  { title: "the response to a batch", run: (scope) => importQueries.findBatchReply(scope, ID, 2) },
  { title: "a new response", run: (scope) => importQueries.addBatchReply(scope, ID, 2, []) },
  { title: "sites by name", run: (scope) => lookups.sitesOfNames(scope, ["Yard 7"]) },
  { title: "nodes by name", run: (scope) => lookups.recordsOfNames(scope, "organization_nodes", ["North"]) },
  { title: "shop users by name", run: (scope) => lookups.shopUsersOfNames(scope, ["acme-Yard7"]) },
  {
    title: "groups, of a file of nodes",
    run: (scope) => nodeLookups.groupsOfCompany(scope),
    answer: () => [],
  },
  { title: "the root", run: (scope) => nodeLookups.findRoot(scope) },
  { title: "parents by id", run: (scope) => nodeLookups.nodesOfIds(scope, ["31"]) },
  { title: "users by name, locked", run: (scope) => nodeLookups.usersOfNames(scope, ["acme-dana"]) },
  { title: "sites by name, locked", run: (scope) => nodeLookups.sitesToPlace(scope, ["Yard 7"]) },
  { title: "which of these are users", run: (scope) => lookups.usersOfIds(scope, [3, 4]) },
  { title: "sites before they are changed", run: (scope) => importQueries.lockSiteStates(scope, [21]) },
  { title: "who is assigned already", run: (scope) => importQueries.assignedPairs(scope, [21], [3]) },
  {
    title: "names of earlier batches",
    run: (scope) => importQueries.savedNames(scope, ID, ["Yard 7"]),
    answer: () => [],
  },
  {
    title: "what became of rows",
    run: (scope) =>
      importQueries.addRows(scope, ID, [{ row_number: 2, outcome: "created", name: "Yard 7", site_id: 21 }]),
  },
  { title: "failed rows", run: (scope) => importQueries.failedRows(scope, ID, WINDOW) },
  { title: "its sites, locked", run: (scope) => undoQueries.lockSitesOf(scope, ID) },
  { title: "why it cannot be undone", run: (scope) => undoQueries.obstaclesOf(scope, ID, 50) },
  { title: "undone: assignments", run: (scope) => undoQueries.removeAssignments(scope, ID) },
  { title: "undone: created sites", run: (scope) => undoQueries.deleteCreated(scope, ID, ACTOR) },
  { title: "undone: shop users", run: (scope) => undoQueries.deleteShopUsers(scope, ID) },
  { title: "undone: updated sites", run: (scope) => undoQueries.restoreUpdated(scope, ID, ACTOR) },
  { title: "undone", run: (scope) => undoQueries.markUndone(scope, ID) },
];
