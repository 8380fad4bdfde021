import type { Session, SessionCompany } from "@mcc/contract/access/session.ts";
import { companyWith, person } from "@mcc/contract/testing/people.ts";
import { expect, test } from "vitest";
import { everyPath, pathsFor } from "../testing/paths.ts";
import { pagesOf } from "./navigation.ts";
import { pageComponents } from "./page-components.ts";
import { shellRouter } from "./shell-router.tsx";

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
  "%s reaches their own paths and no other (SHELL-029, SHELL-030, SHELL-031, SHELL-032, SHELL-033 partly, SHELL-034, SHELL-035)",
  (_name, who, own) => {
    const router = shellRouter(pagesOf(who));
    const reached = everyPath.filter((path) => {
      const [, params, page] = router.getMatchedRoutes(path);
      return page && params["**"] === undefined; // what is left over behind a page's address
    });
    expect(reached).toEqual(everyPath.filter((path) => own.includes(path)));
  },
);

/** Paths that no page with a component of its own has. */
const placeholdersAmong = (paths: readonly string[], who: Session): string[] => {
  const router = shellRouter(pagesOf(who));
  return paths.filter((path) => {
    const [, , page] = router.getMatchedRoutes(path);
    return page === undefined || !Object.hasOwn(pageComponents, page.fullPath);
  });
};

test("no page of a company admin, of order tracking or of the hierarchy is a placeholder (SHELL-029, SHELL-031, SHELL-032)", () => {
  const paths = [...admin, ...tracking, ...hierarchy];
  expect(placeholdersAmong(paths, adminOf(companyWith(true, true, true)))).toEqual([]);
});

test("every company user has the default pages, and Analytics with the analytics flag only (SHELL-027, SHELL-028)", () => {
  const paths = [
    ...["/", "/sites", "/orders/SO-1", "/orders", "/pending-approvals", "/alerts/configure", "/alerts"],
    ...["/analytics", "/orders/SO-1/documents", "/documents"],
  ];
  expect(placeholdersAmong(paths, person({ enable_analytics: true }))).toEqual([]);
  expect(placeholdersAmong(paths, person())).toEqual(["/analytics"]);
});

test("no page of the hierarchy is taken for a node with that name (SHELL-031)", () => {
  const router = shellRouter(pagesOf(adminOf(companyWith(true, true, true))));
  expect(hierarchy.map((path) => router.getMatchedRoutes(path)[2]?.fullPath)).toEqual([
    ...["/hierarchy", "/hierarchy/$id"],
    ...["/hierarchy/groups", "/hierarchy/groups/$id"],
    ...["/hierarchy/policies", "/hierarchy/policies/$id"],
    "/hierarchy/tree",
  ]);
});

test("no page of a platform admin is a placeholder (SHELL-033)", () => {
  const router = shellRouter(pagesOf(person({ is_mcc_admin: true, company: null })));
  const placeholders = platform.filter((path) => {
    const [, , page] = router.getMatchedRoutes(path);
    return page === undefined || !Object.hasOwn(pageComponents, page.fullPath);
  });
  expect(placeholders).toEqual([]);
});
