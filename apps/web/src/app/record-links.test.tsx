import { companyWith, person } from "@mcc/contract/testing/people.ts";
import { expect, test } from "vitest";
import { hierarchyAdmin, nodeRow } from "../testing/hierarchy-server.ts";
import { type Answers, openPage } from "../testing/open-page.tsx";
import { onePage } from "../testing/order-rows.ts";
import { all, click, control, eventually, openRowMenu } from "../testing/page-events.ts";
import { ACME, platformAdmin } from "../testing/platform-server.ts";
import { siteRow } from "../testing/site-server.ts";
import type { PagePath } from "./navigation.ts";

const admin = person({ is_company_admin: true, company: companyWith(true, true, null) });
const dana = {
  ...{ id: 7, username: "acme-dana", first_name: "Dana", last_name: "Lee", email: "dana@example.com" },
  ...{ role: null, last_login: null, groups: [], site_groups: [], sites: [], sites_count: 0, node: 5 },
  ...{ alerts_enabled: true, policy_sites: [{ id: 1, name: "Yard" }], policy_sites_count: 1 },
};
const role = {
  ...{ id: 3, name: "Finance", can_impersonate: false, can_view_order_tracking: false },
  ...{ has_approval_rule: false, users_count: 2 },
};
const rule = {
  ...{ id: 4, role: { id: 3, name: "Finance" }, user: null, limit: 500 },
  ...{ sites: [], nodes: [], place_names: [], has_pending_approvals: false },
};
const group = { id: 2, name: "District", tree_visibility: true, nodes: [], nodes_count: 0 };
const NODES = "/company-hierarchy/organization-nodes/";
const GROUPS = "/company-hierarchy/organization-groups/";

interface ListOfRecords {
  readonly page: PagePath;
  readonly user: typeof admin;
  readonly answers: Answers;
  /** The name in the first column, and where it leads. */
  readonly name: string;
  readonly leadsTo: string;
  /** The menu of the row, if it has one. */
  readonly menu?: readonly string[];
  /** What the menu names the record, if not as its link. */
  readonly about?: string;
}

const LISTS: readonly ListOfRecords[] = [
  {
    ...{ page: "/sites", user: admin, answers: { "/v2/sites/": onePage([siteRow(1)]) } },
    ...{ name: "Site 1", leadsTo: "/sites/1", menu: ["Clone Site 1", "Delete Site 1"] },
  },
  {
    ...{ page: "/users", user: admin, answers: { "/accounts/users/": onePage([dana]) } },
    ...{ name: "acme-dana", leadsTo: "/users/7", menu: ["Clone acme-dana", "Delete acme-dana"] },
  },
  {
    ...{ page: "/configuration/roles", user: admin, answers: { "/accounts/roles/": onePage([role]) } },
    ...{ name: "Finance", leadsTo: "/configuration/roles/3", menu: ["Delete Finance"] },
  },
  {
    ...{ page: "/configuration/site-types", user: admin },
    ...{ answers: { "/sites/site-type/": onePage([{ id: 4, name: "Yard" }]) } },
    ...{ name: "Yard", leadsTo: "/configuration/site-types/4", menu: ["Delete Yard"] },
  },
  {
    ...{ page: "/hierarchy", user: hierarchyAdmin, answers: { [NODES]: onePage([nodeRow(5, "North")]) } },
    ...{ name: "North", leadsTo: "/hierarchy/5" },
    ...{ about: "North (ID: 5)", menu: ["Delete North (ID: 5)"] },
  },
  {
    ...{ page: "/hierarchy/groups", user: hierarchyAdmin, answers: { [GROUPS]: onePage([group]) } },
    ...{ name: "District", leadsTo: "/hierarchy/groups/2", menu: ["Delete District"] },
  },
  {
    ...{ page: "/hierarchy/policies", user: hierarchyAdmin },
    ...{ answers: { "/accounts/users/": onePage([dana]), [GROUPS]: onePage([]) } },
    ...{ name: "Dana Lee", leadsTo: "/hierarchy/policies/7" },
  },
  {
    ...{
      page: "/configuration/approvals",
      user: admin,
      answers: { "/approvals/rules/": { count: 1, data: [rule], version: "1" } },
    },
    ...{ name: "Finance", leadsTo: "/configuration/approvals/4", menu: ["Delete Finance"] },
  },
  {
    ...{ page: "/companies", user: platformAdmin, answers: { "/mcc-admin/companies/": onePage([ACME]) } },
    ...{ name: "Acme Drilling", leadsTo: "/companies/7" },
  },
];

test.each(LISTS)(
  "the name of a record in $page is a link that opens it, and deleting is in a menu (WORK-004)",
  async ({ page, user, answers, name, leadsTo, menu, about = name }) => {
    const opened = openPage(page, answers, { user });
    const link = await eventually(() => {
      const found = control(name);
      if (!found?.closest("td")) throw new Error(`There is no link ${name}.`);
      return found;
    });
    expect(link.closest("td")?.previousElementSibling).toBeNull();
    expect(link.getAttribute("href")).toBe(leadsTo);
    const cells = link.closest("tr")?.querySelectorAll("td:last-child :is(a, button)") ?? [];
    const actions = [...cells].map((action) => action.getAttribute("aria-label") ?? "");
    expect(actions.filter((action) => action.startsWith("Delete"))).toEqual([]);
    if (menu) expect(await openRowMenu(about)).toEqual(menu);
    else expect(actions.filter((action) => action.startsWith("More actions"))).toEqual([]);
    await click(name);
    await eventually(() => expect(opened.path()).toBe(leadsTo));
  },
);

test("a role shows how many users have it, and leads to exactly those", async () => {
  openPage("/configuration/roles", { "/accounts/roles/": onePage([role]) }, { user: admin });
  await eventually(() => expect(all("thead th").map(({ textContent }) => textContent)).toContain("Users"));
  const count = await eventually(() => {
    const found = control("2 users with the role Finance");
    expect(found).toBeDefined();
    return found;
  });
  expect(count?.textContent).toBe("2");
  expect(count?.getAttribute("href")).toBe("/users?role=Finance");
});
