import type { Session } from "@mcc/contract/access/session.ts";
import type { PendingRow } from "@mcc/contract/orders/orders.schema.ts";
import { expect, test } from "vitest";
import { spreadsheetColumns } from "../../../platform/export/spreadsheet-columns.ts";
import { drawnColumn } from "../../../platform/lists/columns/row-columns.ts";
import { columnsFor, type GroupColumn } from "../../../platform/lists/columns/table-columns.ts";
import { pendingColumns } from "./pending-columns.tsx";
import { actsOn, pendingListFor } from "./pending-list.ts";

const person = (more: Partial<Session>, company: object = {}): Session =>
  ({
    is_mcc_admin: false,
    is_approver: false,
    is_company_admin: false,
    company: { has_order_approval: true, ...company },
    ...more,
  }) as Session;
const OWN = ["Site", "Business Unit", "Order", "PO", "Order Date", "Lines", "Total", "Approved By"];
const spreadsheetFor = (who: Session, waiting: number, groups: GroupColumn[]) => {
  const list = pendingListFor(actsOn(who, waiting));
  const shown = columnsFor(list.columns, who, { groups });
  const table = shown.map((column) => drawnColumn<PendingRow>(column, pendingColumns));
  return spreadsheetColumns({ failed: "" }, list, pendingColumns, table);
};
const labels = (who: Session, waiting = 0, groups: GroupColumn[] = []) =>
  spreadsheetFor(who, waiting, groups).map(({ label }) => label);

test("the spreadsheet has the columns that the list has for each kind of user (APPR-002, APPR-005, APPR-006, APPR-007)", () => {
  expect(labels(person({}))).toEqual(OWN);
  expect(labels(person({ is_approver: true }))).toEqual([...OWN, "Approval Status"]);
  const admin = person({ is_company_admin: true });
  expect(labels(admin)).toEqual([...OWN, "Current Required Approval"]);
  expect(labels(admin, 1)).toEqual([...OWN, "Current Required Approval", "Approval Status"]);
});

test("with location names and a hierarchy it has those instead of the business unit (APPR-004)", () => {
  const company = { has_location_name_required: true, has_company_hierarchy: true };
  const [, , ...rest] = OWN;
  expect(labels(person({}, company), 0, [{ id: 7, name: "Division", options: [] }])).toEqual([
    "Site",
    "Location Name",
    "Division",
    ...rest,
  ]);
});

test("a cell of the spreadsheet has what the list says, and a group the node of the site (APPR-004)", () => {
  const order = {
    site: { name: "Yard", groups: [{ id: 7, name: "Division", node: "Deep" }] },
    po_number: "",
    approved_by: [
      { username: "ann", name: "Ann Lee" },
      { username: "bob", name: "" },
    ],
  } as unknown as PendingRow;
  const company = { has_company_hierarchy: true };
  const columns = spreadsheetFor(person({}, company), 0, [{ id: 7, name: "Division", options: [] }]);
  const said = Object.fromEntries(columns.map(({ label, value }) => [label, value(order)]));
  expect(said).toMatchObject({ Site: "Yard", Division: "Deep", PO: "N.A.", "Approved By": "Ann Lee, bob" });
});
