import { describe, expect, test } from "vitest";
import type { Session } from "../access/session.ts";
import { approvalStatusOf, offersDecision, seesApprovalColumns } from "./approval-status.ts";

const person = (more: Partial<Session>): Session =>
  ({
    is_mcc_admin: false,
    is_approver: false,
    is_deputy: false,
    decides_escalated: false,
    is_company_admin: false,
    company: { has_order_approval: true },
    ...more,
  }) as Session;
const approver = person({ is_approver: true });
const admin = person({ is_company_admin: true });
const regular = person({});
const YES = { approvable_by_current_user: true };
const NO = { approvable_by_current_user: false };

describe("the approval information a user sees", () => {
  test("approve and reject on orders pending their approval, and only with the permission (APPR-008, APPR-026)", () => {
    expect(offersDecision(approver, YES)).toBe(true);
    expect(offersDecision(approver, NO)).toBe(false);
    expect(offersDecision(regular, YES)).toBe(false);
  });

  test("the columns of approvers, always, and of admins when they may act (APPR-006, APPR-007)", () => {
    expect(seesApprovalColumns(approver, [])).toBe(true);
    expect(seesApprovalColumns(admin, [NO])).toBe(false);
    expect(seesApprovalColumns(admin, [NO, YES])).toBe(true);
    expect(seesApprovalColumns(regular, [YES])).toBe(false);
  });

  test("one of three sentences, and none without the permission (APPR-028)", () => {
    const waitingFor = "Finance";
    expect(approvalStatusOf(approver, { acted: false, mayAct: true, waitingFor })).toBe("Waiting for you");
    expect(approvalStatusOf(approver, { acted: false, mayAct: false, waitingFor })).toBe(
      "Waiting for Finance",
    );
    expect(approvalStatusOf(approver, { acted: true, mayAct: false, waitingFor })).toBe(
      "You already took action on this order",
    );
    expect(approvalStatusOf(approver, { acted: false, mayAct: false, waitingFor: null })).toBeNull();
    expect(approvalStatusOf(regular, { acted: false, mayAct: false, waitingFor })).toBeNull();
  });
});
