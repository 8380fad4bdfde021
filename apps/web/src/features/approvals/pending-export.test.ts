import type { Session } from "@mcc/contract/access/session.ts";
import { expect, test } from "vitest";
import type { GroupColumn } from "../../platform/lists/columns/table-columns.ts";
import { pendingExportColumns } from "./pending-export.ts";
import { pendingHeaders } from "./pending-export-headers.ts";

const person = (more: Partial<Session>, company: object = {}): Session =>
  ({
    is_mcc_admin: false,
    is_approver: false,
    is_company_admin: false,
    company: { has_order_approval: true, ...company },
    ...more,
  }) as Session;
const OWN = ["Site", "Business Unit", "Order", "PO", "Order Date", "Lines", "Total", "Approved By"];
const labels = (who: Session, waiting = 0, groups: GroupColumn[] = []) =>
  pendingHeaders({ who, waiting, groups }).map(({ label }) => label);

test("the sheet has the columns that the list has for each kind of user (APPR-002, APPR-005, APPR-006, APPR-007)", () => {
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

test("every column of the list can be written, under the name the list has for it", () => {
  const known = new Set(pendingExportColumns.map(({ name }) => name));
  const everything = person(
    { is_company_admin: true, is_approver: true },
    { has_location_name_required: true },
  );
  for (const { name } of pendingHeaders({ who: everything, waiting: 1, groups: [] })) {
    expect(known).toContain(name);
  }
});
