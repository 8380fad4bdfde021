import type { Ids } from "./ids.ts";
import {
  byId,
  listed,
  NOTHING,
  type SampleCompany,
  type Samples,
  searchedFor,
  suggested,
  suggestedPlaces,
  unique,
} from "./sample-request.ts";

const byOrder = (ids: { readonly order: string }) => ({ params: { identifier: ids.order } });

const line = {
  ...{ product: "BIT-8", text: "Drill bit", quantity: 2, sku: "BIT-8", manufacturer_sku: "M-8" },
  ...{ image_url: "https://shop.example.com/bit.png", type: "item", manufacturer: "Acme" },
  ...{ base_unit_price_value: "50.00", discount_amount_value: "0.00", taxless_price: "100.00" },
  ...{ tax_amount: "8.00", line_total_price: "108.00", is_catalog_plus: false, display: true, ordering: 1 },
};
/** As the provider's systems send it; a site is named by its id or by its shop user. */
const order = (site: object) => ({
  ...site,
  ...{ creator: { name: "Dana Whitfield" }, ordered_by: { name: "Dana Whitfield" }, requested_by: "Dana" },
  ...{ po_number: "PO-7", afe_number: "AFE-7", order_date: "2026-03-31T06:00:00Z", version: 1 },
  ...{ custom_checkout_data: { Rig: "7" }, custom_confirm_data: { Note: "urgent" } },
  ...{ total: "108.00", taxful_total_price_value: "108.00" },
  ...{ subtotal: "100.00", taxless_total_price_value: "100.00" },
  lines: [line],
  ...{ status: "Accepted", payment_status: "Not Paid", tracking_numbers: ["1Z999"] },
  tracking_url: "https://carrier.example.com/1Z999",
});

const draft = ({ role, member, site, node }: Ids, { hierarchy }: SampleCompany) => [
  { id: null, limit: 500, role },
  { limit: 900, user: member, role: null, sites: [site], nodes: hierarchy ? [node] : [] },
];

const ruleSettings = {
  ...{ rule: "CREATION", frequency: "INSTANTLY", value: null, range_value: [] },
  ...{ amount: "10000.00", all_sites: false, channels: ["portal", "email"], enabled: true },
};
const triggerSettings = { frequency: "DAILY", value: 7, range_value: [], enabled: true };

const report = ({ member, view }: Ids) => ({
  ...{ name: unique("Report "), format: "csv", attach: false, readers: [member] },
  view: { list: "orders", saved_view: view, columns: ["site"], ordering: "site", filters: { site: "North" } },
  schedule: { every: "week", weekday: 1, day: null, at: "07:00" },
});

const budget = ({ site, node, role, member }: Ids, { hierarchy }: SampleCompany) => ({
  ...{
    name: unique("Budget "),
    amount: "5000.00",
    period: "quarter",
    starts_on: null,
    ends_on: "2150-12-31",
  },
  ...{ repeats: true, sites: [site], nodes: hierarchy ? [node] : [], afe_number: "AFE-7" },
  field: { name: "Rig", value: "7" },
  ...{ beyond: "step", role, owners: [member], tell_at: [50, 90] },
});

