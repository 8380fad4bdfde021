import { siteList } from "@mcc/contract/sites/sites.api.ts";
import { sql } from "kysely";
import { addAuditEntry } from "../../features/audit/audit.service.ts";
import * as companyQueries from "../../features/company/company.queries.ts";
import * as hierarchyQueries from "../../features/hierarchy/hierarchy.queries.ts";
import * as messageQueries from "../../features/messages/messages.queries.ts";
import * as preferenceQueries from "../../features/preferences/preferences.queries.ts";
import { roleRows } from "../../features/roles/roles.queries.ts";
import * as entrance from "../../features/sign-in/sign-in.queries.ts";
import { findSiteUsers } from "../../features/sites/site-users.queries.ts";
import { siteSource } from "../../features/sites/sites.list.ts";
import { findThemedCompany, findThemeKey } from "../../features/theme/theme.queries.ts";
import { liteUserRows } from "../../features/users/users.queries.ts";
import { nodeNames } from "../../platform/lists/group-filters.ts";
import type { CompanyScope } from "../../platform/scope.ts";
import type { Shown } from "./recorder.ts";

const WINDOW = { limit: 20, offset: 40 };
const FILTERS = { region: "north", site_type: "Yard", user: "dana", search: "12", group_4: "North" };
const HASH = Buffer.from("00", "hex");

export const signIn: readonly Shown[] = [
  { title: "account by username or address", ask: ({ db }) => entrance.findAccount(db, "Dana") },
  {
    title: "an account, held while a session or a password is set",
    ask: ({ db }) => entrance.lockAccount(db, 3),
  },
  { title: "a new session", ask: ({ db }) => entrance.addSession(db, 3, 3_600) },
  { title: "the oldest sessions end", ask: ({ db }) => entrance.endOldestSessions(db, 3, 50) },
  { title: "last login", ask: ({ db }) => entrance.noteLogin(db, 3) },
  { title: "who is signed in", ask: ({ db, sessionId }) => entrance.findSession(db, sessionId) },
  { title: "signing out", ask: ({ db, sessionId }) => entrance.endSession(db, sessionId) },
  { title: "every session of a user ends", ask: ({ db }) => entrance.endSessionsOf(db, 3) },
  { title: "a new password link", ask: ({ db }) => entrance.addPasswordLink(db, 3, HASH, 3_600) },
  { title: "a password link", ask: ({ db }) => entrance.findPasswordLink(db, HASH).executeTakeFirst() },
  { title: "spent password links", ask: ({ db }) => entrance.spendPasswordLinks(db, 3) },
  { title: "a new password", ask: ({ db }) => entrance.setPassword(db, 3, "$argon2id$…") },
  { title: "outdated sessions and links", ask: ({ db }) => entrance.dropOldSessions(db) },
];

export const messages: readonly Shown[] = [
  {
    title: "a new message",
    ask: ({ db }) =>
      messageQueries.addMessage(db, {
        channel: "text",
        recipient: "+15550100",
        subject: "",
        body: "…",
        sent_for: "a:1",
      }),
  },
  { title: "the message to send", ask: ({ db }) => messageQueries.lockWaitingMessage(db, 51) },
  { title: "sent", ask: ({ db }) => messageQueries.markMessage(db, 51, "sent") },
  { title: "kept", ask: ({ db }) => messageQueries.markMessage(db, 51, "kept") },
  { title: "not sent", ask: ({ db }) => messageQueries.noteFailure(db, 51, "refused", false) },
  { title: "messages whose job was lost", ask: ({ db }) => messageQueries.forgottenMessages(db) },
  { title: "the mailbox of the demo", ask: ({ db }) => messageQueries.latestMessages(db, 100) },
];

export const preferences: readonly Shown[] = [
  { title: "one", ask: (scope) => preferenceQueries.findPreference(scope, "orders.columns") },
  {
    title: "put",
    ask: (scope) => preferenceQueries.putPreference(scope, "orders.columns", ["site", "total"]),
  },
  { title: "held while one is put", ask: (scope) => preferenceQueries.lockPreferences(scope) },
  {
    title: "how many and how large",
    ask: (scope) => preferenceQueries.measurePreferences(scope),
    answer: () => [{}],
  },
];

export const hierarchy: readonly Shown[] = [
  { title: "groups", ask: (scope) => hierarchyQueries.groupRows(scope, WINDOW, undefined) },
  { title: "groups shown in the tree", ask: (scope) => hierarchyQueries.groupRows(scope, WINDOW, true) },
  { title: "nodes", ask: (scope) => hierarchyQueries.nodeRows(scope, WINDOW) },
  { title: "names of a group's nodes", ask: (scope) => nodeNames(scope, 4, "north") },
  {
    title: "groups of sites",
    ask: (scope) => hierarchyQueries.groupsOfSites(scope, { name: "given", ids: sql`${[21, 22]}::bigint[]` }),
  },
];

const REQUEST = { params: undefined, url: new URL("http://localhost/") };
const sitePage = (query: Parameters<typeof siteList.page.query.parse>[0]) => (scope: CompanyScope) =>
  siteSource.page(scope, siteList.page.query.parse(query), REQUEST);

export const sites: readonly Shown[] = [
  { title: "by name", ask: sitePage({}) },
  { title: "by name, two sites in scope", ask: sitePage({}), siteIds: [21, 22] },
  { title: "for selectors", ask: sitePage({ liteVersion: "true" }) },
  { title: "filtered, searched, by user", ask: sitePage({ ...FILTERS, ordering: "-user" }) },
  {
    title: "users of one site",
    ask: (scope) => findSiteUsers(scope, 21, { limit: 4, offset: 0 }),
  },
  {
    title: "values of a filter",
    ask: (scope) =>
      siteSource.suggest(scope, siteList.suggest.query.parse({ field: "user", ...FILTERS }), REQUEST),
  },
];

export const theme: readonly Shown[] = [
  { title: "the key of the theme service", ask: ({ db }) => findThemeKey(db), answer: () => [{}] },
  { title: "the company of a theme", ask: ({ db }) => findThemedCompany(db, "acme") },
];

export const audit: readonly Shown[] = [
  {
    title: "an entry",
    ask: ({ db }) =>
      addAuditEntry(db, {
        actor: { id: 3, name: "Dana" },
        action: "order.approved",
        record: { type: "order", id: "A-1" },
      }),
  },
];

export const company: readonly Shown[] = [
  { title: "the configuration", ask: (scope) => companyQueries.findConfiguration(scope) },
  {
    title: "approvals on or off, and who may approve what they placed",
    ask: (scope) =>
      companyQueries.setConfiguration(scope, { has_order_approval: true, allow_self_approval: false }),
  },
];

export const roles: readonly Shown[] = [
  { title: "list", ask: (scope) => roleRows(scope, { ...WINDOW, descending: false }) },
];

export const users: readonly Shown[] = [
  { title: "names", ask: (scope) => liteUserRows(scope, WINDOW) },
  { title: "names, searched", ask: (scope) => liteUserRows(scope, { ...WINDOW, search: "dana" }) },
];
