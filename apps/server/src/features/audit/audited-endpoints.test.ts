import { randomUUID } from "node:crypto";
import { replaceAccessMappings } from "@mcc/contract/access-mappings/access-mappings.api.ts";
import * as alertRules from "@mcc/contract/alerts/alert-rules.api.ts";
import * as triggers from "@mcc/contract/alerts/triggers.api.ts";
import { updateCompanyAnalytics } from "@mcc/contract/analytics/company-analytics.api.ts";
import { api } from "@mcc/contract/api.ts";
import * as apiKeys from "@mcc/contract/api-keys/api-keys.api.ts";
import * as rules from "@mcc/contract/approval-rules/approval-rules.api.ts";
import * as assistants from "@mcc/contract/assistants/assistants.api.ts";
import { auditList } from "@mcc/contract/audit/audit.api.ts";
import { budgetEndpoints } from "@mcc/contract/budgets/budgets.api.ts";
import { createComment } from "@mcc/contract/comments/comments.api.ts";
import * as administrators from "@mcc/contract/companies/administrators.api.ts";
import * as companies from "@mcc/contract/companies/companies.api.ts";
import * as configurations from "@mcc/contract/companies/configurations.api.ts";
import * as integration from "@mcc/contract/companies/integration.api.ts";
import * as companyWarehouses from "@mcc/contract/companies/warehouses.api.ts";
import * as companyClosing from "@mcc/contract/company-closing/company-closing.api.ts";
import * as companyData from "@mcc/contract/company-data/company-data.api.ts";
import * as companyKeys from "@mcc/contract/company-keys/company-keys.api.ts";
import * as addresses from "@mcc/contract/company-settings/addresses.api.ts";
import * as company from "@mcc/contract/company-settings/company-settings.api.ts";
import * as pending from "@mcc/contract/decisions/decisions.api.ts";
import { createDelegation, endDelegation } from "@mcc/contract/delegations/delegations.api.ts";
import * as directory from "@mcc/contract/directory/directory.api.ts";
import { eraseUser } from "@mcc/contract/erasure/erasure.api.ts";
import { replayEvent, sendTestEvent } from "@mcc/contract/events/events.api.ts";
import * as factors from "@mcc/contract/factors/factors.api.ts";
import * as groups from "@mcc/contract/hierarchy/groups.api.ts";
import * as configuration from "@mcc/contract/hierarchy/node-configuration.api.ts";
import * as nodes from "@mcc/contract/hierarchy/nodes.api.ts";
import { importNodes, importSites } from "@mcc/contract/imports/file-imports.api.ts";
import * as imports from "@mcc/contract/imports/imports.api.ts";
import * as jobs from "@mcc/contract/jobs/jobs.api.ts";
import { type Endpoint, isRead, type Reply } from "@mcc/contract/kit/endpoint.ts";
import { updateReminderSettings } from "@mcc/contract/notices/reminder-settings.api.ts";
import { findOrder, removeOrderLine } from "@mcc/contract/orders/orders.api.ts";
import * as preferences from "@mcc/contract/profile/notification-preferences.api.ts";
import * as profile from "@mcc/contract/profile/profile.api.ts";
import * as reports from "@mcc/contract/reports/reports.api.ts";
import { updateRetention } from "@mcc/contract/retention/retention.api.ts";
import * as roles from "@mcc/contract/roles/roles.api.ts";
import { updateSecurityPolicy } from "@mcc/contract/security/security-policy.api.ts";
import * as signIns from "@mcc/contract/security/sign-ins.api.ts";
import { setNewPassword } from "@mcc/contract/sign-in/sign-in.api.ts";
import * as ssoConnections from "@mcc/contract/single-sign-on/connections.api.ts";
import * as ssoDomains from "@mcc/contract/single-sign-on/domains.api.ts";
import { unlinkSso } from "@mcc/contract/single-sign-on/identities.api.ts";
import { siteTypeEndpoints } from "@mcc/contract/site-types/site-types.api.ts";
import * as loginAs from "@mcc/contract/sites/login-as.api.ts";
import * as sites from "@mcc/contract/sites/site-records.api.ts";
import * as supportAccess from "@mcc/contract/support-access/support-access.api.ts";
import * as themes from "@mcc/contract/theme/company-theme.api.ts";
import { assignPolicies } from "@mcc/contract/users/policies.api.ts";
import * as users from "@mcc/contract/users/users.api.ts";
import * as views from "@mcc/contract/views/views.api.ts";
import { dismissWarning } from "@mcc/contract/warnings/warnings.api.ts";
import * as webhooks from "@mcc/contract/webhooks/webhooks.api.ts";
import { Secret, TOTP } from "otpauth";
import sharp from "sharp";
import { beforeAll, describe, expect, test } from "vitest";
import { hashToken } from "../../platform/access/tokens.ts";
import { startJobQueue } from "../../platform/jobs/job-queue.ts";
import { askForAccess, switchAssistants } from "../../testing/assistants.ts";
import { makeAuthenticator } from "../../testing/authenticator.ts";
import { eventually } from "../../testing/eventually.ts";
import { type HierarchyCompany, setUpHierarchy } from "../../testing/hierarchy-company.ts";
import { addKey } from "../../testing/integration.ts";
import { addPerson, PASSWORD, tokenFor } from "../../testing/people.ts";
import { setUpPlatformAdmin } from "../../testing/platform-admin.ts";
import { setUpSheetCompany } from "../../testing/sheet-company.ts";
import { startTestServer, type TestServer } from "../../testing/test-server.ts";

let testServer: TestServer;
/** A company without a hierarchy, one with it, and the platform. */
let flat: Awaited<ReturnType<typeof setUpSheetCompany>>;
let tree: HierarchyCompany;
let services: Awaited<ReturnType<typeof setUpPlatformAdmin>> & { readonly id: number };
let approver: { id: number; token: string };
let approverRole: number;

beforeAll(async () => {
  testServer = await startTestServer();
  flat = await setUpSheetCompany(testServer);
  tree = await setUpHierarchy(testServer);
  const operator = await setUpPlatformAdmin(testServer);
  services = { ...operator, id: operator.operator.id };
  await testServer.sql("update companies set ecommerce_url = 'https://shop.example.com'");
  approverRole = await flat.role("Approver");
  approver = await flat.person({ roleId: approverRole });
  await flat.rule({ roleId: approverRole, limit: 0 });
});

/** Calls an endpoint, which must succeed. */
const call = async <E extends Endpoint>(endpoint: E, request: object): Promise<Reply<E>> => {
  const { status, body } = await testServer.call(endpoint, request as never);
  expect([endpoint.path, status, body]).toMatchObject([endpoint.path, 200, {}]);
  return body as Reply<E>;
};
const asAdmin = <E extends Endpoint>(endpoint: E, request: object = {}) =>
  call(endpoint, { token: flat.token, ...request });
const inTree = <E extends Endpoint>(endpoint: E, request: object = {}) =>
  call(endpoint, { token: tree.token, ...request });

const newAssistantUser = async () => {
  await switchAssistants(testServer, flat.companyId);
  return flat.person({});
};
/** An assistant that the person has given access. */
const newAssistant = async (person: { readonly token: string }) => {
  const { request } = await askForAccess(testServer);
  const body = { kinds: ["orders:read"], days: 1 };
  await call(assistants.allowAssistant, { token: person.token, params: { request }, body });
  const { results } = await call(assistants.ownAssistants, { token: person.token });
  return { id: results[0]?.id ?? 0 };
};

/** Sets up an authenticator app. */
const enroll = async (token: string): Promise<number> => {
  const { id, secret } = await call(factors.addApp, { token, body: { kind: "totp", name: "Phone" } });
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate();
  await call(factors.confirmApp, { token, params: { id }, body: { code } });
  return id;
};
const ownFactor = (person: { readonly id: number }, kind = "totp") => ({
  ...{ id: person.id, by: person, before: null, after: { kind, name: "Phone" } },
});

