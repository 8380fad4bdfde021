import { siteList } from "@mcc/contract/sites/sites.api.ts";
import { userList } from "@mcc/contract/users/users.api.ts";
import * as addressQueries from "../../features/company/addresses.queries.ts";
import * as companyQueries from "../../features/company/company.queries.ts";
import * as preferenceQueries from "../../features/preferences/preferences.queries.ts";
import * as roleQueries from "../../features/roles/roles.queries.ts";
import * as signInQueries from "../../features/sign-in/sign-in.queries.ts";
import * as typeQueries from "../../features/site-types/site-types.queries.ts";
import * as loginAsQueries from "../../features/sites/login-as.queries.ts";
import { findSiteUsers } from "../../features/sites/site-users.queries.ts";
import { siteSource } from "../../features/sites/sites.list.ts";
import { sitesByName } from "../../features/sites/sites.search.queries.ts";
import { findThemedCompany, findThemeKey } from "../../features/theme/theme.queries.ts";
import * as policyQueries from "../../features/users/policies.queries.ts";
import * as userRecordQueries from "../../features/users/user-records.queries.ts";
import * as userSiteQueries from "../../features/users/user-sites.queries.ts";
import { userSource } from "../../features/users/users.list.ts";
import { usersByName } from "../../features/users/users.queries.ts";
import * as viewQueries from "../../features/views/views.queries.ts";
import type { CompanyScope } from "../../platform/access/scope.ts";
import * as messageQueries from "../../platform/mail/outbox.queries.ts";
import type { SnapshotCase } from "./recorder.ts";

const WINDOW = { limit: 20, offset: 40 };
const FILTERS = { region: "north", site_type: ["Yard"], user: "dana", search: "12", group_4: ["North"] };
const HASH = Buffer.from("00", "hex");

export const signIn: readonly SnapshotCase[] = [
  { title: "account by username or address", run: ({ db }) => signInQueries.findAccount(db, "Dana") },
  {
    title: "whom a message is addressed to",
    run: ({ db }) => signInQueries.findAddressee(db, 3),
    answer: () => [{}],
  },
  {
    title: "an account, held while a session or a password is set",
    run: ({ db }) => signInQueries.lockAccount(db, 3),
  },
  {
    title: "a new session",
    run: ({ db }) => signInQueries.addSession(db, 3, 3_600, { address: "192.0.2.7", user_agent: "…" }),
  },
  { title: "the oldest sessions end", run: ({ db }) => signInQueries.endOldestSessions(db, 3, 50) },
  { title: "last login", run: ({ db }) => signInQueries.recordLogin(db, 3) },
  { title: "who is signed in", run: ({ db, sessionId }) => signInQueries.findSession(db, sessionId) },
  { title: "signing out", run: ({ db, sessionId }) => signInQueries.endSession(db, sessionId) },
  { title: "every session of a user ends", run: ({ db }) => signInQueries.endSessionsOf(db, 3) },
  { title: "the current password", run: ({ db }) => signInQueries.findPassword(db, 3) },
  { title: "a new password link", run: ({ db }) => signInQueries.addPasswordLink(db, 3, HASH, 3_600) },
  { title: "a password link", run: ({ db }) => signInQueries.findPasswordLink(db, HASH).executeTakeFirst() },
  { title: "spent password links", run: ({ db }) => signInQueries.invalidatePasswordLinks(db, 3) },
  { title: "a new password", run: ({ db }) => signInQueries.setPassword(db, 3, "$argon2id$…") },
  { title: "outdated sessions and links", run: ({ db }) => signInQueries.deleteOldSessions(db) },
];

export const messages: readonly SnapshotCase[] = [
  {
    title: "a new message",
    run: ({ db }) =>
      messageQueries.addMessage(db, {
        channel: "text",
        recipient: "+15550100",
        subject: "",
        body: "…",
        sent_for: "a:1",
      }),
  },
  {
    title: "a message about a topic",
    run: ({ db, companyId }) =>
      messageQueries.addNotice(db, {
        company_id: companyId,
        user_id: 3,
        topic: "alerts",
        channel: "email",
        recipient: "dana@example.com",
        subject: "…",
        body: "…",
        sent_for: "a:1",
      }),
  },
  { title: "the message to send", run: ({ db }) => messageQueries.claimMessage(db, 51, 300) },
  { title: "sent", run: ({ db }) => messageQueries.markMessage(db, 51, "sent") },
  { title: "kept", run: ({ db }) => messageQueries.markMessage(db, 51, "kept") },
  { title: "not sent", run: ({ db }) => messageQueries.recordFailure(db, 51, "try later", 30) },
  {
    title: "never to be sent",
    run: ({ db }) => messageQueries.recordFailure(db, 51, "no such address", undefined),
  },
  { title: "due messages", run: ({ db }) => messageQueries.dueMessages(db) },
  { title: "one in the mailbox of the demo", run: ({ db }) => messageQueries.findMessage(db, 51) },
  { title: "the mailbox of the demo", run: ({ db }) => messageQueries.latestMessages(db, 100) },
];