/** Orders, approvals, documents, alerts, and what the provider's systems send. */
export const orderRequests: Samples = {
  "GET /orders/:identifier/": byOrder,
  "GET /orders/": listed,
  "GET /orders/suggestions/": suggestedPlaces("site"),
  "GET /orders/sum/": listed,
  "POST /orders/:identifier/remove_line/": (ids) => ({ ...byOrder(ids), body: { product: "A" } }),
  "GET /orders/:identifier/tracking-numbers/": byOrder,
  "GET /orders/:identifier/tracking-url/": byOrder,
  "POST /orders/:identifier/approve/": (ids) => ({ ...byOrder(ids), query: { total: "30.00" } }),
  "PATCH /orders/:identifier/lines/:id/": ({ order, line: id }) => ({
    params: { identifier: order, id },
    body: { quantity: 2, reason: "Two are enough" },
  }),
  "PATCH /orders/:identifier/fields/": (ids) => ({
    ...byOrder(ids),
    body: {
      ...{ po_number: unique("PO-"), afe_number: "AFE-8", checkout: { Rig: "8" } },
      reason: "The other rig",
    },
  }),
  "POST /orders/:identifier/lines/:id/preview/": ({ order, line: id }) => ({
    params: { identifier: order, id },
    body: { quantity: 2 },
  }),
  "POST /orders/:identifier/fields/preview/": (ids) => ({
    ...byOrder(ids),
    body: { po_number: unique("PO-"), afe_number: "AFE-8", checkout: { Rig: "8" } },
  }),
  "POST /orders/pending/approve/": (ids) => ({
    body: {
      orders: [{ identifier: ids.order, total: "30.00", remarks: { warnings: [], questions: [] } }],
    },
  }),
  "GET /orders/pending/count/": NOTHING,
  "GET /orders/pending/": listed,
  "GET /orders/pending/suggestions/": suggestedPlaces("site"),
  "GET /orders/pending/sum/": listed,
  "POST /orders/:identifier/reject/": (ids) => ({ ...byOrder(ids), body: { note: "Why?" } }),
  "POST /orders/:identifier/warnings/:id/dismiss/": ({ order }) => ({
    params: { identifier: order, id: 1 },
    body: { reason: "Two jobs" },
  }),
  "GET /orders/pending/requires-approval/count/": NOTHING,
  "GET /orders/pending/budgets/": (ids) => ({ query: { id: String(ids.orderId) } }),
  "GET /orders/:identifier/budgets/": byOrder,
  "GET /budgets/": (ids, { hierarchy }) => ({
    query: { [hierarchy ? "node" : "site"]: String(hierarchy ? ids.node : ids.site) },
  }),
  "GET /budgets/:id/": byId("budget"),
  "POST /budgets/": (ids, company) => ({ body: budget(ids, company) }),
  "PATCH /budgets/:id/": (ids, company) => ({ params: { id: ids.budget }, body: budget(ids, company) }),
  "DELETE /budgets/:id/": byId("budget"),
  "GET /budgets/:id/entries/": byId("budget"),
  "GET /budgets/:id/entries/suggestions/": (ids) => ({
    params: { id: ids.budget },
    query: { field: "order", order: ids.order },
  }),
  "GET /budgets/:id/periods/": byId("budget"),
  "GET /budgets/:id/chart/": (ids) => ({
    params: { id: ids.budget },
    query: { period: `${new Date().getUTCFullYear()}-01-01` },
  }),
  "POST /budgets/preview/": (ids, company) => ({ body: { ...budget(ids, company), id: ids.budget } }),
  "GET /budgets/fields/": NOTHING,
  "GET /reports/": NOTHING,
  "POST /reports/": (ids) => ({ body: report(ids) }),
  "POST /reports/preview/": (ids) => ({ body: report(ids) }),
  "GET /reports/readers/": () => ({ query: { search: "a" } }),
  "GET /reports/settings/": NOTHING,
  "PATCH /reports/settings/": () => ({ body: { attach_files: true } }),
  "GET /reports/:id/": byId("report"),
  "PATCH /reports/:id/": (ids) => ({ params: { id: ids.report }, body: { ...report(ids), paused: false } }),
  "DELETE /reports/:id/": byId("report"),
  "POST /reports/:id/run/": byId("report"),
  "GET /reports/:id/runs/": byId("report"),
  "POST /reports/:id/accept/": byId("report"),
  "POST /reports/:id/decline/": byId("report"),
  "GET /reports/:id/file/": byId("report"),
  "GET /orders/pending/remarks/": (ids) => ({ query: { id: String(ids.orderId) } }),
  "GET /orders/:identifier/comments/": byOrder,
  "POST /orders/:identifier/comments/": (ids) => ({
    ...byOrder(ids),
    body: { text: "What is it for?", asks: ids.member },
  }),
  "GET /orders/:identifier/comments/people/": (ids) => ({ ...byOrder(ids), query: { search: "e" } }),
  "GET /approvals/users/:userId/nodes/": (ids) => ({ params: { userId: ids.user } }),
  "GET /approvals/rules/": NOTHING,
  "POST /approvals/rules/": ({ member, site, node }, { hierarchy }) => ({
    body: { limit: 500, user: member, role: null, sites: [site], nodes: hierarchy ? [node] : [] },
  }),
  // Of a version that the rules never have: the rules that the other requests name stay.
  "PUT /approvals/rules/": (ids, company) => ({ body: { version: "none", rules: draft(ids, company) } }),
  "POST /approvals/simulations/": (ids, company) => ({ body: { rules: draft(ids, company) } }),
  "GET /approvals/simulations/:id/": byId("simulation"),
  "DELETE /approvals/simulations/:id/": byId("simulation"),
  "DELETE /approvals/rules/:id/": byId("rule"),
  "GET /approvals/rules/:id/": byId("rule"),
  "PATCH /approvals/rules/:id/": ({ rule, freeSite, otherNode }, { hierarchy }) => ({
    params: { id: rule },
    body: {
      ...{ limit: 900, sites: [freeSite], sites_before: [] },
      ...{ nodes: hierarchy ? [otherNode] : [], nodes_before: [] },
    },
  }),
  "GET /approvals/settings/": NOTHING,
  "PATCH /approvals/settings/": (ids) => ({
    body: {
      ...{ first_reminder_hours: 8, reminder_interval_hours: 8, reminder_max: 3 },
      ...{ escalation_hours: 24, escalation_role: ids.role, working_days: [1, 2, 3, 4, 5] },
      ...{ working_from: "08:00", working_until: "17:00", time_zone: "America/Chicago" },
      ...{ decide_without_sign_in: false, after_change: "keep" },
      ...{ changeable_fields: ["po_number", "afe_number"], changeable_checkout: ["Rig"] },
    },
  }),
  "GET /approvals/delegations/": (ids) => ({ query: { user: String(ids.approver) } }),
  "POST /approvals/delegations/": (ids) => ({
    body: {
      ...{ principal: ids.approver, deputy: ids.member, sites: [ids.site], cap: "500.00" },
      ...{ starts_at: "2036-01-01", ends_at: "2036-01-08", note: "On vacation" },
    },
  }),
  "DELETE /approvals/delegations/:id/": byId("delegation"),
  "GET /approvals/delegations/decisions/": NOTHING,
  "GET /approvals/delegations/deputies/": () => ({ query: { search: "Pat" } }),
  "POST /approvals/decision-links/open/": () => ({ body: { token: "no-such-token" } }),
  "GET /documents/": (ids, company) => (company.hierarchy ? listed(ids, company) : {}),
  "GET /documents/suggestions/": (ids, company) =>
    company.hierarchy ? suggestedPlaces("site")(ids, company) : suggested("document_name")(ids, company),
  "GET /documents/download/": (ids) => ({ query: { document_ids: String(ids.document) } }),
  "GET /documents/order/:identifier/": byOrder,
  "GET /documents/order/:identifier/suggestions/": (ids) => ({
    ...byOrder(ids),
    query: { field: "document_name" },
  }),
  "GET /alerts/": listed,
  "GET /alerts/suggestions/": suggestedPlaces("site"),
  "GET /alerts/latest/": NOTHING,
  "POST /alerts/:id/read/": byId("alert"),
  // Both are positions among the user's own alerts, and need not be those of alerts.
  "POST /alerts/read/": () => ({ body: { newest: 1 } }),
  "GET /alerts/:id/": () => ({ params: { id: 1 } }),
  "GET /alerts/unread/count/": NOTHING,
  "POST /triggers/": ({ user, site }) => ({ body: { ...triggerSettings, user, site, rule: "COUNT" } }),
  "DELETE /triggers/:id/": byId("trigger"),
  "GET /triggers/": searchedFor("siteName"),
  "GET /triggers/suggestions/": suggested("site", "siteName"),
  "PUT /triggers/:id/": (ids) => ({
    params: { id: ids.trigger },
    body: { ...triggerSettings, value: null, id: ids.trigger },
  }),
  "PUT /triggers/batchupdate/": (ids) => ({ query: { site: ids.siteName }, body: { enableFilters: false } }),
  "GET /alert-rules/": ({ user }) => ({ query: { user: String(user) } }),
  "POST /alert-rules/": ({ user, site }) => ({
    body: { ...ruleSettings, user, sites: [site] },
  }),
  "PUT /alert-rules/:id/": (ids) => ({
    params: { id: ids.alertRule },
    body: { ...ruleSettings, sites: [ids.site], frequency: "DAILY" },
  }),
  "DELETE /alert-rules/:id/": byId("alertRule"),
  "PUT /alert-rules/by-site/": ({ user }) => ({
    body: { user, rule: "CREATION", frequency: "INSTANTLY", value: null, range_value: [], enabled: false },
  }),
  "POST /integration/v1/companies/:slug/orders/batch/": ({ slug, site }) => ({
    params: { slug },
    body: { identifier: unique("BATCH-"), ...order({ site }) },
  }),
  "GET /integration/v1/companies/:slug/orders/:identifier/": ({ slug, order: identifier }) => ({
    params: { slug, identifier },
  }),
  "PATCH /integration/v1/companies/:slug/orders/:identifier/": ({ slug, order: identifier }) => ({
    params: { slug, identifier },
    body: {
      ...{ status: "Canceled", payment_status: "Paid", tracking_numbers: ["1Z999"] },
      tracking_url: "https://carrier.example.com/1Z999",
    },
  }),
  "PUT /integration/v1/companies/:slug/orders/:identifier/": ({ slug, shopUser }) => {
    const identifier = unique("PUT-");
    return {
      params: { slug, identifier },
      body: { identifier, ...order({ ecommerce_username: shopUser, site: null }) },
    };
  },
  "PUT /integration/v1/companies/:slug/documents/:external_id/": (ids) => ({
    params: { slug: ids.slug, external_id: unique("D-") },
    body: {
      ...{ document_name: "Invoice.pdf", document_type: "Invoice", order_identifier: ids.order },
      ...{ site: String(ids.site), ecommerce_username: "", po_number: "PO-7", afe_number: "AFE-7" },
      ...{ invoice_number: "I-7", tracking_number: "1Z999", order_date: "2026-03-31" },
      ...{ checksum: "", url: "" },
    },
    file: "%PDF-1.7\n% Invoice\n%%EOF\n",
  }),
  "GET /event-deliveries/": NOTHING,
  "GET /event-deliveries/suggestions/": suggested("type"),
  "GET /home/": () => ({ query: { after: "2026-01-01", before: "2026-12-31" } }),
  "GET /search/": (ids) => ({ query: { q: ids.siteName } }),
  "GET /alerts/stream/": NOTHING,
};