/** The entry that a call must leave behind. What is not said about the actor: the company admin of `flat`. */
interface Entry {
  readonly action: string;
  readonly id: number | string;
  readonly before: object | null;
  readonly after: object | null;
  readonly by?: { readonly id: number; readonly name?: string };
  readonly onBehalfOf?: string;
  /** Whose chain it is in, if the platform wrote it; null for the platform's own. */
  readonly company?: number | null;
}
const created = (kind: string, id: number | string, after: object): Entry => ({
  action: `${kind}.created`,
  id,
  before: null,
  after,
});
const updated = (kind: string, id: number | string, before: object, after: object): Entry => ({
  action: `${kind}.updated`,
  ...{ id, before, after },
});
const deleted = (kind: string, id: number | string, before: object): Entry => ({
  action: `${kind}.deleted`,
  id,
  before,
  after: null,
});
const byTreeAdmin = (entry: Entry): Entry => ({ ...entry, by: tree.admin });
const byPlatform = (entry: Entry, company: number | null = null): Entry => ({
  ...entry,
  ...{ by: services, company },
});
const byApprover = (entry: Entry): Entry => ({ ...entry, by: approver });

let made = 0;
const name = (kind: string) => `${kind} ${++made}`;
const userForm = () => ({
  ...{ username: `${flat.slug}-ann${++made}`, first_name: "Ann", last_name: "Lee" },
  ...{ password: "Correct-Horse-2", email: `audited-${made}@example.com` },
});
const addRole = async () => asAdmin(roles.createRole, { body: { name: name("Role") } });
const addType = async () => asAdmin(siteTypeEndpoints.create, { body: { name: name("Type") } });
const addReport = async () =>
  asAdmin(reports.createReport, {
    body: {
      name: name("Report"),
      view: { list: "orders", columns: ["identifier"] },
      schedule: { every: "day", at: "07:00" },
    },
  });
const addBudget = async () =>
  asAdmin(budgetEndpoints.create, {
    body: { name: name("Budget"), amount: "100.00", period: "year", afe_number: "AFE-9" },
  });
/** A company has at most two. */
const addToken = async () => {
  await testServer.sql("delete from directory_tokens where company_id = $1", [flat.companyId]);
  return asAdmin(directory.createDirectoryToken, { body: { name: name("Token") } });
};
const addCompanyKey = async () =>
  asAdmin(companyKeys.createCompanyKey, { body: { name: name("Key"), scopes: ["orders:read"] } });
const addUser = async () => asAdmin(users.createUser, { body: userForm() });
const addSite = async () => asAdmin(sites.createSite, { body: flat.fields() });
const addGroup = async () => inTree(groups.createGroup, { body: { name: name("Group") } });
const addNode = async () =>
  inTree(nodes.createNode, {
    body: { name: name("Node"), organization_group: tree.region, parent: tree.root, sites: [], users: [] },
  });
const CONFIGURATION = { usernamePrefix: "north", tenantGroup: "t", isBuyoutNode: false };
const addConfiguration = async () => {
  const { id } = await addNode();
  await inTree(configuration.createNodeConfiguration, { params: { id }, body: CONFIGURATION });
  return id;
};
const addRule = async () =>
  asAdmin(rules.createApprovalRule, {
    body: { limit: 500, user: approver.id, sites: [flat.site.id], nodes: [] },
  });
const addDelegation = async () => {
  const [starts_at, ends_at] = [1, 2].map((days) => new Date(Date.now() + days * 86_400_000).toISOString());
  const deputy = (await flat.person()).id;
  return asAdmin(createDelegation, {
    body: { principal: approver.id, deputy, starts_at: starts_at ?? "", ends_at: ends_at ?? "", cap: 500 },
  });
};
const addTrigger = async () => {
  const { id: site } = await flat.addSite();
  const body = { site, rule: "COUNT", frequency: "DAILY", value: 7 };
  return asAdmin(triggers.createTrigger, { body });
};
const addAlertRule = () =>
  asAdmin(alertRules.createAlertRule, { body: { amount: "900", all_sites: true, channels: ["portal"] } });
const addView = async () =>
  asAdmin(views.createView, {
    params: { list: "orders" },
    body: { name: name("View"), columns: ["site"], shared: true },
  });
const addImport = async () => {
  const id = randomUUID();
  await flat.upload([flat.row()], { id });
  return id;
};
const addApiKey = async () =>
  call(apiKeys.createApiKey, { token: services.token, body: { name: name("Key"), scopes: ["orders"] } });
const addPending = async () =>
  flat.order("30.00", {
    lines: ["A", "B"].map((product) => ({
      product,
      text: product,
      quantity: 3,
      base_unit_price_value: "5.00",
    })),
  });
const addConnection = () =>
  asAdmin(ssoConnections.createSsoConnection, { body: { kind: "oidc", name: name("Directory") } });
/** A company has at most one. */
const addSupportAccess = async () => {
  await testServer.sql("update support_accesses set revoked_at = now() where company_id = $1", [
    flat.companyId,
  ]);
  return asAdmin(supportAccess.grantSupportAccess, { body: { hours: 4, reason: "Help" } });
};
/** A company has at most ten. */
const addWebhook = async () => {
  await testServer.sql("delete from event_receivers where company_id = $1", [flat.companyId]);
  const body = { url: `https://audited-${++made}.example.com/`, kinds: ["site.created"] };
  return asAdmin(webhooks.createWebhook, { body });
};
const addDomain = () =>
  asAdmin(ssoDomains.createSsoDomain, { body: { domain: `audited-${++made}.example.com` } });
const addFailedJob = async (): Promise<string> => {
  const queue = `audited-${++made}`;
  const log = testServer.services.log;
  const boss = await startJobQueue(testServer.url, () => [{ name: queue, work: async () => {} }], {
    works: false,
    log,
  });
  await boss.requestJob(queue, {}, "one");
  await boss.stop();
  const [job] = await testServer.sql<{ id: string }>(
    "update pgboss.job set state = 'failed', completed_on = now() where name = $1 returning id",
    [queue],
  );
  return job?.id ?? "";
};
const addDelivery = async () => {
  const [event] = await testServer.sql<{ id: string }>(
    "insert into events (company_id, type, payload) values ($1, 'site.created', '{}') returning id",
    [flat.companyId],
  );
  const [delivery] = await testServer.sql<{ id: number }>(
    `insert into event_deliveries (company_id, event_id, url, state)
     values ($1, $2, 'https://shop.example.com/', 'delivered') returning id`,
    [flat.companyId, event?.id],
  );
  return { id: delivery?.id, event: event?.id ?? "" };
};
const asPlatform = <E extends Endpoint>(endpoint: E, request: object) =>
  call(endpoint, { token: services.token, ...request });
const addCompany = async () => asPlatform(companies.createCompany, { body: { name: name("Company") } });
const SWITCHES = { hasOrderApproval: true, hasOrderTracking: false, hasCompanyHierarchy: null };
const configure = async (id: number) =>
  asPlatform(configurations.createConfiguration, {
    body: { company: id, tenantGroup: "north", customerERPIdentifier: "ERP-1", ...SWITCHES },
  });
const addConfigured = async () => {
  const { id } = await addCompany();
  await configure(id);
  return id;
};
const invite = async () => {
  const id = await addConfigured();
  const body = { first_name: "Ida", last_name: "May", email: `ida${++made}@example.com` };
  const { id: user } = await asPlatform(administrators.inviteAdministrator, { params: { id }, body });
  return { id, user, email: body.email };
};
const askForEmail = async () => {
  const person = await flat.person();
  const email = `new${++made}@example.com`;
  const body = { email, current_password: PASSWORD };
  await call(profile.updateProfile, { token: person.token, body });
  return { person, email };
};
/** The id of an import by a file is in no response: it is that of the last one. */
const fileImport = async (after: object): Promise<Entry> => {
  const [entry] = await testServer.sql<{ record_id: string }>(
    "select record_id from audit_entries where company_id = $1 and record_type = 'import' order by id desc limit 1",
    [tree.companyId],
  );
  return byPlatform(created("import", entry?.record_id ?? "", after), tree.companyId);
};
const addLogo = async () => {
  const { id } = await addCompany();
  const background = { r: 180, g: 83, b: 9 };
  const picture = await sharp({ create: { width: 64, height: 64, channels: 3, background } })
    .png()
    .toBuffer();
  const body = { content: picture.toString("base64") };
  const { logo } = await asPlatform(themes.uploadCompanyLogo, { params: { id }, body });
  return { id, logo };
};
const addAddress = async () =>
  asAdmin(addresses.createAddress, {
    body: { name: "Acme", street: "1 Main St", city: "Paris", country: "FR", postal_code: "75001" },
  });

