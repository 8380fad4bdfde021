import type { Session, SessionCompany } from "@mcc/contract/access/session.ts";
import { expect, test } from "vitest";
import { everyPath, pathsFor } from "../testing/paths.ts";
import { pagesOf } from "./navigation.ts";
import { shellRouter } from "./shell-router.tsx";

type Toggle = boolean | null;
const companyWith = (approval: Toggle, tracking: Toggle, hierarchy: Toggle): SessionCompany => ({
  id: 1,
  name: "Acme",
  slug_name: "acme",
  short_name: "Acme",
  label: "GoAcme",
  logo: null,
  accent_color: null,
  ecommerce_url: null,
  has_order_approval: approval === true,
  has_order_tracking: tracking === true,
  has_company_hierarchy: hierarchy === true,
  has_location_name_required: false,
  has_trigger_rule_weekday_disabled: false,
  features: { order_approval: approval, order_tracking: tracking, company_hierarchy: hierarchy },
});

const person = (more: Partial<Session> = {}): Session => ({
  id: 1,
  username: "pat",
  first_name: "Pat",
  last_name: "Doe",
  email: "pat@example.com",
  role: null,
  is_company_admin: false,
  is_approver: false,
  is_mcc_admin: false,
  has_approval_rule: false,
  can_impersonate: false,
  can_view_order_tracking: false,
  enable_analytics: false,
  alerts_enabled: true,
  ecommerce_username: null,
  company: companyWith(true, true, true),
  ...more,
});
const adminOf = (company: SessionCompany): Session =>
  person({ is_company_admin: true, can_view_order_tracking: true, company });

const { member, admin, approvals, tracking, analytics, hierarchy, platform } = pathsFor;
const people: [name: string, who: Session, own: readonly string[]][] = [
  ["somebody of a company", person(), member],
  ["an approver", person({ is_approver: true, has_approval_rule: true }), member],
  ["somebody who may look at analytics", person({ enable_analytics: true }), [...member, ...analytics]],
  ["an admin without features", adminOf(companyWith(null, null, null)), [...member, ...admin]],
  [
    "an admin with approvals switched off",
    adminOf(companyWith(false, false, false)),
    [...member, ...admin, ...approvals],
  ],
  [
    "an admin with approvals and tracking",
    adminOf(companyWith(true, true, null)),
    [...member, ...admin, ...approvals, ...tracking],
  ],
  ["an admin with a hierarchy", adminOf(companyWith(null, null, true)), [...member, ...admin, ...hierarchy]],
  ["a platform admin", person({ is_mcc_admin: true, company: null }), platform],
];

test.each(people)(
  "%s reaches their own paths and no other (SHELL-027, SHELL-028, SHELL-029, SHELL-030, SHELL-031, SHELL-032, SHELL-033, SHELL-034, SHELL-035)",
  (_name, who, own) => {
    const router = shellRouter(pagesOf(who));
    const reached = everyPath.filter((path) => {
      const [, params, page] = router.getMatchedRoutes(path);
      return page && params["**"] === undefined; // what is left over behind a page's address
    });
    expect(reached).toEqual(everyPath.filter((path) => own.includes(path)));
  },
);