export const preferences: readonly SnapshotCase[] = [
  { title: "one", run: (scope) => preferenceQueries.findPreference(scope, "orders.columns") },
  {
    title: "put",
    run: (scope) => preferenceQueries.putPreference(scope, "orders.columns", ["site", "total"]),
  },
  { title: "held while one is put", run: (scope) => preferenceQueries.lockPreferences(scope) },
  {
    title: "how many and how large",
    run: (scope) => preferenceQueries.measurePreferences(scope),
    answer: () => [{}],
  },
];

const NEW_VIEW = {
  name: "Open",
  columns: ["site"],
  ordering: "-total",
  filters: { status: ["Shipped"] },
  density: null,
  shared: false,
};

export const views: readonly SnapshotCase[] = [
  { title: "of a list", run: (scope) => viewQueries.viewRows(scope, "orders") },
  { title: "one of them", run: (scope) => viewQueries.findView(scope, "orders", 9) },
  { title: "held while one is saved", run: (scope) => viewQueries.lockViews(scope) },
  { title: "a new one", run: (scope) => viewQueries.addView(scope, "orders", NEW_VIEW) },
  { title: "a change", run: (scope) => viewQueries.setView(scope, 9, NEW_VIEW) },
  { title: "its end", run: (scope) => viewQueries.deleteView(scope, 9) },
  { title: "how many", run: (scope) => viewQueries.countViews(scope, "orders"), answer: () => [{}] },
  { title: "the default", run: (scope) => viewQueries.setDefaultView(scope, "orders", 9) },
  { title: "no default", run: (scope) => viewQueries.clearDefaultView(scope, 9) },
  { title: "shared no longer", run: (scope) => viewQueries.clearDefaultsOfOthers(scope, 9) },
];

const REQUEST = { params: undefined, url: new URL("http://localhost/") };
const sitePage = (query: Parameters<typeof siteList.page.query.parse>[0]) => (scope: CompanyScope) =>
  siteSource.page(scope, siteList.page.query.parse(query), REQUEST);

export const sites: readonly SnapshotCase[] = [
  { title: "by name", run: sitePage({}) },
  { title: "by name, two sites in scope", run: sitePage({}), siteIds: [21, 22] },
  { title: "for selectors", run: sitePage({ liteVersion: "true" }) },
  { title: "filtered, searched, by user", run: sitePage({ ...FILTERS, ordering: "-user" }) },
  { title: "by name, for the palette", run: (scope) => sitesByName(scope, "rig 7", 5) },
  {
    title: "users of one site",
    run: (scope) => findSiteUsers(scope, 21, { limit: 4, offset: 0 }),
  },
  { title: "the shop of a login-as", run: (scope) => loginAsQueries.findShop(scope, 21), siteIds: [21, 22] },
  {
    title: "the token of a login-as",
    run: ({ db, sessionId }) => loginAsQueries.addLoginToken(db, { hash: HASH, sessionId, siteId: 21 }),
  },
  { title: "a token is redeemed", run: ({ db }) => loginAsQueries.redeemLoginToken(db, HASH, 7) },
  { title: "expired tokens", run: ({ db }) => loginAsQueries.deleteExpiredLoginTokens(db) },
  {
    title: "values of a filter",
    run: (scope) =>
      siteSource.suggest(scope, siteList.suggest.query.parse({ field: "user", ...FILTERS }), REQUEST),
  },
];

export const theme: readonly SnapshotCase[] = [
  { title: "the key of the theme service", run: ({ db }) => findThemeKey(db), answer: () => [{}] },
  { title: "the company of a theme", run: ({ db }) => findThemedCompany(db, "acme") },
];

const ADDRESS = {
  ...{ name: "Acme", name_ext: null, phone: null, email: null, street: "1 Main St", street2: null },
  ...{ postal_code: null, city: "Midland", region: "Texas", region_code: "TX", country: "US" },
  is_default_billing_address: true,
};

export const company: readonly SnapshotCase[] = [
  { title: "the configuration", run: (scope) => companyQueries.findConfiguration(scope) },
  {
    title: "approvals on or off, and who may approve what they placed",
    run: (scope) =>
      companyQueries.setConfiguration(scope, { has_order_approval: true, allow_self_approval: false }),
  },
  {
    title: "the billing address, locked",
    run: async (scope) => {
      await addressQueries.lockBillingAddress(scope);
      await addressQueries.findBillingAddress(scope);
    },
  },
  {
    title: "a new billing address",
    run: (scope) => addressQueries.addAddress(scope, ADDRESS),
    answer: () => [{ id: 9 }],
  },
  {
    title: "another billing address",
    run: (scope) => addressQueries.setAddress(scope, { ...ADDRESS, id: 9 }),
  },
  { title: "the end of a billing address", run: (scope) => addressQueries.deleteAddress(scope, 9) },
];