/** Each endpoint that changes something, with a call of it and the entry that it must write. */
const AUDITED: ReadonlyMap<Endpoint, () => Promise<Entry>> = new Map<Endpoint, () => Promise<Entry>>([
  // Approvals
  [
    pending.approveOrder,
    async () => {
      const { identifier } = await addPending();
      await call(pending.approveOrder, { token: approver.token, params: { identifier } });
      return byApprover({
        ...{ action: "order.approved", id: identifier, before: { status: "Pending Approval" } },
        after: { status: "Accepted", total: "30.00", steps: [{ by: "role" }] },
      });
    },
  ],
  [
    pending.approveOrders,
    async () => {
      const { identifier } = await addPending();
      const body = { orders: [{ identifier, total: "30.00" }] };
      await call(pending.approveOrders, { token: approver.token, body });
      return byApprover({
        ...{ action: "order.approved", id: identifier, before: { status: "Pending Approval" } },
        after: { status: "Accepted", total: "30.00" },
      });
    },
  ],
  [
    pending.rejectOrder,
    async () => {
      const { identifier } = await addPending();
      await call(pending.rejectOrder, {
        token: approver.token,
        params: { identifier },
        body: { note: "Why?" },
      });
      return byApprover({
        ...{ action: "order.rejected", id: identifier, before: { status: "Pending Approval" } },
        after: { status: "Rejected", note: "Why?", total: "30.00" },
      });
    },
  ],
  [
    createComment,
    async () => {
      const { identifier } = await addPending();
      await call(createComment, { token: approver.token, params: { identifier }, body: { text: "Why?" } });
      return byApprover({
        ...{ action: "order.commented", id: identifier, before: null },
        after: { text: "Why?" },
      });
    },
  ],
  [
    removeOrderLine,
    async () => {
      const { identifier } = await addPending();
      await call(removeOrderLine, { token: approver.token, params: { identifier }, body: { product: "A" } });
      return byApprover({
        ...{ action: "order.line_removed", id: identifier },
        before: { status: "Pending Approval", total: "30.00" },
        after: { product: "A", total: "15.00" },
      });
    },
  ],
  [
    pending.changeOrderLine,
    async () => {
      const { identifier, id: orderId } = await addPending();
      const [line] = await testServer.sql<{ id: number }>(
        "select id from order_lines where order_id = $1 and product = 'A'",
        [orderId],
      );
      await call(pending.changeOrderLine, {
        token: approver.token,
        params: { identifier, id: Number(line?.id) },
        body: { quantity: 2, reason: "Enough" },
      });
      return byApprover({
        ...{ action: "order.line_changed", id: identifier },
        before: { status: "Pending Approval", quantity: "3", price: "15.00", total: "30.00" },
        after: { product: "A", quantity: "2", price: "10.00", total: "25.00", reason: "Enough" },
      });
    },
  ],
  [
    pending.changeOrderFields,
    async () => {
      const { identifier } = await addPending();
      await asAdmin(updateReminderSettings, { body: { changeable_fields: ["po_number"] } });
      await call(pending.changeOrderFields, {
        token: approver.token,
        params: { identifier },
        body: { po_number: "PO-9", reason: "The other one" },
      });
      return byApprover({
        ...{ action: "order.fields_changed", id: identifier },
        before: { status: "Pending Approval", po_number: null },
        after: { po_number: "PO-9", reason: "The other one" },
      });
    },
  ],
  [
    dismissWarning,
    async () => {
      await addPending();
      const { identifier } = await addPending();
      // Orders are compared after they have arrived.
      const warning = await eventually(async () => {
        const { warnings } = await asAdmin(findOrder, { params: { identifier } });
        return warnings.find(({ kind }) => kind === "duplicate") ?? expect.fail("no warning yet");
      });
      await call(dismissWarning, {
        token: approver.token,
        params: { identifier, id: warning.id },
        body: { reason: "Two jobs" },
      });
      return byApprover({
        ...{ action: "order.warning_dismissed", id: identifier },
        before: { dismissed: false },
        after: { kind: "duplicate", dismissed: true, reason: "Two jobs" },
      });
    },
  ],
  // Delegations, approval rules and roles
  [
    createDelegation,
    async () => {
      const { id } = await addDelegation();
      return created("delegation", id, { principal: { id: approver.id }, cap: "500.00" });
    },
  ],
  [
    endDelegation,
    async () => {
      const { id } = await addDelegation();
      await asAdmin(endDelegation, { params: { id } });
      return deleted("delegation", id, { principal: { id: approver.id }, cap: "500.00" });
    },
  ],
  [
    rules.createApprovalRule,
    async () => {
      const { id } = await addRule();
      return created("approval_rule", id, { limit: 500, user: { id: approver.id }, sites: [flat.site.id] });
    },
  ],
  [
    rules.updateApprovalRule,
    async () => {
      const { id } = await addRule();
      await asAdmin(rules.updateApprovalRule, { params: { id }, body: { limit: 900 } });
      return updated("approval_rule", id, { limit: 500 }, { limit: 900 });
    },
  ],
  [
    rules.deleteApprovalRule,
    async () => {
      const { id } = await addRule();
      await asAdmin(rules.deleteApprovalRule, { params: { id } });
      return deleted("approval_rule", id, { limit: 500, sites: [flat.site.id] });
    },
  ],
  [
    rules.replaceApprovalRules,
    async () => {
      const { id } = await addRule();
      const { data, version } = await asAdmin(rules.approvalRules, { query: {} });
      const drafts = data.map(({ role, user, ...rule }) => ({
        ...{ id: rule.id, role: role?.id, user: user?.id, sites: rule.sites, nodes: rule.nodes },
        limit: rule.id === id ? 700 : rule.limit,
      }));
      await asAdmin(rules.replaceApprovalRules, { body: { version, rules: drafts } });
      return updated("approval_rule", id, { limit: 500 }, { limit: 700 });
    },
  ],
  [
    roles.createRole,
    async () => {
      const role = await addRole();
      return created("role", role.id, { name: role.name });
    },
  ],
  [
    roles.updateRole,
    async () => {
      const role = await addRole();
      await asAdmin(roles.updateRole, { params: role, body: { can_impersonate: true } });
      return updated("role", role.id, { can_impersonate: false }, { can_impersonate: true });
    },
  ],
  [
    roles.deleteRole,
    async () => {
      const role = await addRole();
      await asAdmin(roles.deleteRole, { params: role });
      return deleted("role", role.id, { name: role.name });
    },
  ],
  // Users, their sites and their policies
  [
    users.createUser,
    async () => {
      const { id, username } = await addUser();
      return created("user", id, { username });
    },
  ],
  [
    users.cloneUser,
    async () => {
      const { id } = await addUser();
      const clone = await asAdmin(users.cloneUser, { params: { id }, body: userForm() });
      return created("user", clone.id, { username: clone.username });
    },
  ],
  [
    users.inviteUser,
    async () => {
      const { id, email } = await asAdmin(users.createUser, {
        body: { ...userForm(), password: "", send_welcome_email: true },
      });
      await asAdmin(users.inviteUser, { params: { id } });
      return { action: "invitation.sent", id, before: null, after: { email } };
    },
  ],
  [
    users.updateUser,
    async () => {
      const { id } = await addUser();
      await asAdmin(users.updateUser, { params: { id }, body: { first_name: "Zoe" } });
      return updated("user", id, { first_name: "Ann" }, { first_name: "Zoe" });
    },
  ],
  [
    users.deleteUser,
    async () => {
      const { id, username } = await addUser();
      await asAdmin(users.deleteUser, { params: { id } });
      return deleted("user", id, { username });
    },
  ],
  [
    eraseUser,
    async () => {
      const { id, first_name, last_name } = await addUser();
      await asAdmin(eraseUser, { params: { id }, body: { name: `${first_name} ${last_name}` } });
      return { action: "erasure.requested", id, before: null, after: { name: `Former user ${id}` } };
    },
  ],
  [
    users.assignUserToSites,
    async () => {
      const { id } = await addUser();
      const site = await flat.addSite();
      await flat.assign(id, flat.site.id);
      await asAdmin(users.assignUserToSites, { body: { user: id, sites_list: [{ site: site.id }] } });
      return {
        ...{ action: "user.sites_assigned", id },
        before: { sites: [flat.site.id] },
        after: { sites: [flat.site.id, site.id] },
      };
    },
  ],
  [
    assignPolicies,
    async () => {
      const { id } = await addPerson(testServer, tree.companyId, { nodeId: tree.root });
      await inTree(assignPolicies, { params: { id }, body: { policy_sites: [tree.site.id] } });
      return byTreeAdmin(updated("policy", id, { sites: [] }, { sites: [tree.site.id] }));
    },
  ],
  // Sites, site types and who is assigned
  [
    sites.createSite,
    async () => {
      const site = await addSite();
      return created("site", site.id, { name: site.name });
    },
  ],
  [
    sites.cloneSite,
    async () => {
      const { id } = await addSite();
      const clone = await asAdmin(sites.cloneSite, { params: { id }, body: flat.fields() });
      return created("site", clone.id, { name: clone.name });
    },
  ],
  [
    sites.updateSite,
    async () => {
      const { id } = await addSite();
      await asAdmin(sites.updateSite, { params: { id }, body: { region: "South" } });
      return updated("site", id, { region: "North" }, { region: "South" });
    },
  ],
  [
    sites.deleteSite,
    async () => {
      const { id, name } = await addSite();
      await asAdmin(sites.deleteSite, { params: { id } });
      return deleted("site", id, { name });
    },
  ],
  [
    sites.assignUsers,
    async () => {
      const { id } = await addSite();
      await asAdmin(sites.assignUsers, { params: { id }, body: { users: [approver.id] } });
      return updated("site", id, { users: [] }, { users: [{ id: approver.id }] });
    },
  ],
  [
    companyData.startCompanyExport,
    async () => created("company_export", (await asAdmin(companyData.startCompanyExport)).id, {}),
  ],
  [
    assistants.allowAssistant,
    async () => {
      const person = await newAssistantUser();
      const { id } = await newAssistant(person);
      return { ...created("assistant", id, { name: "Helper", kinds: ["orders:read"] }), by: person };
    },
  ],
  [
    assistants.revokeAssistant,
    async () => {
      const person = await newAssistantUser();
      const { id } = await newAssistant(person);
      await call(assistants.revokeAssistant, { token: person.token, params: { id } });
      return { ...deleted("assistant", id, { name: "Helper" }), by: person };
    },
  ],
  [
    companyKeys.createCompanyKey,
    async () => {
      const key = await addCompanyKey();
      return created("company_key", key.id, { name: key.name, scopes: ["orders:read"] });
    },
  ],
  [
    companyKeys.replaceCompanyKey,
    async () => {
      const key = await addCompanyKey();
      const end = "2190-01-01T00:00:00.000Z";
      const body = { hours: 24, expires_at: end };
      const successor = await asAdmin(companyKeys.replaceCompanyKey, { params: key, body });
      return created("company_key", successor.id, { name: key.name, expires_at: end });
    },
  ],
  [
    companyKeys.deleteCompanyKey,
    async () => {
      const key = await addCompanyKey();
      await asAdmin(companyKeys.deleteCompanyKey, { params: key });
      return deleted("company_key", key.id, { name: key.name });
    },
  ],
  [
    directory.createDirectoryToken,
    async () => {
      const token = await addToken();
      return created("directory_token", token.id, { name: token.name });
    },
  ],
  [
    directory.deleteDirectoryToken,
    async () => {
      const token = await addToken();
      await asAdmin(directory.deleteDirectoryToken, { params: token });
      return deleted("directory_token", token.id, { name: token.name });
    },
  ],
  [
    supportAccess.grantSupportAccess,
    async () => {
      const { id, ends_at } = await addSupportAccess();
      return { action: "support_access.granted", id, before: null, after: { ends_at, reason: "Help" } };
    },
  ],
  [
    supportAccess.openSupportSession,
    async () => {
      const { id, granted_by } = await addSupportAccess();
      await asPlatform(supportAccess.openSupportSession, { params: { id: flat.companyId } });
      const entry = { action: "support_access.opened", id, before: null, after: { granted_by } };
      return byPlatform(entry, flat.companyId);
    },
  ],
  [
    supportAccess.revokeSupportAccess,
    async () => {
      const { id, ends_at } = await addSupportAccess();
      await asAdmin(supportAccess.revokeSupportAccess, {});
      return { action: "support_access.revoked", id, before: null, after: { ends_at } };
    },
  ],
  [
    webhooks.createWebhook,
    async () => {
      const { id, url, kinds } = await addWebhook();
      return created("webhook", id, { name: url, kinds, sites: "all", paused: false });
    },
  ],
  [
    webhooks.updateWebhook,
    async () => {
      const { id } = await addWebhook();
      await asAdmin(webhooks.updateWebhook, { params: { id }, body: { paused: true } });
      return updated("webhook", id, { paused: false }, { paused: true });
    },
  ],
  [
    webhooks.createWebhookSecret,
    async () => {
      const { id, url: name } = await addWebhook();
      await asAdmin(webhooks.createWebhookSecret, { params: { id } });
      return { action: "webhook_secret.updated", id, before: null, after: { name } };
    },
  ],
  [
    webhooks.testWebhook,
    async () => {
      const { id, url: name } = await addWebhook();
      await asAdmin(webhooks.testWebhook, { params: { id } });
      return { action: "webhook.tested", id, before: null, after: { name, event: "test" } };
    },
  ],
  [
    webhooks.replayWebhookDelivery,
    async () => {
      const { id, url: name } = await addWebhook();
      const delivery = await asAdmin(webhooks.testWebhook, { params: { id } });
      await asAdmin(webhooks.replayWebhookDelivery, { params: { id: delivery.id } });
      return { action: "webhook.replayed", id, before: null, after: { name, event: "test" } };
    },
  ],
  [
    webhooks.deleteWebhook,
    async () => {
      const { id, url: name } = await addWebhook();
      await asAdmin(webhooks.deleteWebhook, { params: { id } });
      return deleted("webhook", id, { name });
    },
  ],
  [
    reports.createReport,
    async () => {
      const report = await addReport();
      return created("report", report.id, { name: report.name });
    },
  ],
  [
    reports.updateReport,
    async () => {
      const report = await addReport();
      await asAdmin(reports.updateReport, { params: report, body: { paused: true } });
      return updated("report", report.id, { paused: false }, { paused: true });
    },
  ],
  [
    reports.deleteReport,
    async () => {
      const report = await addReport();
      await asAdmin(reports.deleteReport, { params: report });
      return deleted("report", report.id, { name: report.name });
    },
  ],
  [
    reports.updateReportSettings,
    async () => {
      await asAdmin(reports.updateReportSettings, { body: { attach_files: true } });
      return updated("report_settings", flat.companyId, { attach_files: false }, { attach_files: true });
    },
  ],
  [
    budgetEndpoints.create,
    async () => {
      const budget = await addBudget();
      return created("budget", budget.id, { name: budget.name, afe_number: "AFE-9" });
    },
  ],
  [
    budgetEndpoints.update,
    async () => {
      const budget = await addBudget();
      const after = name("Budget");
      await asAdmin(budgetEndpoints.update, { params: budget, body: { name: after } });
      return updated("budget", budget.id, { name: budget.name }, { name: after });
    },
  ],
  [
    budgetEndpoints.delete,
    async () => {
      const budget = await addBudget();
      await asAdmin(budgetEndpoints.delete, { params: budget });
      return deleted("budget", budget.id, { name: budget.name });
    },
  ],
  [
    siteTypeEndpoints.create,
    async () => {
      const type = await addType();
      return created("site_type", type.id, { name: type.name });
    },
  ],
  [
    siteTypeEndpoints.update,
    async () => {
      const type = await addType();
      const after = name("Type");
      await asAdmin(siteTypeEndpoints.update, { params: type, body: { name: after } });
      return updated("site_type", type.id, { name: type.name }, { name: after });
    },
  ],
  [
    siteTypeEndpoints.delete,
    async () => {
      const type = await addType();
      await asAdmin(siteTypeEndpoints.delete, { params: type });
      return deleted("site_type", type.id, { name: type.name });
    },
  ],
  [
    loginAs.loginAsSite,
    async () => {
      await asAdmin(loginAs.loginAsSite, { params: { id: flat.site.id } });
      return {
        ...{ action: "site.login_as", id: flat.site.id, onBehalfOf: flat.site.shopUser },
        ...{ before: null, after: { name: flat.site.name, ecommerce_username: flat.site.shopUser } },
      };
    },
  ],
  [
    loginAs.redeemLoginAs,
    async () => {
      const { auth_redirect_url } = await asAdmin(loginAs.loginAsSite, { params: { id: flat.site.id } });
      const { headers } = await addKey(testServer, { scopes: ["login-as"] });
      const token = new URL(auth_redirect_url).searchParams.get("token");
      await call(loginAs.redeemLoginAs, { headers, body: { token } });
      return {
        ...{ action: "site.login_as_redeemed", id: flat.site.id, onBehalfOf: flat.site.shopUser },
        ...{ before: null, after: { ecommerce_username: flat.site.shopUser, key: "ERP" } },
      };
    },
  ],
  // The hierarchy
  [
    groups.createGroup,
    async () => {
      const group = await addGroup();
      return byTreeAdmin(created("group", group.id, { name: group.name }));
    },
  ],
  [
    groups.updateGroup,
    async () => {
      const group = await addGroup();
      const after = name("Group");
      await inTree(groups.updateGroup, { params: group, body: { name: after } });
      return byTreeAdmin(updated("group", group.id, { name: group.name }, { name: after }));
    },
  ],
  [
    groups.deleteGroup,
    async () => {
      const group = await addGroup();
      await inTree(groups.deleteGroup, { params: group });
      return byTreeAdmin(deleted("group", group.id, { name: group.name }));
    },
  ],
  [
    nodes.createNode,
    async () => {
      const node = await addNode();
      return byTreeAdmin(created("node", node.id, { name: node.name, parent: tree.root }));
    },
  ],
  [
    nodes.updateNode,
    async () => {
      const [node, parent] = [await addNode(), await addNode()];
      await inTree(nodes.updateNode, { params: node, body: { parent: parent.id } });
      return byTreeAdmin(updated("node", node.id, { parent: tree.root }, { parent: parent.id }));
    },
  ],
  [
    nodes.deleteNode,
    async () => {
      const node = await addNode();
      await inTree(nodes.deleteNode, { params: node });
      return byTreeAdmin(deleted("node", node.id, { name: node.name }));
    },
  ],
  [
    configuration.createNodeConfiguration,
    async () => byTreeAdmin(created("node_configuration", await addConfiguration(), CONFIGURATION)),
  ],
  [
    configuration.updateNodeConfiguration,
    async () => {
      const id = await addConfiguration();
      const body = { usernamePrefix: "south" };
      await inTree(configuration.updateNodeConfiguration, { params: { id }, body });
      return byTreeAdmin(updated("node_configuration", id, { usernamePrefix: "north" }, body));
    },
  ],
  [
    configuration.deleteNodeConfiguration,
    async () => {
      const id = await addConfiguration();
      await inTree(configuration.deleteNodeConfiguration, { params: { id } });
      return byTreeAdmin(deleted("node_configuration", id, CONFIGURATION));
    },
  ],
  // The company
  [
    company.updateCompanyConfiguration,
    async () => {
      const id = flat.companyId;
      await asAdmin(company.updateCompanyConfiguration, {
        params: { id },
        body: { allow_self_approval: true },
      });
      return {
        ...{ action: "self_approval.allowed", id },
        ...{ before: { allow_self_approval: false }, after: { allow_self_approval: true } },
      };
    },
  ],
  [
    updateReminderSettings,
    async () => {
      const id = flat.companyId;
      await asAdmin(updateReminderSettings, { body: { first_reminder_hours: 4 } });
      return {
        ...{ action: "approval_settings.updated", id },
        ...{ before: { first_reminder_hours: 8 }, after: { first_reminder_hours: 4 } },
      };
    },
  ],
  [
    addresses.createAddress,
    async () => {
      const { id } = await addAddress();
      return created("address", id, { name: "Acme", street: "1 Main St" });
    },
  ],
  [
    addresses.updateAddress,
    async () => {
      const { id } = await addAddress();
      await asAdmin(addresses.updateAddress, { params: { id }, body: { city: "Lyon" } });
      return updated("address", id, { city: "Paris" }, { city: "Lyon" });
    },
  ],
  // Imports
  [
    imports.batchCreateSites,
    async () => created("import", await addImport(), { file_name: "sites.xlsx", is_upsert: false }),
  ],
  [
    imports.batchCreateBudgets,
    async () => {
      const id = randomUUID();
      const { name } = await addBudget();
      await asAdmin(imports.batchCreateBudgets, {
        query: {},
        body: { budgets: [{ name }], import: { id, batch: 0, file_name: "budgets.xlsx" } },
      });
      return created("import", id, { file_name: "budgets.xlsx", is_upsert: false });
    },
  ],
  [
    imports.correctRows,
    async () => {
      const id = randomUUID();
      const { row: _, ...cells } = flat.row();
      await flat.upload([flat.row({ region: "" })], { id });
      const [failed] = (await flat.failedRows(id)).body.results;
      await asAdmin(imports.correctRows, { params: { id }, body: { rows: [{ ...cells, id: failed?.id }] } });
      return updated("import", id, { failed: 1 }, { failed: 0 });
    },
  ],
  [
    imports.undoImport,
    async () => {
      const id = await addImport();
      await asAdmin(imports.undoImport, { params: { id } });
      return { action: "import.undone", id, before: { undone: false }, after: { undone: true } };
    },
  ],
  // Triggers and shared views
  [
    triggers.createTrigger,
    async () => {
      const { id, site } = await addTrigger();
      return created("trigger", id, { site, rule: "COUNT", value: 7 });
    },
  ],
  [
    triggers.updateTrigger,
    async () => {
      const { id } = await addTrigger();
      await asAdmin(triggers.updateTrigger, { params: { id }, body: { value: 9 } });
      return updated("trigger", id, { value: 7 }, { value: 9 });
    },
  ],
  [
    triggers.updateTriggers,
    async () => {
      const { site } = await addTrigger();
      const request = { query: { site: site.name }, body: { enableFilters: false } };
      await asAdmin(triggers.updateTriggers, request);
      return {
        ...{ action: "trigger.batch_updated", id: "filtered", before: { enabled: true } },
        after: { enabled: false, filters: { site: site.name }, count: 1 },
      };
    },
  ],
  [
    triggers.deleteTrigger,
    async () => {
      const { id } = await addTrigger();
      await asAdmin(triggers.deleteTrigger, { params: { id } });
      return deleted("trigger", id, { rule: "COUNT", value: 7 });
    },
  ],
  [
    alertRules.createAlertRule,
    async () => {
      const { id } = await addAlertRule();
      return created("alert_rule", id, { rule: "CREATION", amount: "900.00", all_sites: true });
    },
  ],
  [
    alertRules.updateAlertRule,
    async () => {
      const { id } = await addAlertRule();
      await asAdmin(alertRules.updateAlertRule, { params: { id }, body: { amount: "950" } });
      return updated("alert_rule", id, { amount: "900.00" }, { amount: "950.00" });
    },
  ],
  [
    alertRules.deleteAlertRule,
    async () => {
      const { id } = await addAlertRule();
      await asAdmin(alertRules.deleteAlertRule, { params: { id } });
      return deleted("alert_rule", id, { rule: "CREATION", amount: "900.00" });
    },
  ],
  [
    alertRules.switchSiteRule,
    async () => {
      await addTrigger();
      const alike = { rule: "COUNT", frequency: "DAILY", value: 7 };
      await asAdmin(alertRules.switchSiteRule, { body: { ...alike, enabled: false } });
      return {
        ...{ action: "trigger.batch_updated", id: "filtered", before: { enabled: true } },
        after: { enabled: false, filters: { ...alike, username: flat.admin.username } },
      };
    },
  ],
  [
    views.createView,
    async () => {
      const view = await addView();
      return created("view", view.id, { list: "orders", name: view.name });
    },
  ],
  [
    views.updateView,
    async () => {
      const view = await addView();
      const after = name("View");
      await asAdmin(views.updateView, { params: { list: "orders", id: view.id }, body: { name: after } });
      return updated("view", view.id, { name: view.name }, { name: after });
    },
  ],
  [
    views.deleteView,
    async () => {
      const view = await addView();
      await asAdmin(views.deleteView, { params: { list: "orders", id: view.id } });
      return deleted("view", view.id, { name: view.name });
    },
  ],
  // Accounts, by their own users
  [
    profile.updateProfile,
    async () => {
      const person = await flat.person({ firstName: "Ann" });
      await call(profile.updateProfile, { token: person.token, body: { first_name: "Zoe" } });
      return {
        ...{ action: "profile.updated", id: person.id, by: person },
        ...{ before: { first_name: "Ann" }, after: { first_name: "Zoe" } },
      };
    },
  ],
  [
    profile.resendEmailLink,
    async () => {
      const { person, email } = await askForEmail();
      await call(profile.resendEmailLink, { token: person.token });
      return {
        ...{ action: "email_change.requested", id: person.id, by: person },
        ...{ before: null, after: { new_email: email } },
      };
    },
  ],
  [
    profile.cancelEmailChange,
    async () => {
      const { person, email } = await askForEmail();
      await call(profile.cancelEmailChange, { token: person.token });
      return {
        ...{ action: "email_change.canceled", id: person.id, by: person },
        ...{ before: null, after: { new_email: email } },
      };
    },
  ],
  [
    profile.changePassword,
    async () => {
      const person = await flat.person();
      const body = { current_password: PASSWORD, password: "Another-Horse-3" };
      await call(profile.changePassword, { token: person.token, body });
      return {
        ...{ action: "password.set", id: person.id, by: person },
        ...{ before: null, after: { password: "changed" } },
      };
    },
  ],
  [
    setNewPassword,
    async () => {
      const person = await addPerson(testServer, flat.companyId);
      const token = randomUUID();
      await testServer.sql(
        `insert into password_links (token_hash, user_id, purpose, expires_at)
         values ($1, $2, 'reset', now() + interval '1 hour')`,
        [hashToken(token), person.id],
      );
      await call(setNewPassword, { body: { token, password: "Another-Horse-3" } });
      return {
        ...{ action: "password.set", id: person.id, by: { id: person.id, name: person.username } },
        ...{ before: null, after: { password: "changed" } },
      };
    },
  ],
  [
    profile.endSession,
    async () => {
      const person = await flat.person();
      const second = await tokenFor(testServer, person.username);
      const { results } = await call(profile.ownSessions, { token: second });
      const id = results.find(({ is_current }) => !is_current)?.id;
      await call(profile.endSession, { token: second, params: { id } });
      return { action: "session.ended", id: person.id, by: person, before: null, after: { sessions: 1 } };
    },
  ],
  [
    profile.endOtherSessions,
    async () => {
      const person = await flat.person();
      await tokenFor(testServer, person.username);
      await call(profile.endOtherSessions, { token: person.token });
      return { action: "session.ended", id: person.id, by: person, before: null, after: { sessions: 1 } };
    },
  ],
  [
    preferences.saveNotificationPreferences,
    async () => {
      const person = await flat.person();
      const body = { approvals: { email: false } };
      await call(preferences.saveNotificationPreferences, { token: person.token, body });
      const before = { approvals: { email: true } };
      return { ...updated("notification_preferences", person.id, before, body), by: person };
    },
  ],
  // Second factors, the security policy and sessions
  [
    factors.confirmApp,
    async () => {
      const person = await flat.person();
      await enroll(person.token);
      return { ...ownFactor(person), action: "factor.added" };
    },
  ],
  [
    factors.addPasskey,
    async () => {
      const person = await flat.person();
      const page = { host: "127.0.0.1", origin: testServer.address };
      const options = await call(factors.passkeyOptions, { token: person.token });
      const attestation = makeAuthenticator().create(options, page);
      await call(factors.addPasskey, { token: person.token, body: { name: "Phone", attestation } });
      return { ...ownFactor(person, "passkey"), action: "factor.added" };
    },
  ],
  [
    factors.replaceRecoveryCodes,
    async () => {
      const person = await flat.person();
      await enroll(person.token);
      await call(factors.replaceRecoveryCodes, { token: person.token });
      return { ...ownFactor(person), action: "recovery_codes.created", after: {} };
    },
  ],
  [
    factors.removeFactor,
    async () => {
      const person = await flat.person();
      const id = await enroll(person.token);
      await call(factors.removeFactor, { token: person.token, params: { id } });
      return { ...ownFactor(person), action: "factor.removed" };
    },
  ],
  [
    factors.resetFactors,
    async () => {
      const person = await flat.person();
      await asAdmin(factors.resetFactors, { params: { id: person.id } });
      return { action: "factors.reset", id: person.id, before: null, after: {} };
    },
  ],
  [
    unlinkSso,
    async () => {
      const person = await flat.person();
      const { id } = await addConnection();
      await testServer.sql(
        "insert into sso_identities (company_id, connection_id, user_id, issuer, subject) values ($1, $2, $3, 'https://login.example.com', 'ann')",
        [flat.companyId, id, person.id],
      );
      await asAdmin(unlinkSso, { params: { id: person.id } });
      return { action: "sso_identity.deleted", id: person.id, before: { subject: "ann" }, after: null };
    },
  ],
  [
    updateRetention,
    async () => {
      await asAdmin(updateRetention, { body: { alerts: 90 } });
      return updated("retention", flat.companyId, { alerts: null }, { alerts: 90 });
    },
  ],
  [
    updateSecurityPolicy,
    async () => {
      await asAdmin(updateSecurityPolicy, { body: { idle_minutes: 600 } });
      return updated("security_policy", flat.companyId, { idle_minutes: null }, { idle_minutes: 600 });
    },
  ],
  [
    signIns.endCompanySession,
    async () => {
      const person = await flat.person();
      const { results } = await call(profile.ownSessions, { token: person.token });
      await asAdmin(signIns.endCompanySession, { params: { id: results[0]?.id } });
      return { action: "session.ended", id: person.id, before: null, after: { sessions: 1 } };
    },
  ],
  [
    signIns.endCompanySessions,
    async () => {
      const person = await flat.person();
      await asAdmin(signIns.endCompanySessions, { query: { user: String(person.id) } });
      return { action: "session.ended", id: person.id, before: null, after: { sessions: 1 } };
    },
  ],
  // Single sign-on
  [
    ssoConnections.createSsoConnection,
    async () => {
      const { id, name } = await addConnection();
      return created("sso_connection", id, { kind: "oidc", name, enabled: false });
    },
  ],
  [
    ssoConnections.updateSsoConnection,
    async () => {
      const { id } = await addConnection();
      const body = { client_id: "portal", client_secret: "a secret" };
      await asAdmin(ssoConnections.updateSsoConnection, { params: { id }, body });
      const after = { client_id: "portal", client_secret: "changed" };
      return updated("sso_connection", id, { client_id: null }, after);
    },
  ],
  [
    ssoConnections.deleteSsoConnection,
    async () => {
      const { id, name } = await addConnection();
      await asAdmin(ssoConnections.deleteSsoConnection, { params: { id } });
      return deleted("sso_connection", id, { name });
    },
  ],
  [
    ssoDomains.createSsoDomain,
    async () => {
      const { id, domain } = await addDomain();
      return created("sso_domain", id, { domain, state: "Pending" });
    },
  ],
  [
    ssoDomains.confirmSsoDomain,
    async () => {
      const { id } = await addDomain();
      const params = { id: flat.companyId, domain: id };
      await call(ssoDomains.confirmSsoDomain, { token: services.token, params });
      const [before, after] = [{ state: "Pending" }, { state: "Confirmed", confirmed_by: "platform" }];
      return byPlatform(updated("sso_domain", id, before, after), flat.companyId);
    },
  ],
  [
    ssoDomains.deleteSsoDomain,
    async () => {
      const { id, domain } = await addDomain();
      await asAdmin(ssoDomains.deleteSsoDomain, { params: { id } });
      return deleted("sso_domain", id, { domain });
    },
  ],
  [
    replaceAccessMappings,
    async () => {
      const mappings = [{ value: "Admins", is_company_admin: true }];
      await asAdmin(replaceAccessMappings, { body: { mappings, version: 0 } });
      return updated("access_mappings", flat.companyId, { mappings: [] }, { mappings });
    },
  ],
  // The platform
  [
    apiKeys.createApiKey,
    async () => {
      const key = await addApiKey();
      return byPlatform(created("api_key", key.id, { name: key.name, scopes: ["orders"] }));
    },
  ],
  [
    apiKeys.replaceApiKey,
    async () => {
      const { id, name } = await addApiKey();
      await call(apiKeys.replaceApiKey, { token: services.token, params: { id }, body: { hours: 24 } });
      const [before, after] = [{ expires_at: null }, { name, expires_at: expect.any(String) }];
      return byPlatform({ action: "api_key.updated", id, before, after });
    },
  ],
  [
    apiKeys.revokeApiKey,
    async () => {
      const { id } = await addApiKey();
      await call(apiKeys.revokeApiKey, { token: services.token, params: { id } });
      const [before, after] = [{ revoked: false }, { revoked: true }];
      return byPlatform({ action: "api_key.revoked", id, before, after });
    },
  ],
  [
    companies.createCompany,
    async () => {
      const made = await addCompany();
      return byPlatform(created("company", made.id, { name: made.name }), made.id);
    },
  ],
  [
    companies.updateCompany,
    async () => {
      const made = await addCompany();
      const body = { name: name("Company"), slug_name: made.slug_name };
      await asPlatform(companies.updateCompany, { params: { id: made.id }, body });
      return byPlatform(updated("company", made.id, { name: made.name }, { name: body.name }), made.id);
    },
  ],
  [
    companyClosing.closeCompany,
    async () => {
      const made = await addCompany();
      await asPlatform(companyClosing.closeCompany, { params: { id: made.id }, body: { name: made.name } });
      return byPlatform(
        { action: "company.closed", id: made.id, before: null, after: { name: made.name } },
        made.id,
      );
    },
  ],
  [
    companyClosing.reopenCompany,
    async () => {
      const made = await addCompany();
      await asPlatform(companyClosing.closeCompany, { params: { id: made.id }, body: { name: made.name } });
      await asPlatform(companyClosing.reopenCompany, { params: { id: made.id } });
      return byPlatform(
        { action: "company.reopened", id: made.id, before: null, after: { name: made.name } },
        made.id,
      );
    },
  ],
  [
    configurations.createConfiguration,
    async () => {
      const { id } = await addCompany();
      await configure(id);
      return byPlatform(
        created("configuration", id, { has_order_approval: true, has_order_tracking: false }),
        id,
      );
    },
  ],
  [
    configurations.updateConfiguration,
    async () => {
      const id = await addConfigured();
      const body = { hasOrderApproval: false };
      await asPlatform(configurations.updateConfiguration, { params: { id }, body });
      const [before, after] = [{ has_order_approval: true }, { has_order_approval: false }];
      return byPlatform(updated("configuration", id, before, after), id);
    },
  ],
  [
    administrators.inviteAdministrator,
    async () => {
      const { id, user, email } = await invite();
      return byPlatform(created("user", user, { email, is_company_admin: true }), id);
    },
  ],
  [
    administrators.updateAdministrator,
    async () => {
      const { id, user, email } = await invite();
      const body = { email: `corrected-${email}` };
      await asPlatform(administrators.updateAdministrator, { params: { id, user }, body });
      return byPlatform(updated("user", user, { email }, body), id);
    },
  ],
  [
    administrators.resendInvitation,
    async () => {
      const { id, user, email } = await invite();
      await asPlatform(administrators.resendInvitation, { params: { id, user } });
      return byPlatform({ action: "invitation.sent", id: user, before: null, after: { email } }, id);
    },
  ],
  [
    administrators.revokeAdministrator,
    async () => {
      const { id, user, email } = await invite();
      await asPlatform(administrators.revokeAdministrator, { params: { id, user } });
      return byPlatform(deleted("user", user, { email }), id);
    },
  ],
  [
    companyWarehouses.addWarehouse,
    async () => {
      const { id } = await addCompany();
      const body = { name: name("Dock") };
      const made = await asPlatform(companyWarehouses.addWarehouse, { params: { id }, body });
      return byPlatform(created("warehouse", made.id, { ...body, active: true }), id);
    },
  ],
  [
    companyWarehouses.updateWarehouse,
    async () => {
      const { id } = await addCompany();
      const was = name("Dock");
      const { id: warehouse } = await asPlatform(companyWarehouses.addWarehouse, {
        ...{ params: { id }, body: { name: was } },
      });
      const body = { name: name("Dock"), active: false };
      await asPlatform(companyWarehouses.updateWarehouse, { params: { id, warehouse }, body });
      return byPlatform(updated("warehouse", warehouse, { name: was, active: true }, body), id);
    },
  ],
  [
    updateCompanyAnalytics,
    async () => {
      const id = await addConfigured();
      const body = { analytics_source: "LOOKER", looker_dashboard_url: "https://bi.example.com/1" };
      await asPlatform(updateCompanyAnalytics, { params: { id }, body });
      return byPlatform(updated("analytics", id, { analytics_source: null }, body), id);
    },
  ],
  [
    importNodes,
    async () => {
      const file = `name,group,parent,users,sites\n${name("Filed")},Region,Corp,,`;
      expect((await services.importNodes(tree.companyId, file)).status).toBe(200);
      return fileImport({ kind: "nodes", file_name: "import.csv", created: 1 });
    },
  ],
  [
    importSites,
    async () => {
      const site = `Filed${++made}`;
      const header = "Name,Division,Business Unit,Region,Email,Shop Username,Password,Location Name,Node";
      const line = `${site},,,,${site}@example.com,${tree.slug}-${site},s3cret-word,,Corp`;
      expect((await services.importSites(tree.companyId, `${header}\n${line}`)).status).toBe(200);
      return fileImport({ file_name: "import.csv", is_upsert: false });
    },
  ],
  [
    themes.updateCompanyTheme,
    async () => {
      const { id } = await addCompany();
      const body = { accent_color: "#102030" };
      await asPlatform(themes.updateCompanyTheme, { params: { id }, body });
      return byPlatform(updated("theme", id, { accent_color: null }, body), id);
    },
  ],
  [
    themes.uploadCompanyLogo,
    async () => {
      const { id, logo } = await addLogo();
      return byPlatform(updated("theme", id, { logo: null }, { logo }), id);
    },
  ],
  [
    themes.deleteCompanyLogo,
    async () => {
      const { id, logo } = await addLogo();
      await asPlatform(themes.deleteCompanyLogo, { params: { id } });
      return byPlatform(updated("theme", id, { logo }, { logo: null }), id);
    },
  ],
  [
    integration.updateIntegration,
    async () => {
      const id = await addConfigured();
      const body = { event_url: "https://erp.example.com/events" };
      await asPlatform(integration.updateIntegration, { params: { id }, body });
      const [before, after] = [
        { event_url: null, has_event_secret: false },
        { ...body, has_event_secret: true },
      ];
      return byPlatform(updated("integration", id, before, after), id);
    },
  ],
  [
    integration.createEventSecret,
    async () => {
      const id = await addConfigured();
      await asPlatform(integration.createEventSecret, { params: { id } });
      const [before, after] = [{ has_event_secret: false }, { has_event_secret: true }];
      return byPlatform(updated("event_secret", id, before, after), id);
    },
  ],
  [
    sendTestEvent,
    async () => {
      const id = await addConfigured();
      const body = { event_url: "https://erp.example.com/events" };
      await asPlatform(integration.updateIntegration, { params: { id }, body });
      const { event_id, company } = await asPlatform(sendTestEvent, { params: { id } });
      const after = { name: "test", company: company.slug_name };
      return byPlatform({ action: "event.tested", id: event_id, before: null, after });
    },
  ],
  [
    replayEvent,
    async () => {
      const { id, event } = await addDelivery();
      await call(replayEvent, { token: services.token, params: { id } });
      return byPlatform({
        action: "event.replayed",
        id: event,
        before: null,
        after: { name: "site.created", company: flat.slug },
      });
    },
  ],
  [
    jobs.retryJob,
    async () => {
      const id = await addFailedJob();
      await call(jobs.retryJob, { token: services.token, params: { id } });
      return byPlatform({ action: "job.retried", id, before: null, after: { queue: `audited-${made}` } });
    },
  ],
  [
    jobs.dropJob,
    async () => {
      const id = await addFailedJob();
      await call(jobs.dropJob, { token: services.token, params: { id } });
      return byPlatform({ action: "job.dropped", id, before: null, after: { queue: `audited-${made}` } });
    },
  ],
]);

