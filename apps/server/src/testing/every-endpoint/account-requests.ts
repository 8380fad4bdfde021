import { PASSWORD } from "../people.ts";
import type { Ids } from "./ids.ts";
import { byId, NOTHING, type SampleCompany, type Samples, suggested, unique } from "./sample-request.ts";

const userFields = (node: number, site: number, role: number, slug: string, hierarchy: boolean) => ({
  username: `${slug}-${unique("user")}`,
  first_name: "Ann",
  last_name: "Lee",
  title: "Buyer",
  email: `${unique("user")}@example.com`,
  send_welcome_email: true,
  enable_analytics: true,
  alerts_enabled: true,
  enable_text_messages: false,
  phone: "+1 713 555 0123",
  role_id: role,
  ecommerce_username: null,
  groups: [],
  password: "Correct-Horse-2",
  ...(hierarchy ? { node } : { sites: [site] }),
});

const view = () => ({
  name: unique("View "),
  columns: ["site"],
  ordering: "site",
  filters: { site: "North" },
  density: "compact",
  shared: false,
  is_default: false,
});

const address = {
  ...{ name: "Acme", name_ext: "Office", phone: "+33 1 23 45 67 89", email: "billing@example.com" },
  ...{ street: "1 Main St", street2: "Floor 2", postal_code: "75001", city: "Paris", country: "FR" },
  ...{ region: "Paris", region_code: null, is_default_billing_address: true },
};

const channels = { email: true, text: false };

/** As a browser writes them; not from any passkey. */
const credential = { id: "AAAA", rawId: "AAAA", type: "public-key" };
const assertion = {
  ...credential,
  response: { clientDataJSON: "AAAA", authenticatorData: "AAAA", signature: "AAAA", userHandle: "AAAA" },
};
const attestation = {
  ...credential,
  response: { clientDataJSON: "AAAA", attestationObject: "AAAA", transports: ["internal"] },
};
const policy = {
  ...{ second_factor: "nobody", idle_minutes: 600, session_hours: 24, networks: ["127.0.0.0/8", "::1"] },
  ...{
    confirm_minutes: 60,
    confirm_rules: false,
    sso_required: false,
    emergency_admins: [],
    assistants: true,
  },
};
/** What an assistant asks for belongs to nobody until a person answers; nobody has asked for this. */
const ofAssistant = (body?: object) => () => ({
  params: { request: "unknown" },
  ...(body ? { body } : {}),
});
const kept = { alerts: 90, messages: 90, sign_ins: 365, audit: null, documents: 730 };
/** Behind https a name is not looked up when it is saved. */
const connection = () => ({
  ...{ name: unique("Directory "), issuer: "https://login.example.com", client_id: "portal" },
  ...{ client_secret: "secret", metadata_url: "https://login.example.com/metadata", metadata: "<x/>" },
  ...{ email_claim: "email", first_name_claim: "first", last_name_claim: "last", groups_claim: "groups" },
  creates_users: true,
});
const mappings = ({ role, node, site }: Ids, { hierarchy }: SampleCompany) => [
  {
    ...{ claim: "groups", value: "Buyers", role_id: role, is_company_admin: false },
    ...(hierarchy ? { node, sites: [] } : { node: null, sites: [site] }),
  },
];

