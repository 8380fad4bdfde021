import { companyWith, person } from "@mcc/contract/testing/people.ts";
import { expect, test } from "vitest";
import { actionsElsewhere, matchesWords, openPages } from "./palette-entries.ts";

const labelsOf = (who: Parameters<typeof openPages>[0]) => openPages(who, () => {}).map(({ label }) => label);
const adminOf = (company: ReturnType<typeof companyWith>) => person({ is_company_admin: true, company });

test("the palette has the pages that a user may open, without those of one record (LIST-015 partly)", () => {
  expect(labelsOf(person())).toEqual([
    "Home",
    "Sites",
    "Pending Approvals",
    "Orders",
    "Alerts",
    "Configure Rules",
    "Documents",
    "Reports",
    "Connect an Assistant",
    "Your Profile",
  ]);
  expect(labelsOf(person({ is_mcc_admin: true, company: null }))).toEqual([
    "Companies",
    "Create Company",
    "Closed Companies",
    "API Keys",
    "Event Deliveries",
    "Jobs",
    "Sign-ins",
    "Checklist",
    "Your Profile",
  ]);
  const admin = labelsOf(adminOf(companyWith(null, null, null)));
  expect(admin).toEqual(expect.arrayContaining(["Roles", "API Keys"]));
  expect(admin).not.toContain("Approvals");
  expect(admin).not.toContain("Hierarchy");
});

test("the palette has the actions that a user may do (LIST-015 partly)", () => {
  const labels = (who: Parameters<typeof actionsElsewhere>[0]) =>
    actionsElsewhere(who).map(({ label }) => label);
  expect(labels(person())).toEqual([]);
  expect(labels(adminOf(companyWith(true, null, null)))).toEqual([
    "Create Role",
    "Create Order Approval Rule",
  ]);
  expect(labels(adminOf(companyWith(false, null, null)))).toEqual(["Create Role"]);
});

test.each([
  ["", "Orders", true],
  ["ord", "Orders", true],
  ["pend app", "Pending Approvals", true],
  ["approvals pending", "Pending Approvals", true],
  ["pendx", "Pending Approvals", false],
])("%j in %j: %s", (typed, label, expected) => {
  expect(matchesWords(typed, label)).toBe(expected);
});
