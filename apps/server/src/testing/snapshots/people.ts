import { siteList } from "@mcc/contract/sites/sites.api.ts";
import { userList } from "@mcc/contract/users/users.api.ts";
import { lostRules } from "../../features/directory/coverage.queries.ts";
import * as directoryGroups from "../../features/directory/directory-groups.queries.ts";
import * as directoryUsers from "../../features/directory/directory-users.queries.ts";
import * as groupAccess from "../../features/directory/group-access.queries.ts";
import { parseFilter } from "../../features/directory/scim/filter.ts";
import { findProfile } from "../../features/profile/profile.queries.ts";
import { findSubscriber } from "../../features/profile/unsubscribe.queries.ts";
import { roles as roleQueries } from "../../features/roles/roles.queries.ts";
import * as emailChanges from "../../features/sign-in/email-changes.queries.ts";
import { codeGuessOf, guessOf } from "../../features/sign-in/guesses.ts";
import * as signInQueries from "../../features/sign-in/sign-in.queries.ts";
import { siteTypes as typeQueries } from "../../features/site-types/site-types.queries.ts";
import * as loginAsQueries from "../../features/sites/login-as.queries.ts";
import { countSites, warehouseRows } from "../../features/sites/site-records.queries.ts";
import { findSiteUsers } from "../../features/sites/site-users.queries.ts";
import { findSiteRecord, siteSource } from "../../features/sites/sites.list.ts";
import { sitesByName } from "../../features/sites/sites.search.queries.ts";
import * as userRecordQueries from "../../features/users/user-records.queries.ts";
import * as userSiteQueries from "../../features/users/user-sites.queries.ts";
import { userSource } from "../../features/users/users.list.ts";
import { usersByName } from "../../features/users/users.queries.ts";
import * as viewQueries from "../../features/views/views.queries.ts";
import { WHOSE } from "../../platform/access/rate-limit.ts";
import type { CompanyScope } from "../../platform/access/scope.ts";
import { companyHosts } from "../../platform/hosts/company-hosts.ts";
import { findCompanyOfHost } from "../../platform/hosts/company-of-host.ts";
import * as gatheringQueries from "../../platform/mail/gathering.queries.ts";
import * as messageQueries from "../../platform/mail/outbox.queries.ts";
import type { SnapshotCase } from "./recorder.ts";

const WINDOW = { limit: 20, offset: 40 };
const FILTERS = { region: "north", site_type: ["Yard"], user: "dana", search: "12", group_4: ["North"] };
const HELD = {
  company_id: 7,
  user_id: 3,
  channel: "email",
  recipient: "dana@example.com",
  topic: "comments",
};
const HASH = Buffer.from("00", "hex");

export const signIn: readonly SnapshotCase[] = [
  { title: "the change of a link that confirms", run: ({ db }) => emailChanges.findToConfirm(db, HASH) },
  { title: "the change of a link that undoes", run: ({ db }) => emailChanges.findToUndo(db, HASH) },
  { title: "account by username or address", run: ({ db }) => signInQueries.findAccount(db, "Dana") },
  {
    title: "a try with a password",
    run: ({ db }) => signInQueries.tryPassword(db, "Dana", guessOf("203.0.113.7", WHOSE)),
  },
  {
    title: "a try with a code of an app",
    run: ({ db }) => signInQueries.tryCode(db, HASH, 5, codeGuessOf("203.0.113.7", WHOSE, true)),
  },
  { title: "a password link", run: ({ db }) => signInQueries.findPasswordLink(db, HASH).executeTakeFirst() },
];

export const messages: readonly SnapshotCase[] = [
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
  { title: "the held messages of a group", run: ({ db }) => gatheringQueries.lockHeld(db, HELD) },
  { title: "one in the mailbox of the demo", run: ({ db }) => messageQueries.findMessage(db, 51) },
  {
    title: "the mailbox of the demo",
    run: ({ db }) => messageQueries.latestMessages(db, 51, { recipient: "dana@example.com", offset: 50 }),
  },
];

