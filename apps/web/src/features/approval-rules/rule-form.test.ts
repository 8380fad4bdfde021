import type { ApprovalRuleRow } from "@mcc/contract/approval-rules/approval-rules.schema.ts";
import { expect, test } from "vitest";
import {
  changesOf,
  creationOf,
  isChanged,
  limitOf,
  newRule,
  RuleForm,
  type RuleValues,
  switched,
  valuesOf,
} from "./rule-form.schema.ts";

const byRole: RuleValues = { ...newRule, role: "3", limit: "500" };
const byUser: RuleValues = { ...newRule, holder: "user", user: "7", sites: [1], limit: "500" };
const wrong = (values: RuleValues): Record<string, string> =>
  Object.fromEntries(
    (RuleForm.safeParse(values).error?.issues ?? []).map(({ path, message }) => [path.join("."), message]),
  );

test("a rule by role needs a role (CONF-050)", () => {
  expect(wrong({ ...byRole, role: null })).toEqual({ role: "User Role field is required" });
  expect(wrong(byRole)).toEqual({});
});

test("a rule by user needs a user, and a site or a node (CONF-051, CONF-052)", () => {
  expect(wrong({ ...byUser, user: null })).toEqual({ user: "User field is required" });
  expect(wrong({ ...byUser, sites: [] })).toEqual({ sites: "A site or a node is required" });
  expect(wrong({ ...byUser, sites: [], nodes: [4] })).toEqual({});
});

test("the limit is a whole number unless every order is approved (CONF-053)", () => {
  const required = { limit: "Order Minimum Total field is required" };
  for (const limit of ["", "10.5", "1e3", "-4.5", " "]) expect(wrong({ ...byRole, limit })).toEqual(required);
  expect(wrong({ ...byRole, limit: "", everyOrder: true })).toEqual({});
  expect(wrong({ ...byRole, limit: "", blanket: true })).toEqual({});
  expect(wrong({ ...byRole, limit: "0" })).toEqual({});
});

test("a limit that is a whole number and out of bounds is told which (CONF-053, CONF-054)", () => {
  const most = { limit: "This can't be more than 2,147,483,647." };
  for (const limit of ["2147483648", "99999999999999999999"]) {
    expect(wrong({ ...byRole, limit })).toEqual(most);
  }
  expect(wrong({ ...byRole, limit: "2147483647" })).toEqual({});
  for (const limit of ["-5", "-1"]) {
    expect(wrong({ ...byRole, limit })).toEqual({ limit: "This can't be less than 0." });
  }
  expect(wrong({ ...byRole, limit: "-5", blanket: true })).toEqual({});
});

test("everything that is wrong is told at once", () => {
  expect(Object.keys(wrong({ ...newRule }))).toEqual(["role", "limit"]);
});

test("the two switches exclude each other, and the one that is on fixes the limit (CONF-045, CONF-047)", () => {
  expect(switched("everyOrder", true)).toEqual({ everyOrder: true, blanket: false });
  expect(switched("blanket", true)).toEqual({ everyOrder: false, blanket: true });
  expect(switched("blanket", false)).toEqual({ everyOrder: false, blanket: false });
  expect(limitOf({ ...byRole, ...switched("everyOrder", true) })).toBe(0);
  expect(limitOf({ ...byRole, ...switched("blanket", true) })).toBe(-1);
  expect(limitOf(byRole)).toBe(500);
});

const rule = (more: Partial<ApprovalRuleRow>): ApprovalRuleRow => ({
  id: 1,
  role: { id: 3, name: "Finance" },
  user: null,
  limit: 500,
  sites: [],
  nodes: [],
  place_names: [],
  has_pending_approvals: false,
  ...more,
});
const userRule = rule({ role: null, user: { id: 7, name: "Ada" }, sites: [1, 2], nodes: [5] });

test("a rule comes back into the form as it was saved", () => {
  for (const saved of [rule({}), rule({ limit: 0 }), rule({ limit: -1 }), userRule]) {
    expect(isChanged(saved, valuesOf(saved))).toBe(false);
    expect(limitOf(valuesOf(saved))).toBe(saved.limit);
  }
});

test("a role's rule is changed by its limit alone, a user's also by its sites or nodes (CONF-055)", () => {
  expect(isChanged(rule({}), { ...valuesOf(rule({})), limit: "600" })).toBe(true);
  expect(isChanged(rule({}), { ...valuesOf(rule({})), sites: [9] })).toBe(false);
  expect(isChanged(userRule, { ...valuesOf(userRule), sites: [2, 1] })).toBe(false);
  expect(isChanged(userRule, { ...valuesOf(userRule), sites: [1] })).toBe(true);
  expect(isChanged(userRule, { ...valuesOf(userRule), nodes: [] })).toBe(true);
});

test("what is sent is what the call takes (CONF-062, CONF-063)", () => {
  expect(creationOf(byRole)).toEqual({ limit: 500, role: 3 });
  expect(creationOf(byUser)).toEqual({ limit: 500, user: 7, sites: [1], nodes: [] });
});

test("an edit sends what was changed and nothing else (CONF-063)", () => {
  const opened = valuesOf(userRule);
  expect(changesOf(rule({}), { ...valuesOf(rule({})), limit: "600", sites: [9] })).toEqual({ limit: 600 });
  expect(changesOf(userRule, { ...opened, limit: "600" })).toEqual({ limit: 600 });
  expect(changesOf(userRule, { ...opened, sites: [2, 1, 3] })).toEqual({
    sites: [2, 1, 3],
    sites_before: [1, 2],
  });
  expect(changesOf(userRule, { ...opened, ...switched("blanket", true), nodes: [] })).toEqual({
    limit: -1,
    nodes: [],
    nodes_before: [5],
  });
  expect(changesOf(userRule, { ...opened, sites: [2, 1] })).toEqual({});
});
