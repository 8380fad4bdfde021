import * as accessQuestions from "./access/access-questions.api.ts";
import * as access from "./access/user-access.api.ts";
import * as accessMappings from "./access-mappings/access-mappings.api.ts";
import * as alertRules from "./alerts/alert-rules.api.ts";
import * as alerts from "./alerts/alerts.api.ts";
import * as triggers from "./alerts/triggers.api.ts";
import * as unreadAlerts from "./alerts/unread-alerts.api.ts";
import * as analytics from "./analytics/analytics.api.ts";
import * as approvalTimes from "./analytics/approval-times.api.ts";
import * as companyAnalytics from "./analytics/company-analytics.api.ts";
import * as apiKeys from "./api-keys/api-keys.api.ts";
import * as approvalRules from "./approval-rules/approval-rules.api.ts";
import * as approvalSimulations from "./approval-rules/simulations.api.ts";
import * as assistants from "./assistants/assistants.api.ts";
import * as audit from "./audit/audit.api.ts";
import * as budgets from "./budgets/budgets.api.ts";
import * as comments from "./comments/comments.api.ts";
import * as administrators from "./companies/administrators.api.ts";
import * as companies from "./companies/companies.api.ts";
import * as companyConfigurations from "./companies/configurations.api.ts";
import * as companyIntegration from "./companies/integration.api.ts";
import * as companyWarehouses from "./companies/warehouses.api.ts";
import * as companyClosing from "./company-closing/company-closing.api.ts";
import * as companyData from "./company-data/company-data.api.ts";
import * as companyKeys from "./company-keys/company-keys.api.ts";
import * as addresses from "./company-settings/addresses.api.ts";
import * as company from "./company-settings/company-settings.api.ts";
import * as decisionLink from "./decision-links/decision-links.api.ts";
import * as pending from "./decisions/decisions.api.ts";
import * as delegations from "./delegations/delegations.api.ts";
import * as directory from "./directory/directory.api.ts";
import * as documents from "./documents/documents.api.ts";
import * as documentIngest from "./documents/ingest.api.ts";
import * as erasure from "./erasure/erasure.api.ts";
import * as events from "./events/events.api.ts";
import * as factors from "./factors/factors.api.ts";
import * as groups from "./hierarchy/groups.api.ts";
import * as nodeConfiguration from "./hierarchy/node-configuration.api.ts";
import * as nodes from "./hierarchy/nodes.api.ts";
import * as tree from "./hierarchy/tree.api.ts";
import * as unassigned from "./hierarchy/unassigned.api.ts";
import * as home from "./home/home.api.ts";
import * as fileImports from "./imports/file-imports.api.ts";
import * as imports from "./imports/imports.api.ts";
import * as checklist from "./installation/checklist.api.ts";
import * as integration from "./integration/integration.api.ts";
import * as jobs from "./jobs/jobs.api.ts";
import type { Endpoint } from "./kit/endpoint.ts";
import * as approvalSettings from "./notices/reminder-settings.api.ts";
import * as orders from "./orders/orders.api.ts";
import * as preferences from "./preferences/preferences.api.ts";
import * as notificationPreferences from "./profile/notification-preferences.api.ts";
import * as profile from "./profile/profile.api.ts";
import * as reports from "./reports/reports.api.ts";
import * as retention from "./retention/retention.api.ts";
import * as roles from "./roles/roles.api.ts";
import * as search from "./search/search.api.ts";
import * as securityPolicy from "./security/security-policy.api.ts";
import * as signIns from "./security/sign-ins.api.ts";
import * as signIn from "./sign-in/sign-in.api.ts";
import * as ssoConnections from "./single-sign-on/connections.api.ts";
import * as ssoDomains from "./single-sign-on/domains.api.ts";
import * as ssoIdentities from "./single-sign-on/identities.api.ts";
import * as ssoSignIn from "./single-sign-on/sso-sign-in.api.ts";
import * as siteTypes from "./site-types/site-types.api.ts";
import * as loginAs from "./sites/login-as.api.ts";
import * as siteRecords from "./sites/site-records.api.ts";
import * as sites from "./sites/sites.api.ts";
import * as stream from "./stream/stream.api.ts";
import * as supportAccess from "./support-access/support-access.api.ts";
import * as companyTheme from "./theme/company-theme.api.ts";
import * as usage from "./usage/usage.api.ts";
import * as policies from "./users/policies.api.ts";
import * as users from "./users/users.api.ts";
import * as savedViews from "./views/saved-views.api.ts";
import * as views from "./views/views.api.ts";
import * as warnings from "./warnings/warnings.api.ts";
import * as webhooks from "./webhooks/webhooks.api.ts";

