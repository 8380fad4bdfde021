import * as comparison from "../../features/warnings/comparison.queries.ts";
import * as queries from "../../features/warnings/warnings.queries.ts";
import { listingOf } from "../../platform/lists/listed-ids.ts";
import type { SnapshotCase } from "./recorder.ts";

const IDS = [21, 22];
const { listed } = listingOf(Promise.resolve());

export const warnings: readonly SnapshotCase[] = [
  { title: "what orders consist of", run: (scope) => comparison.writeDigests(scope, IDS) },
  { title: "orders to compare", run: (scope) => comparison.subjectRows(scope, IDS) },
  { title: "orders that may be parts of the same one", run: (scope) => comparison.partRows(scope, IDS) },
  { title: "orders that may be the same one", run: (scope) => comparison.duplicateRows(scope, IDS) },
  {
    title: "what was found",
    run: (scope) =>
      comparison.replaceWarnings(scope, IDS, [
        { order_id: 21, kind: "duplicate", limit_amount: null, compared: [22], because: ["po"] },
      ]),
  },
  { title: "warnings about orders", run: (scope) => queries.listedWarningRecords(scope, listed) },
  {
    title: "warnings about orders, of some sites",
    run: (scope) => queries.listedWarningRecords(scope, listed),
    siteIds: IDS,
  },
];