/** Sign-in, profile, views, company, roles, users, access and audit. */
export const accountRequests: Samples = {
  "POST /accounts/password_reset/validate_token/": () => ({ body: { token: "no-such-token" } }),
  "GET /accounts/v2/user/": NOTHING,
  "POST /accounts/password_reset/": () => ({ body: { userIdentifier: "no-such-user" } }),
  "POST /accounts/password_reset/confirm/": () => ({
    body: { password: "Correct-Horse-2", token: "no-such-token" },
  }),
  "POST /accounts/user-token/": () => ({ body: { username: "no-such-user", password: PASSWORD } }),
  "POST /accounts/logout/": NOTHING,
  "POST /accounts/second-factor/": () => ({ body: { challenge: "none", code: "123456", assertion } }),
  "POST /accounts/passkeys/sign-in/options/": NOTHING,
  "POST /accounts/passkeys/sign-in/": () => ({ body: { assertion } }),
  "POST /accounts/confirm/options/": NOTHING,
  "POST /accounts/confirm/": () => ({ body: { password: "not-the-password", code: "123456", assertion } }),
  "GET /accounts/profile/factors/": NOTHING,
  "POST /accounts/profile/factors/": () => ({ body: { kind: "totp", name: "Phone" } }),
  "POST /accounts/profile/factors/:id/confirm/": (ids) => ({
    params: { id: ids.factor },
    body: { code: "not-a-code" },
  }),
  "POST /accounts/profile/factors/passkeys/options/": NOTHING,
  "POST /accounts/profile/factors/passkeys/": () => ({ body: { name: "Laptop", attestation } }),
  "POST /accounts/profile/factors/recovery-codes/": NOTHING,
  "DELETE /accounts/profile/factors/:id/": byId("factor"),
  "GET /accounts/profile/sign-ins/": NOTHING,
  "POST /accounts/users/:id/erase/": (ids) => ({ params: { id: ids.user }, body: { name: "not the name" } }),
  "GET /accounts/erasures/": NOTHING,
  "GET /accounts/users/:id/factors/": byId("user"),
  "DELETE /accounts/users/:id/factors/": byId("user"),
  "GET /accounts/users/:id/sso-identities/": byId("user"),
  "DELETE /accounts/users/:id/sso-identities/": byId("user"),
  "GET /accounts/sso-lookup/": NOTHING,
  "POST /accounts/sso-lookup/": () => ({ body: { email: "nobody@example.com" } }),
  "POST /accounts/sso-confirm/": () => ({ body: { code: "no-such-code" } }),
  "POST /accounts/sso-token/": () => ({ body: { code: "no-such-code" } }),
  "GET /accounts/sso-connections/": NOTHING,
  "POST /accounts/sso-connections/": () => ({ body: { kind: "oidc", ...connection() } }),
  "GET /accounts/sso-connections/:id/": byId("ssoConnection"),
  "PATCH /accounts/sso-connections/:id/": (ids) => ({
    params: { id: ids.ssoConnection },
    body: { ...connection(), issuer: "", enabled: false },
  }),
  "DELETE /accounts/sso-connections/:id/": byId("ssoConnection"),
  "POST /accounts/sso-connections/:id/test/": byId("ssoConnection"),
  "GET /accounts/sso-connections/:id/test/": byId("ssoConnection"),
  "GET /accounts/sso-domains/": NOTHING,
  "POST /accounts/sso-domains/": () => ({ body: { domain: `${unique("d")}.example.com` } }),
  "POST /accounts/sso-domains/:id/check/": byId("ssoDomain"),
  "DELETE /accounts/sso-domains/:id/": byId("ssoDomain"),
  "GET /accounts/access-mappings/": NOTHING,
  "PUT /accounts/access-mappings/": (ids, company) => ({
    body: { mappings: mappings(ids, company), version: 0 },
  }),
  "POST /accounts/access-mappings/preview/": (ids, company) => ({
    body: {
      mappings: mappings(ids, company),
      user: ids.user,
      claims: [{ name: "groups", values: ["Buyers"] }],
    },
  }),
  "GET /accounts/security-policy/": NOTHING,
  "PATCH /accounts/security-policy/": () => ({ body: policy }),
  "POST /accounts/security-policy/preview/": () => ({ body: policy }),
  "GET /accounts/retention/": NOTHING,
  "PATCH /accounts/retention/": () => ({ body: kept }),
  "POST /accounts/retention/preview/": () => ({ body: kept }),
  "GET /accounts/sign-ins/": NOTHING,
  "GET /accounts/sign-ins/suggestions/": suggested("user"),
  "GET /accounts/company-sessions/": NOTHING,
  "GET /accounts/company-sessions/suggestions/": suggested("user"),
  "DELETE /accounts/company-sessions/:id/": byId("companySession"),
  "DELETE /accounts/company-sessions/": (ids) => ({ query: { user: String(ids.user) } }),
  "GET /accounts/directory-tokens/": NOTHING,
  "POST /accounts/directory-tokens/": () => ({ body: { name: "Entra ID" } }),
  "DELETE /accounts/directory-tokens/:id/": byId("directoryToken"),
  "GET /accounts/company-export/": NOTHING,
  "POST /accounts/company-export/": NOTHING,
  "GET /accounts/api-keys/": NOTHING,
  "POST /accounts/api-keys/": (ids, { hierarchy }) => ({
    body: {
      ...{ name: "ERP", scopes: ["orders:read"], expires_at: "2190-01-01" },
      ...{ sites: [ids.site], nodes: hierarchy ? [ids.node] : [] },
    },
  }),
  "GET /accounts/api-keys/:id/": byId("companyKey"),
  "POST /accounts/api-keys/:id/replace/": (ids) => ({
    params: { id: ids.companyKey },
    body: { hours: 24, expires_at: "2190-01-01" },
  }),
  "DELETE /accounts/api-keys/:id/": byId("companyKey"),
  "GET /accounts/assistants/": NOTHING,
  "DELETE /accounts/assistants/:id/": byId("assistant"),
  "GET /accounts/assistants/requests/:request/": ofAssistant(),
  "POST /accounts/assistants/requests/:request/allow/": ofAssistant({ kinds: ["orders:read"], days: 30 }),
  "POST /accounts/assistants/requests/:request/refuse/": ofAssistant(),
  "GET /accounts/directory-log/": NOTHING,
  "GET /accounts/directory-log/suggestions/": suggested("record"),
  "GET /accounts/support-access/": NOTHING,
  "POST /accounts/support-access/": () => ({ body: { hours: 4, reason: "Order 1027 is missing" } }),
  "DELETE /accounts/support-access/": NOTHING,
  "GET /accounts/webhooks/": NOTHING,
  "POST /accounts/webhooks/": (ids) => ({
    body: { url: "https://erp.example.com/events", kinds: ["order.approved"], sites: [ids.site] },
  }),
  "GET /accounts/webhooks/:id/": byId("webhook"),
  "PATCH /accounts/webhooks/:id/": (ids) => ({
    params: { id: ids.webhook },
    body: { url: "https://erp.example.com/", kinds: ["site.created"], sites: [ids.site], paused: false },
  }),
  "DELETE /accounts/webhooks/:id/": byId("webhook"),
  "POST /accounts/webhooks/:id/secret/": byId("webhook"),
  "POST /accounts/webhooks/:id/test/": byId("webhook"),
  "GET /accounts/webhooks/:id/deliveries/": byId("webhook"),
  "GET /accounts/webhooks/:id/deliveries/suggestions/": (ids) => ({
    params: { id: ids.webhook },
    query: { field: "last_error" },
  }),
  "GET /accounts/webhooks/deliveries/:id/": byId("webhookDelivery"),
  "POST /accounts/webhooks/deliveries/:id/replay/": byId("webhookDelivery"),
  "GET /accounts/preferences/:key/": () => ({ params: { key: "columns:orders" } }),
  "PUT /accounts/preferences/:key/": () => ({ params: { key: "columns:orders" }, body: { value: ["site"] } }),
  "POST /accounts/profile/password/": () => ({
    body: { current_password: "not-the-password", password: "Correct-Horse-2" },
  }),
  "POST /accounts/profile/email/resend/": NOTHING,
  "DELETE /accounts/profile/email/": NOTHING,
  "DELETE /accounts/sessions/": NOTHING,
  "DELETE /accounts/sessions/:id/": byId("session"),
  "GET /accounts/profile/": NOTHING,
  "GET /accounts/sessions/": NOTHING,
  "PATCH /accounts/profile/": () => ({
    body: {
      ...{ first_name: "Ann", last_name: "Lee", email: `${unique("profile")}@example.com` },
      ...{ phone: "+1 713 555 0123", enable_text_messages: true, current_password: PASSWORD },
    },
  }),
  "GET /accounts/notification-preferences/": NOTHING,
  "PUT /accounts/notification-preferences/": () => ({
    body: {
      ...{ approvals: channels, alerts: channels, digests: channels },
      ...{ reminders: channels, questions: channels, comments: channels },
    },
  }),
  "GET /lists/:list/views/": () => ({ params: { list: "orders" } }),
  "POST /lists/:list/views/": () => ({ params: { list: "orders" }, body: view() }),
  "DELETE /lists/:list/views/:id/": (ids) => ({ params: { list: "orders", id: ids.view } }),
  "PATCH /lists/:list/views/:id/": (ids) => ({ params: { list: "orders", id: ids.view }, body: view() }),
  "GET /accounts/company-configurations/:id/": byId("company"),
  "PATCH /accounts/company-configurations/:id/": (ids) => ({
    params: { id: ids.company },
    body: { has_order_approval: true, allow_self_approval: true },
  }),
  "GET /accounts/addresses/": NOTHING,
  "POST /accounts/addresses/": () => ({ body: address }),
  "PATCH /accounts/addresses/:id/": (ids) => ({ params: { id: ids.address }, body: address }),
  "POST /accounts/roles/": () => ({ body: { name: unique("Role ") } }),
  "DELETE /accounts/roles/:id/": byId("role"),
  "GET /accounts/roles/:id/": byId("role"),
  "GET /accounts/roles/": NOTHING,
  "PATCH /accounts/roles/:id/": (ids) => ({
    params: { id: ids.role },
    body: { name: unique("Role "), can_impersonate: true, can_view_order_tracking: true },
  }),
  "PUT /sites/assign-user-to-sites/": (ids) => ({
    body: { user: ids.user, sites_list: [{ site: ids.site, is_admin: true }] },
  }),
  "POST /accounts/users/:id/clone/": ({ user, node, site, role }, { hierarchy, slug }) => ({
    params: { id: user },
    body: { ...userFields(node, site, role, slug, hierarchy), clone_triggers: true },
  }),
  "POST /accounts/users/": ({ node, site, role }, { hierarchy, slug }) => ({
    body: userFields(node, site, role, slug, hierarchy),
  }),
  "POST /accounts/users/:id/invite/": byId("user"),
  "DELETE /accounts/users/:id/": byId("user"),
  "GET /accounts/users/:id/": (ids) => ({ params: { id: ids.user }, query: { withSites: "true" } }),
  "PATCH /accounts/users/:id/": ({ user, node, site, role }, { hierarchy, slug }) => ({
    params: { id: user },
    body: {
      ...userFields(node, site, role, slug, hierarchy),
      ...(hierarchy ? {} : { sites_before: [] }),
      id: user,
    },
  }),
  "GET /accounts/users/": (ids) => ({ query: { site: ids.siteName } }),
  "GET /accounts/users/suggestions/": suggested("site", "siteName"),
  "GET /accounts/v2/users/:id/sites/": byId("user"),
  "PATCH /accounts/users/:id/assign-policies/": (ids) => ({
    params: { id: ids.user },
    body: { policy_sites: [ids.site] },
  }),
  "GET /access/users/:id/": byId("user"),
  "GET /access/coverage/": NOTHING,
  "GET /access/orders/:identifier/": (ids) => ({ params: { identifier: ids.order } }),
  "GET /access/sites/:id/": byId("site"),
  "GET /audit/": NOTHING,
  "GET /audit/suggestions/": suggested("action"),
};