type RecordEndpoints = Readonly<Record<"list" | "find" | "create" | "update" | "delete", Endpoint>>;
type ListEndpoints = { readonly name: string; readonly page: Endpoint; readonly suggest: Endpoint };
type FeatureEndpoints = Readonly<Record<string, Endpoint | ListEndpoints | RecordEndpoints>>;

/** "api-keys" and "siteType" as a part of a name: "ApiKeys", "SiteType". */
const capitalized = (name: string): string =>
  name.replaceAll(/(?:^|-)(\w)/g, (_, first: string) => first.toUpperCase());

/** What a feature exports, by the names of the calls: `approveOrder`, `listOrders`, `findBudget`. */
const callsOf = (name: string, entry: FeatureEndpoints[string]): [string, Endpoint][] => {
  if ("page" in entry) {
    const rows = capitalized(entry.name);
    return [
      [`list${rows}`, entry.page],
      [`suggest${rows}`, entry.suggest],
    ];
  }
  if (!("find" in entry)) return [[name, entry]];
  const record = capitalized(name.replace(/Endpoints$/, ""));
  return Object.entries(entry).map(([verb, one]) => [`${verb}${record}${verb === "list" ? "s" : ""}`, one]);
};

const names = new Map<Endpoint, string>();
/** The name of every call: its operation in the API description, and its function in the client. */
export const callNames: ReadonlyMap<Endpoint, string> = names;

/** A feature's endpoints, including those of its lists and records. */
const endpointsOf = (feature: FeatureEndpoints): Endpoint[] =>
  Object.entries(feature).flatMap(([key, entry]) =>
    callsOf(key, entry).map(([name, one]) => {
      names.set(one, name);
      return one;
    }),
  );

/** All endpoints of the product. */
export const api: Readonly<Record<string, readonly Endpoint[]>> = {
  "sign-in": endpointsOf(signIn),
  preferences: endpointsOf(preferences),
  profile: [profile, notificationPreferences].flatMap(endpointsOf),
  factors: endpointsOf(factors),
  security: [securityPolicy, signIns].flatMap(endpointsOf),
  "single-sign-on": [ssoSignIn, ssoConnections, ssoDomains, ssoIdentities, accessMappings].flatMap(
    endpointsOf,
  ),
  directory: endpointsOf(directory),
  views: [savedViews, views].flatMap(endpointsOf),
  company: [company, addresses].flatMap(endpointsOf),
  roles: endpointsOf(roles),
  users: [users, policies, erasure].flatMap(endpointsOf),
  access: [access, accessQuestions].flatMap(endpointsOf),
  audit: [audit, retention].flatMap(endpointsOf),
  hierarchy: [groups, nodes, nodeConfiguration, unassigned, tree].flatMap(endpointsOf),
  sites: [sites, siteRecords, loginAs].flatMap(endpointsOf),
  "site-types": endpointsOf(siteTypes),
  imports: [imports, fileImports].flatMap(endpointsOf),
  orders: [orders, warnings].flatMap(endpointsOf),
  approvals: [pending, comments].flatMap(endpointsOf),
  "approval-rules": [approvalRules, approvalSettings, approvalSimulations, decisionLink, delegations].flatMap(
    endpointsOf,
  ),
  budgets: endpointsOf(budgets),
  documents: endpointsOf(documents),
  alerts: [alerts, unreadAlerts, triggers, alertRules].flatMap(endpointsOf),
  integration: [integration, documentIngest].flatMap(endpointsOf),
  companies: [
    companies,
    companyConfigurations,
    companyIntegration,
    administrators,
    companyWarehouses,
    companyClosing,
  ].flatMap(endpointsOf),
  "support-access": endpointsOf(supportAccess),
  "company-data": endpointsOf(companyData),
  "company-keys": endpointsOf(companyKeys),
  assistants: endpointsOf(assistants),
  "api-keys": endpointsOf(apiKeys),
  events: [events, webhooks].flatMap(endpointsOf),
  installation: endpointsOf(checklist),
  theme: endpointsOf(companyTheme),
  usage: endpointsOf(usage),
  jobs: endpointsOf(jobs),
  home: endpointsOf(home),
  reports: endpointsOf(reports),
  analytics: [analytics, approvalTimes, companyAnalytics].flatMap(endpointsOf),
  search: endpointsOf(search),
  stream: endpointsOf(stream),
};
