import { describe, expect, test } from "vitest";
import { AppError } from "../kit/errors.ts";
import { companyWith, person } from "../testing/people.ts";
import { PERMISSION_NAMES } from "./permission-names.ts";
import { can, type GlobalAction, must, permissions, permissionsOf } from "./permissions.ts";
import { displayName, type Session } from "./session.ts";

const admin = { is_company_admin: true, can_impersonate: true, can_view_order_tracking: true };
const people: Record<string, Session> = {
  regular: person(),
  "regular with analytics": person({ enable_analytics: true }),
  tracker: person({ can_view_order_tracking: true }),
  "tracker, tracking off": person({ can_view_order_tracking: true, company: companyWith(true, false, true) }),
  approver: person({ is_approver: true }),
  impersonator: person({ can_impersonate: true }),
  "company admin": person(admin),
  "company admin, features disabled": person({ ...admin, company: companyWith(false, false, false) }),
  "company admin, features not available": person({ ...admin, company: companyWith(null, null, null) }),
  "platform admin": person({ is_mcc_admin: true, company: null }),
};

describe("permissions", () => {
  test("permissions of each kind of user, in one grid", () => {
    const actions = Object.keys(permissions) as GlobalAction[];
    const grid = Object.entries(people).map(
      ([name, who]) => `${name}: ${actions.filter((action) => can(who, action)).join(" ")}`,
    );
    expect(grid).toMatchInlineSnapshot(`
      [
        "regular: session:own company:member hierarchy:read approval:list",
        "regular with analytics: analytics session:own company:member hierarchy:read approval:list approval-times",
        "tracker: order-tracking session:own company:member hierarchy:read approval:list",
        "tracker, tracking off: session:own company:member hierarchy:read approval:list",
        "approver: has-order-approvals session:own company:member hierarchy:read approval:list",
        "impersonator: impersonate session:own company:member hierarchy:read approval:list",
        "company admin: order-tracking order-tracking-configuration has-order-approvals impersonate company-admin hierarchy session:own company:member hierarchy:read approval:list approval-times approval:rules budgets:menu approval:configure",
        "company admin, features disabled: impersonate company-admin session:own company:member approval-times budgets:menu approval:configure",
        "company admin, features not available: impersonate company-admin session:own company:member budgets:menu",
        "platform admin: mcc-admin session:own",
      ]
    `);
  });

  test("the permissions in the session and the permissions the API checks come from the same table", () => {
    for (const who of Object.values(people)) {
      const list = permissionsOf(who);
      for (const name of PERMISSION_NAMES) {
        if (list.includes(name)) expect(() => must(who, name)).not.toThrow();
        else expect(() => must(who, name)).toThrow(new AppError("access.denied"));
      }
    }
  });
});

test("users are shown by first and last name, else by username (AUTH-026)", () => {
  expect(displayName({ first_name: "Dana", last_name: "Whitfield", username: "dw" })).toBe("Dana Whitfield");
  expect(displayName({ first_name: "", last_name: "Whitfield", username: "dw" })).toBe("Whitfield");
  expect(displayName({ first_name: "", last_name: "", username: "dw" })).toBe("dw");
});
