import { importList } from "@mcc/contract/imports/imports.api.ts";
import { importSource } from "../../features/imports/imports.list.ts";
import * as importQueries from "../../features/imports/imports.queries.ts";
import * as lookups from "../../features/imports/site-lookups.queries.ts";
import * as undoQueries from "../../features/imports/undo.queries.ts";
import type { SnapshotCase } from "./recorder.ts";

const ID = "7f9c24e8-3b1a-4c5d-9e6f-0a1b2c3d4e5f";
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
  { title: "one", run: (scope) => importQueries.findImport(scope, ID) },
  { title: "nodes by name", run: (scope) => lookups.recordsOfNames(scope, "organization_nodes", ["North"]) },
  { title: "sites before they are changed", run: (scope) => importQueries.lockSiteStates(scope, [21]) },
  {
    title: "what became of rows",
    run: (scope) =>
      importQueries.addRows(scope, ID, [{ row_number: 2, outcome: "created", name: "Yard 7", site_id: 21 }]),
  },
  {
    title: "what became of corrected rows",
    run: (scope) =>
      importQueries.updateRows(scope, ID, [
        { id: 9, row_number: 2, outcome: "created", name: "Yard 7", site_id: 21 },
      ]),
  },
  { title: "why it cannot be undone", run: (scope) => undoQueries.obstaclesOf(scope, ID, 50) },
  { title: "undone: created sites", run: (scope) => undoQueries.deleteCreated(scope, ID, ACTOR) },
  { title: "undone: updated sites", run: (scope) => undoQueries.restoreUpdated(scope, ID, ACTOR) },
];