export const profile: readonly SnapshotCase[] = [
  { title: "a profile", run: ({ db }) => findProfile(db, 3), answer: () => [{}] },
  { title: "whose unsubscribe link it is", run: ({ db }) => findSubscriber(db, 3, 0) },
];

export const views: readonly SnapshotCase[] = [
  { title: "of a list", run: (scope) => viewQueries.viewRows(scope, "orders") },
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
  { title: "one", run: (scope) => findSiteRecord(scope, 21) },
  { title: "how many", run: (scope) => countSites(scope) },
  { title: "warehouses", run: (scope) => warehouseRows(scope, WINDOW) },
  {
    title: "users of one site",
    run: (scope) => findSiteUsers(scope, 21, { limit: 4, offset: 0 }),
  },
  { title: "the shop of a login-as", run: (scope) => loginAsQueries.findShop(scope, 21), siteIds: [21, 22] },
  {
    title: "the token of a login-as",
    run: ({ db, sessionId }) =>
      loginAsQueries.addLoginToken(db, { hash: HASH, sessionId, siteId: 21, address: "203.0.113.5" }),
  },
  {
    title: "values of a filter",
    run: (scope) =>
      siteSource.suggest(scope, siteList.suggest.query.parse({ field: "user", ...FILTERS }), REQUEST),
  },
];

export const theme: readonly SnapshotCase[] = [
  {
    title: "the company of a host",
    run: ({ db }) => findCompanyOfHost(db, "manager.goacme-rail.com", "acme-rail"),
  },
  { title: "the hosts of companies", run: ({ db }) => companyHosts(db), answer: () => [] },
];

export const siteTypes: readonly SnapshotCase[] = [
  { title: "list", run: (scope) => typeQueries.list(scope, WINDOW) },
];

export const roles: readonly SnapshotCase[] = [
  { title: "list", run: (scope) => roleQueries.list(scope, WINDOW) },
];

const userPage = (title: string, query: Parameters<typeof userList.page.query.parse>[0]): SnapshotCase => ({
  title,
  run: (scope) => userSource.page(scope, userList.page.query.parse(query), REQUEST),
  answer: () => [{ id: 3, node: 4, sites: [{ id: 21 }] }],
});

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
  { title: "the sites of a user", run: (scope) => userSiteQueries.findUserSites(scope, 3, WINDOW) },
  { title: "a user", run: (scope) => userRecordQueries.findUser(scope, 3) },
  { title: "the alert rules of a clone", run: (scope) => userSiteQueries.copyTriggers(scope, 3, 4) },
  { title: "what goes with a user", run: (scope) => userSiteQueries.deleteAssignments(scope, 3) },
  { title: "by name, for the palette", run: (scope) => usersByName(scope, "dana", 5) },
];

const FOUND_BY_DIRECTORY = { sortBy: "emails.value", descending: true, startIndex: 41, count: 20 };

export const directory: readonly SnapshotCase[] = [
  {
    title: "users of the directory",
    run: (scope) =>
      directoryUsers.userPage(scope, {
        ...FOUND_BY_DIRECTORY,
        filter: parseFilter(
          'userName eq "dana" or not (active eq false) and emails[type eq "work" and value co "@x"] and groups.value eq "4"',
        ),
      }),
  },
  {
    title: "groups of the directory",
    run: (scope) =>
      directoryGroups.groupPage(scope, {
        ...{ ...FOUND_BY_DIRECTORY, sortBy: "displayname" },
        filter: parseFilter('members[value eq "3"] and meta.lastModified ge "2026-01-01T00:00:00Z"'),
      }),
  },
  { title: "a user of the directory", run: (scope) => directoryUsers.findUser(scope, 3) },
  {
    title: "rules that nobody can fulfil without a user",
    run: (scope) =>
      lostRules(scope, [{ id: 3, role_id: 4, node_id: 5, site_ids: [6], is_company_admin: false }]),
  },
  { title: "the groups of users, as claims", run: (scope) => groupAccess.saveGroupClaims(scope, [3, 4]) },
];