export const siteTypes: readonly SnapshotCase[] = [
  { title: "list", run: (scope) => typeQueries.siteTypeRows(scope, { ...WINDOW, descending: false }) },
  { title: "one of them", run: (scope) => typeQueries.findSiteType(scope, 4) },
  { title: "one of them, locked", run: (scope) => typeQueries.lockSiteType(scope, 4) },
  { title: "a new one", run: (scope) => typeQueries.addSiteType(scope, "Yard") },
  { title: "a change", run: (scope) => typeQueries.renameSiteType(scope, 4, "Yard") },
  { title: "its sites", run: (scope) => typeQueries.countTypeSites(scope, 4) },
  { title: "its end", run: (scope) => typeQueries.deleteSiteType(scope, 4) },
];

export const roles: readonly SnapshotCase[] = [
  { title: "list", run: (scope) => roleQueries.roleRows(scope, { ...WINDOW, descending: false }) },
  { title: "one of them", run: (scope) => roleQueries.findRole(scope, 8) },
  { title: "one of them, locked", run: (scope) => roleQueries.lockRole(scope, 8) },
  { title: "a new one", run: (scope) => roleQueries.addRole(scope, "Buyer") },
  { title: "a change", run: (scope) => roleQueries.setRole(scope, 8, { name: "Buyer" }) },
  { title: "its users", run: (scope) => roleQueries.countRoleUsers(scope, 8) },
  { title: "its end", run: (scope) => roleQueries.deleteRole(scope, 8) },
];

const userPage = (title: string, query: Parameters<typeof userList.page.query.parse>[0]): SnapshotCase => ({
  title,
  run: (scope) => userSource.page(scope, userList.page.query.parse(query), REQUEST),
  answer: () => [{ id: 3, node: 4, sites: [{ id: 21 }] }],
});

const NEW_USER = {
  username: "acme-dana.whitfield",
  ecommerce_username: "acme-dana.whitfield",
  first_name: "Dana",
  last_name: "Whitfield",
  email: "dana@example.com",
  role_id: 8,
  node_id: 4,
  enable_analytics: false,
  alerts_enabled: true,
  enable_text_messages: false,
  phone: null,
  password_hash: "$argon2id$…",
};

export const users: readonly SnapshotCase[] = [
  userPage("by name", {}),
  userPage("for selectors, searched", { liteVersion: "true", search: "dana" }),
  userPage("filtered, by site", {
    role: ["Buyer"],
    lastLogin_after: "2026-01-01",
    alerts_enabled: "true",
    site: "rig",
    ordering: "-site",
  }),
  userPage("with a policy", { hasPolicies: "true" }),
  userPage("without a policy, for selectors", { hasPolicies: "false", liteVersion: "true" }),
  {
    title: "a user with all sites and their policy",
    run: (scope) => userRecordQueries.findUser(scope, 3, true),
  },
  { title: "the sites of a policy", run: (scope) => policyQueries.policySites(scope, 3) },
  { title: "another policy", run: (scope) => policyQueries.setPolicy(scope, 3, [21]) },
  { title: "the sites of a user", run: (scope) => userSiteQueries.findUserSites(scope, 3, WINDOW) },
  { title: "a user", run: (scope) => userRecordQueries.findUser(scope, 3) },
  { title: "a user, held while they change", run: (scope) => userRecordQueries.lockUser(scope, 3) },
  { title: "their role, held", run: (scope) => userRecordQueries.lockRole(scope, 8) },
  { title: "their node, held", run: (scope) => userRecordQueries.lockNode(scope, 4) },
  { title: "their sites, held", run: (scope) => userSiteQueries.lockSites(scope, [21, 22]) },
  { title: "a new user", run: (scope) => userRecordQueries.addUser(scope, NEW_USER) },
  { title: "a change", run: (scope) => userRecordQueries.setUser(scope, 3, { alerts_enabled: false }) },
  { title: "assigned sites", run: (scope) => userSiteQueries.assignedSites(scope, 3) },
  {
    title: "further sites",
    run: (scope) => userSiteQueries.assignSites(scope, 3, [{ site: 21, is_admin: true }]),
  },
  { title: "sites that are taken away", run: (scope) => userSiteQueries.unassignSites(scope, 3, [21]) },
  { title: "the sites of a clone", run: (scope) => userSiteQueries.copySites(scope, 3, 4) },
  { title: "the policy of a clone", run: (scope) => userSiteQueries.copyPolicy(scope, 3, 4) },
  { title: "the alert rules of a clone", run: (scope) => userSiteQueries.copyTriggers(scope, 3, 4) },
  { title: "another company admin", run: (scope) => userRecordQueries.hasOtherAdmin(scope, 3) },
  { title: "what goes with a user", run: (scope) => userSiteQueries.deleteAssignments(scope, 3) },
  { title: "the end of a user", run: (scope) => userRecordQueries.markDeleted(scope, 3) },
  { title: "by name, for the palette", run: (scope) => usersByName(scope, "dana", 5) },
];
