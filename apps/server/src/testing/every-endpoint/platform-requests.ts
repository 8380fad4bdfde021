import { byId, NOTHING, type SampleCompany, type Samples, suggested, unique } from "./sample-request.ts";

const company = () => ({
  ...{ name: unique("Company "), website: "https://acme.example.com", slug_name: unique("company-") },
  ...{ mcc_host: `${unique("portal")}.example.com`, ecommerce_url: "https://shop.example.com" },
});
const configuration = ({ hierarchy }: SampleCompany) => ({
  ...{ tenantGroup: "north", customerERPIdentifier: "ERP-1" },
  ...{ hasOrderApproval: true, hasOrderTracking: true, hasCompanyHierarchy: hierarchy },
  ...{ hasLocationNameRequired: false, hasTriggerRuleWeekdayDisabled: false },
});
const PICTURE =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

/** Platform administration, and dashboards. */
export const platformRequests: Samples = {
  "GET /mcc-admin/companies/": NOTHING,
  "GET /mcc-admin/companies/suggestions/": suggested("name"),
  "POST /mcc-admin/companies/": () => ({ body: company() }),
  "GET /mcc-admin/companies/:id/": byId("company"),
  "PUT /mcc-admin/companies/:id/": (ids) => ({ params: { id: ids.company }, body: company() }),
  "POST /mcc-admin/company-configurations/": (ids, of) => ({
    body: { ...configuration(of), company: ids.company },
  }),
  "GET /mcc-admin/company-configurations/:id/": byId("company"),
  "PATCH /mcc-admin/company-configurations/:id/": (ids, of) => ({
    params: { id: ids.company },
    body: configuration(of),
  }),
  "GET /mcc-admin/companies/:id/support-access/": byId("company"),
  "POST /mcc-admin/companies/:id/support-access/": byId("company"),
  // Another name, so that it stays open for the other requests.
  "POST /mcc-admin/companies/:id/close/": (ids) => ({
    params: { id: ids.company },
    body: { name: "Another", days: 30 },
  }),
  "POST /mcc-admin/companies/:id/reopen/": byId("company"),
  "GET /mcc-admin/company-closings/": NOTHING,
  "GET /mcc-admin/companies/:id/administrators/": byId("company"),
  "POST /mcc-admin/companies/:id/administrators/": (ids) => ({
    params: { id: ids.company },
    body: { first_name: "Ida", last_name: "May", email: `${unique("ida")}@example.com` },
  }),
  "PATCH /mcc-admin/companies/:id/administrators/:user/": (ids) => ({
    params: { id: ids.company, user: ids.user },
    body: { email: `${unique("admin")}@example.com` },
  }),
  "POST /mcc-admin/companies/:id/administrators/:user/resend/": (ids) => ({
    params: { id: ids.company, user: ids.user },
  }),
  "DELETE /mcc-admin/companies/:id/administrators/:user/": (ids) => ({
    params: { id: ids.company, user: ids.user },
  }),
  "GET /mcc-admin/companies/:id/warehouses/": byId("company"),
  "POST /mcc-admin/companies/:id/warehouses/": (ids) => ({
    params: { id: ids.company },
    body: { name: unique("Warehouse ") },
  }),
  "PATCH /mcc-admin/companies/:id/warehouses/:warehouse/": (ids) => ({
    params: { id: ids.company, warehouse: ids.warehouse },
    body: { name: "Houston", active: true },
  }),
  "GET /mcc-admin/companies/:id/sso-domains/": byId("company"),
  "POST /mcc-admin/companies/:id/sso-domains/:domain/confirm/": (ids) => ({
    params: { id: ids.company, domain: ids.ssoDomain },
  }),
  "GET /mcc-admin/sign-ins/": NOTHING,
  "GET /mcc-admin/sign-ins/suggestions/": suggested("user"),
  "GET /mcc-admin/api-keys/": NOTHING,
  "GET /mcc-admin/api-keys/suggestions/": suggested("name"),
  "POST /mcc-admin/api-keys/": (ids) => ({
    body: { name: unique("Key "), scopes: ["orders"], company: ids.slug },
  }),
  "GET /mcc-admin/api-keys/:id/": byId("apiKey"),
  "GET /mcc-admin/api-keys/:id/writes/": byId("apiKey"),
  "GET /mcc-admin/api-keys/:id/writes/suggestions/": (ids) => ({
    params: { id: ids.apiKey },
    query: { field: "record" },
  }),
  "POST /mcc-admin/api-keys/:id/replace/": (ids) => ({ params: { id: ids.apiKey }, body: { hours: 24 } }),
  "DELETE /mcc-admin/api-keys/:id/": byId("apiKey"),
  "GET /mcc-admin/event-deliveries/": NOTHING,
  "GET /mcc-admin/event-deliveries/suggestions/": suggested("company"),
  "GET /mcc-admin/event-deliveries/:id/": byId("delivery"),
  "POST /mcc-admin/event-deliveries/:id/replay/": byId("delivery"),
  "GET /mcc-admin/checklist/:item/": () => ({ params: { item: "jobs" } }),
  "POST /mcc-admin/checklist/mail/": NOTHING,
  "DELETE /mcc-admin/companies/:id/theme/logo/": byId("company"),
  "GET /mcc-admin/companies/:id/theme/": byId("company"),
  "PATCH /mcc-admin/companies/:id/theme/": (ids) => ({
    params: { id: ids.company },
    body: { label: "GoAcme", accent_color: "#102030" },
  }),
  "PUT /mcc-admin/companies/:id/theme/logo/": (ids) => ({
    params: { id: ids.company },
    body: { content: PICTURE },
  }),
  "GET /mcc-admin/companies/:id/integration/": byId("company"),
  "PATCH /mcc-admin/companies/:id/integration/": (ids) => ({
    params: { id: ids.company },
    body: {
      ...{ event_url: "https://erp.example.com/events" },
      tracking_url_template: "https://track.example.com/?order={identifier}",
    },
  }),
  "POST /mcc-admin/companies/:id/integration/secret/": byId("company"),
  "POST /mcc-admin/companies/:id/test-event/": byId("company"),
  "GET /mcc-admin/companies/:id/usage/": byId("company"),
  "DELETE /mcc-admin/jobs/:id/": byId("job"),
  "GET /mcc-admin/jobs/": NOTHING,
  "GET /mcc-admin/jobs/suggestions/": suggested("queue"),
  "POST /mcc-admin/jobs/:id/retry/": byId("job"),
  "GET /analytics/dashboards/:dashboard/": ({ group, nodeName }, { hierarchy }) => ({
    params: { dashboard: "total-spend" },
    query: { by: hierarchy ? `group_${group}` : "site", ...(hierarchy ? { place: nodeName } : {}) },
  }),
  "GET /analytics/approval-times/": (_, { hierarchy }) => ({
    query: { by: hierarchy ? "node" : "site", of: "step", after: "2025-01-01", before: "2026-12-31" },
  }),
  "POST /analytics/embedded-dashboard/": () => ({ body: { token: "no-such-token", by: "site", place: "1" } }),
  "POST /accounts/user/analytics/": () => ({ body: { username: "no-such-user" } }),
  "GET /mcc-admin/companies/:id/analytics/": byId("company"),
  "PUT /mcc-admin/companies/:id/analytics/": (ids) => ({
    params: { id: ids.company },
    body: {
      ...{ analytics_source: "DOMO", looker_dashboard_url: null },
      domo_dashboards: [{ label: "Spend", url: "https://bi.example.com/1", token: "t" }],
    },
  }),
};