const CHANGES_NOTHING = "It answers a question and changes nothing.";
const OWN = "It is about the screens and sessions of one user, and changes no record of the company.";
const FEED = "The provider's own orders and documents; what changes after an approval is audited there.";

/** Other calls than GET that write no entry, and why. */
const NOT_AUDITED: Readonly<Record<string, string>> = {
  "POST /accounts/password_reset/": CHANGES_NOTHING,
  "POST /accounts/password_reset/validate_token/": CHANGES_NOTHING,
  "POST /accounts/user-token/": OWN,
  "POST /accounts/logout/": OWN,
  "POST /accounts/second-factor/": OWN,
  "POST /accounts/passkeys/sign-in/options/": CHANGES_NOTHING,
  "POST /accounts/passkeys/sign-in/": OWN,
  "POST /accounts/confirm/options/": CHANGES_NOTHING,
  "POST /accounts/confirm/": OWN,
  "POST /accounts/sso-confirm/": OWN,
  "POST /accounts/profile/factors/": "It counts once a code was confirmed, which is audited.",
  "POST /accounts/profile/factors/passkeys/options/": CHANGES_NOTHING,
  "POST /accounts/retention/preview/": CHANGES_NOTHING,
  "POST /accounts/security-policy/preview/": CHANGES_NOTHING,
  "POST /accounts/assistants/requests/:request/refuse/": CHANGES_NOTHING,
  "POST /accounts/sso-lookup/": CHANGES_NOTHING,
  "POST /accounts/sso-token/": "A sign-in; users that it creates, binds and changes are audited.",
  "POST /accounts/sso-connections/:id/test/": "It changes nothing but the result of the try-out.",
  "POST /accounts/sso-domains/:id/check/":
    "It looks for a record; that it has confirmed a domain is audited.",
  "POST /accounts/access-mappings/preview/": CHANGES_NOTHING,
  "POST /budgets/preview/": CHANGES_NOTHING,
  "POST /orders/:identifier/lines/:id/preview/": CHANGES_NOTHING,
  "POST /orders/:identifier/fields/preview/": CHANGES_NOTHING,
  "POST /budgets/batch-check/": CHANGES_NOTHING,
  "POST /reports/preview/": CHANGES_NOTHING,
  "POST /reports/:id/run/": "The runs of a report say who sent it when.",
  "POST /reports/:id/accept/": "A reader's own choice, which is in the report.",
  "POST /reports/:id/decline/": "A reader's own choice, which is in the report.",
  "PUT /accounts/preferences/:key/": OWN,
  "POST /alerts/:id/read/": OWN,
  "POST /alerts/read/": OWN,
  "POST /company-hierarchy/organization-nodes/:id/move-preview/": CHANGES_NOTHING,
  "POST /mcc-admin/checklist/mail/": "It sends a test message and changes no record.",
  "POST /analytics/embedded-dashboard/": CHANGES_NOTHING,
  "POST /approvals/decision-links/open/": CHANGES_NOTHING,
  "POST /approvals/simulations/": "It changes no rule and no order, and is deleted after a day.",
  "DELETE /approvals/simulations/:id/": "It changes no rule and no order.",
  "POST /accounts/user/analytics/": CHANGES_NOTHING,
  "POST /sites/exists/": CHANGES_NOTHING,
  "POST /accounts/user/exists/": CHANGES_NOTHING,
  "POST /sites/batch-check/": CHANGES_NOTHING,
  "POST /integration/v1/companies/:slug/orders/batch/": FEED,
  "PUT /integration/v1/companies/:slug/orders/:identifier/": FEED,
  "PATCH /integration/v1/companies/:slug/orders/:identifier/": FEED,
  "PUT /integration/v1/companies/:slug/documents/:external_id/": FEED,
};

