import { companyWith, person } from "@mcc/contract/testing/people.ts";
import { onePage } from "./order-rows.ts";
import type { TestServer } from "./render-page.tsx";

/** A company admin without a hierarchy, and one with a hierarchy whose sites need a location name. */
export const siteAdmin = person({ is_company_admin: true, company: companyWith(true, true, null) });
export const locatedAdmin = person({
  is_company_admin: true,
  company: { ...companyWith(true, true, true), has_location_name_required: true },
});

/** A site, as the server sends it. */
export const siteRow = (id: number, more: object = {}) => ({
  ...{ id, name: `Site ${id}`, location_name: null, division: "Drilling", business_unit: "Bakken" },
  ...{ region: "North", ecommerce_username: `acme-Site${id}`, ecommerce_user_email: `${id}@example.com` },
  ...{ site_type: { id: 1, name: "Yard" }, site_warehouse: { id: 2, name: "Houston" } },
  ...{ node: null, node_name: null, enable_analytics: true, buyout_site: false, has_approval_rule: false },
  ...{ users: [], users_count: 0, groups: [], ...more },
});

const user = (id: number, first_name: string) => ({
  ...{ id, username: `acme-${first_name.toLowerCase()}`, first_name, last_name: "Doe" },
  ...{ role: null, is_company_admin: false, has_approval_rule: false },
});
export const ann = user(11, "Ann");
export const ben = user(12, "Ben");

export interface SentRequest {
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly body: unknown;
}

/** What the screens of sites ask, answered; `answers` takes precedence, by method and path. Every request is kept. */
export const siteServer = (
  sites: readonly object[],
  answers: Readonly<Record<string, (body: unknown, query: URLSearchParams) => unknown>> = {},
) => {
  const sent: SentRequest[] = [];
  const node = (id: number, name: string, parent: number | null, username_prefix: string) => ({
    ...{ id, name, parent, organization_group: 1, username_prefix },
  });
  const pages: Readonly<Record<string, readonly object[]>> = {
    "/v2/sites/": sites,
    "/sites/site-type/": [
      { id: 1, name: "Yard" },
      { id: 3, name: "Drill rig" },
    ],
    "/sites/list-warehouses/": [{ id: 2, name: "Houston" }],
    "/accounts/users/": [ann, ben],
    "/company-hierarchy/organization-nodes/": [node(4, "Corp", null, "corp"), node(5, "North", 4, "nor")],
    "/company-hierarchy/organization-groups/": [],
  };
  const server: TestServer = ({ method, url, body }) => {
    const path = url.pathname.replace(/^\/api/, "");
    sent.push({ method, path, query: url.search, body });
    const answer = answers[`${method} ${path}`];
    if (answer) return answer(body, url.searchParams);
    if (path.includes("/preferences/")) return { value: null };
    if (path.startsWith("/accounts/company-configurations/")) return { id: 1, username_prefix: "acme" };
    const page = method === "GET" ? pages[path] : undefined;
    return page && onePage(page);
  };
  return {
    server,
    /** The requests that change or check something, and those to this path. */
    sentTo: (start: string) => sent.filter(({ method, path }) => `${method} ${path}`.startsWith(start)),
  };
};

/** A refusal of the server. */
export const refusal = (status: number, body: object) => Response.json(body, { status });
