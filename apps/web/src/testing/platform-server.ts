import type { Company } from "@mcc/contract/companies/companies.schema.ts";
import type { CompanyConfiguration } from "@mcc/contract/companies/configurations.schema.ts";
import { person } from "@mcc/contract/testing/people.ts";
import type { ComponentType } from "react";
import { onePage } from "./order-rows.ts";
import { clearToasts, setWidth } from "./page-events.ts";
import { renderPage, type TestServer } from "./render-page.tsx";

export const platformAdmin = person({ is_mcc_admin: true, company: null });

export const company = (id: number, name: string, more: Partial<Company> = {}): Company => ({
  ...{ id, name, website: "https://www.goacme.com", mcc_host: "manager.goacme.com" },
  ...{ ecommerce_url: "https://shop.goacme.com", slug_name: "acme", logo: null, label: "GoAcme" },
  ...{ closed_at: null, delete_after: null },
  ...more,
});
export const ACME = company(7, "Acme Drilling");

export const configuration = (more: Partial<CompanyConfiguration> = {}): CompanyConfiguration => ({
  ...{ id: 7, company: 7, catalogs: [], tenant_group: "north", customer_erp_identifier: "ERP-1" },
  ...{ has_order_approval: true, has_order_tracking: false, has_company_hierarchy: null },
  ...{ has_location_name_required: false, has_trigger_rule_weekday_disabled: false },
  ...more,
});

export type Answers = Readonly<Record<string, (body: unknown, url: URL) => unknown>>;

/** What the screens of companies ask, answered by method and path. What changes something is kept. */
export const platformServer = (answers: Answers = {}) => {
  const sent: [request: string, body: unknown][] = [];
  const asked: string[] = [];
  const all: Answers = {
    "GET /mcc-admin/companies/": () => onePage([ACME, company(8, "Borealis Mining")]),
    "GET /mcc-admin/companies/7/": () => ACME,
    "GET /mcc-admin/companies/7/administrators/": () => ({ results: [] }),
    "GET /mcc-admin/companies/7/warehouses/": () => ({ results: [] }),
    ...answers,
  };
  const server: TestServer = ({ method, url, body }) => {
    const request = `${method} ${url.pathname.replace(/^\/api(?=\/)/, "")}`;
    if (method === "GET") asked.push(request + url.search);
    else sent.push([request, body]);
    return all[request]?.(body, url);
  };
  return { server, sent, asked };
};

/** Opens a page of platform admins in a wide window, with no toasts of before. */
export const openPlatformPage = (
  Page: ComponentType,
  answers: Answers = {},
  place: { readonly route?: string; readonly at?: string } = {},
) => {
  setWidth(1440);
  clearToasts();
  const served = platformServer(answers);
  return { ...served, page: renderPage(Page, platformAdmin, served.server, place) };
};
