import { displayName } from "@mcc/contract/access/session.ts";
import {
  type AlertRule,
  type AlertRuleChanges,
  MOST_RULES,
  type NewAlertRule,
  type RulesOfUser,
  type SiteRule,
  type SiteRuleSwitch,
} from "@mcc/contract/alerts/alert-rules.schema.ts";
import { triggerMessages as says } from "@mcc/contract/alerts/triggers.messages.ts";
import { hasRule, isDigest, ruleProblems } from "@mcc/contract/alerts/triggers.rules.ts";
import { fail, failField } from "@mcc/contract/kit/errors.ts";
import { notFoundMessage } from "@mcc/contract/kit/schema-messages.ts";
import { textMessages } from "@mcc/contract/profile/notification-topics.ts";
import type { CompanyScope } from "../../../platform/access/scope.ts";
import type { Services } from "../../../platform/services.ts";
import { addAuditEntry, addChangeEntry } from "../../audit/audit.service.ts";
import * as queries from "./alert-rules.queries.ts";

export { copyAlertRules } from "./alert-rules.queries.ts";

/** Company admins have rules of anybody of the company, other users their own. */
const mayOwn = ({ who }: CompanyScope, userId: number): boolean => userId === who.id || who.is_company_admin;

/** Open pages of the user show it. */
const announce = ({ changes }: Services, scope: CompanyScope, userId: number): void =>
  scope.afterCommit(() => changes.announce({ kind: "own-alerts", userId }));

const reaching = (
  owner: queries.Owner,
  { rule, frequency }: Pick<SiteRule, "rule" | "frequency">,
): SiteRule["channels"] => {
  const chosen = isDigest(rule, frequency) ? owner.digests : owner.alerts;
  const hasTexts = textMessages(owner) === "possible";
  return ["portal", ...chosen.filter((channel) => channel === "email" || hasTexts)];
};

export const rulesOfUser = async (scope: CompanyScope, userId = scope.who.id): Promise<RulesOfUser> => {
  const owner = mayOwn(scope, userId) ? await queries.findOwner(scope, userId) : undefined;
  if (!owner) return fail("not_found");
  const [rules, bySite] = await Promise.all([
    queries.rulesOfOwner(scope, userId),
    queries.siteRuleRows(scope, userId),
  ]);
  return {
    user: { id: owner.id, name: owner.name, username: owner.username },
    alerts_enabled: owner.alerts_enabled,
    text_messages: textMessages(owner),
    rules,
    by_site: bySite.map((rule) => ({ ...rule, channels: reaching(owner, rule) })),
  };
};

interface Checked {
  readonly channels?: readonly string[];
  readonly sites?: readonly number[];
}

/** The user gets text messages, and has access to the sites. */
const checkOwner = async (scope: CompanyScope, owner: queries.Owner, { channels, sites }: Checked) => {
  if (channels?.includes("text") && textMessages(owner) !== "possible")
    failField("channels", says.noTextMessages);
  if (!sites) return;
  const accessible = await queries.accessibleSites(scope, owner.id, sites);
  if (accessible.length < sites.length)
    failField("sites", owner.id === scope.who.id ? notFoundMessage("site") : says.noAccess);
};

export const createAlertRule = async (
  services: Services,
  scope: CompanyScope,
  { user = scope.who.id, sites, ...settings }: NewAlertRule,
): Promise<AlertRule> => {
  const owner = mayOwn(scope, user) ? await queries.lockOwner(scope, user) : undefined;
  if (!owner) return failField("user", notFoundMessage("user"));
  if (!hasRule(scope.who, settings.rule)) failField("rule", says.weekdayDisabled);
  await checkOwner(scope, owner, { channels: settings.channels, sites });
  if ((await queries.rulesOfOwner(scope, user)).length >= MOST_RULES)
    failField("rule", says.tooManyRules(MOST_RULES));
  const id = await queries.addRule(scope, user, settings);
  await queries.setSites(scope, { id, userId: user }, sites);
  const rule = (await queries.findRule(scope, id)) ?? fail("not_found");
  await addChangeEntry(scope, { action: "alert_rule.created", record: rule });
  announce(services, scope, user);
  return rule;
};

/** Whether a rule that has changed like this looks for other orders than before. */
const needsNewCounts = (before: AlertRule, after: AlertRule): boolean =>
  (["rule", "frequency", "amount", "range_value"] as const).some(
    (field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]),
  );

export const updateAlertRule = async (
  services: Services,
  scope: CompanyScope,
  id: number,
  { sites, ...settings }: AlertRuleChanges,
): Promise<AlertRule> => {
  const before = (await queries.lockRule(scope, id)) ?? fail("not_found");
  const owner = (await queries.lockOwner(scope, before.user.id)) ?? fail("not_found");
  // A rule that becomes one for all sites keeps none.
  const chosen = sites ?? (settings.all_sites ? [] : before.sites.map((site) => site.id));
  // A rule whose sites are gone can still be disabled.
  for (const { field, message } of ruleProblems({ ...before, ...settings, sites: chosen }))
    if (field !== "sites" || sites || settings.all_sites !== undefined) failField(field, message);
  if (settings.rule && !hasRule(scope.who, settings.rule)) failField("rule", says.weekdayDisabled);
  await checkOwner(scope, owner, { channels: settings.channels, sites });
  if (Object.keys(settings).length > 0) await queries.updateRule(scope, id, settings);
  if (sites || settings.all_sites) await queries.setSites(scope, { id, userId: owner.id }, chosen);
  const rule = (await queries.findRule(scope, id)) ?? fail("not_found");
  if (JSON.stringify(rule) === JSON.stringify(before)) return rule;
  if (needsNewCounts(before, rule)) await queries.resetCounts(scope, id);
  await addChangeEntry(scope, { action: "alert_rule.updated", record: rule, before });
  announce(services, scope, owner.id);
  return rule;
};

export const deleteAlertRule = async (services: Services, scope: CompanyScope, id: number) => {
  const rule = (await queries.lockRule(scope, id)) ?? fail("not_found");
  await queries.deleteRule(scope, id);
  await addChangeEntry(scope, { action: "alert_rule.deleted", record: rule });
  announce(services, scope, rule.user.id);
  return { detail: says.deleted };
};

/** All triggers of a user that are alike, at the sites that the caller may see. */
export const switchSiteRule = async (services: Services, scope: CompanyScope, given: SiteRuleSwitch) => {
  const { user = scope.who.id, enabled, ...alike } = given;
  const owner = mayOwn(scope, user) ? await queries.findOwner(scope, user) : undefined;
  if (!owner) return failField("user", notFoundMessage("user"));
  const sites = await queries.switchSiteRule(scope, user, given);
  const count = sites.length;
  if (count > 0) {
    await addAuditEntry(scope.db, {
      actor: { id: scope.who.id, name: displayName(scope.who) },
      action: "trigger.batch_updated",
      record: { type: "trigger", id: "filtered" },
      details: { enabled, filters: { ...alike, username: owner.username }, count },
      before: { enabled: !enabled },
    });
    const { changes } = services;
    scope.afterCommit(() => changes.announce({ kind: "alerts", companyId: scope.companyId, siteIds: sites }));
  }
  return { detail: says.allUpdated, count };
};