const writers = Object.values(api)
  .flat()
  .filter((endpoint) => !isRead(endpoint));
const keyOf = ({ method, path }: Endpoint) => `${method} ${path}`;

describe("the audit", () => {
  test("knows every endpoint that writes: each has an entry here, or a reason to have none", () => {
    const unknown = writers.filter((one) => !AUDITED.has(one) && !(keyOf(one) in NOT_AUDITED)).map(keyOf);
    expect(unknown).toEqual([]);
    const all = new Set(writers.map(keyOf));
    expect(Object.keys(NOT_AUDITED).filter((key) => !all.has(key))).toEqual([]);
    expect([...AUDITED.keys()].filter((one) => !writers.includes(one)).map(keyOf)).toEqual([]);
    expect([...AUDITED.keys()].filter((one) => keyOf(one) in NOT_AUDITED).map(keyOf)).toEqual([]);
  });

  interface Row {
    readonly id: number;
    readonly actor_id: number;
    readonly actor_name: string;
    readonly company_id: number | null;
  }
  const mustHaveEntry = async (expected: Entry, since: number) => {
    const { action, id, by = flat.admin, onBehalfOf = null, company = null, before, after } = expected;
    const [row] = await testServer.sql<Row & { details: { before?: object } }>(
      "select * from audit_entries where id > $1 and action = $2 and record_id = $3 order by id desc limit 1",
      [since, action, String(id)],
    );
    expect([action, id, Boolean(row)]).toEqual([action, id, true]);
    expect(Number(row?.actor_id)).toBe(by.id);
    const token = Number(row?.company_id) === tree.companyId ? tree.token : flat.token;
    const facts = { action, record_id: String(id), on_behalf_of: onBehalfOf, address: "127.0.0.1" };
    if (by === services) {
      expect(row).toMatchObject({ ...facts, company_id: company });
      const { before: was = null, ...now } = row?.details ?? {};
      const isDeletion = action.endsWith(".deleted");
      expect(isDeletion ? { before: now, after: null } : { before: was, after: now }).toMatchObject({
        before,
        after,
      });
      return;
    }
    const { body } = await testServer.call(auditList.page, {
      token,
      query: { record_id: String(id), action },
    });
    const entry = body.results.find((one) => one.id === Number(row?.id));
    expect(entry).toMatchObject({ ...facts, actor: row?.actor_name, before, after });
    expect(Math.abs(Date.now() - Date.parse(entry?.at ?? ""))).toBeLessThan(600_000);
  };

  test.each([...AUDITED].map(([endpoint, act]) => [keyOf(endpoint), act] as const))(
    "says who did what, before and after, when, from where and on whose behalf: %s (AUDT-001, SEC-026)",
    async (_, act) => {
      const [last] = await testServer.sql<{ id: number }>(
        "select coalesce(max(id), 0) as id from audit_entries",
      );
      await mustHaveEntry(await act(), Number(last?.id));
    },
  );
});
