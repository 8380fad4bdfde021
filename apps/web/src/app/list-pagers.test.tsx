import { expect, test } from "vitest";
import { openPage } from "../testing/open-page.tsx";
import { all, eventually, texts } from "../testing/page-events.ts";
import type { PagePath } from "./navigation.ts";

/** The first of three pages. Whatever a row is, the pagers follow from the count. */
const paged = {
  ...{ count: 45, next: "http://localhost/api/?limit=20&offset=20", previous: null, results: [], data: [] },
  ...{ current_url: "http://localhost/api/?limit=20&offset=0", version: "1" },
};

test.each([
  ["/orders", "/orders/", "Orders"],
  ["/sites", "/v2/sites/", "Sites"],
  ["/alerts/configure", "/triggers/", "Configure Rules"],
  ["/alerts", "/alerts/", "Alerts"],
  ["/users", "/accounts/users/", "Users"],
  ["/hierarchy", "/company-hierarchy/organization-nodes/", "Hierarchy"],
  ["/hierarchy/groups", "/company-hierarchy/organization-groups/", "Groups"],
  ["/hierarchy/policies", "/accounts/users/", "Custom Policies"],
  ["/pending-approvals", "/orders/pending/", "Pending Approvals"],
  ["/documents", "/documents/", "Document Repository"],
  ["/orders/$orderId/documents", "/documents/", "Order AC-7 Documents"],
] satisfies [PagePath, string, string][])(
  "the list of %s has a pager above and below the table (TABLE-022)",
  async (path, answered, title) => {
    openPage(
      path,
      { [answered]: paged, "/documents/order/AC-7/": paged },
      { at: path.replace("$orderId", "AC-7") },
    );
    await eventually(() => expect(texts("h1")).toEqual([title]));
    const parts = () => all("nav[aria-label*='pages'], table").map(({ tagName }) => tagName);
    await eventually(() => expect(parts()).toEqual(["NAV", "TABLE", "NAV"]));
  },
);
