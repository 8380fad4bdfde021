import { describe, expect, test } from "vitest";
import type { Session } from "../access/session.ts";
import { pendingList } from "./decisions.api.ts";

const person = (more: Partial<Session>, company: object = {}): Session =>
  ({
    ...{ is_approver: false, is_company_admin: false, is_deputy: false, decides_escalated: false },
    ...{ company, ...more },
  }) as Session;

/** Without the columns that only Reorganize Columns offers. */
const columnsFor = (who: Session): string[] =>
  Object.values<{ label: string; hidden?: true; shownTo?: (who: Session) => boolean }>(pendingList.columns)
    .filter(({ hidden, shownTo }) => !hidden && (shownTo?.(who) ?? true))
    .map(({ label }) => label);

const PLAIN = ["Site", "Business Unit", "Order", "PO", "Order Date", "Lines", "Total", "Approved By"];

describe("the columns of the pending list", () => {
  test("are in their order, without extras for regular users (APPR-002, APPR-007)", () => {
    expect(columnsFor(person({}))).toEqual(PLAIN);
  });

  test("follow the company's settings as on Orders (APPR-004)", () => {
    const who = person({}, { has_company_hierarchy: true, has_location_name_required: true });
    expect(columnsFor(who)).toEqual(["Site", "Location Name", ...PLAIN.slice(2)]);
  });

  test("add the current required approval for company admins, and the status for approvers (APPR-005, APPR-006)", () => {
    expect(columnsFor(person({ is_company_admin: true }))).toContain("Current Required Approval");
    for (const who of [{ is_approver: true }, { is_deputy: true }, { decides_escalated: true }]) {
      expect(columnsFor(person(who))).toEqual([...PLAIN, "Approval Status"]);
    }
  });
});
