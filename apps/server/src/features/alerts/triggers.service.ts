import { displayName } from "@mcc/contract/access/session.ts";
import { triggerMessages as says } from "@mcc/contract/alerts/triggers.messages.ts";
import { hasRule, triggerProblems } from "@mcc/contract/alerts/triggers.rules.ts";
import type { NewTrigger, Trigger, TriggerChanges } from "@mcc/contract/alerts/triggers.schema.ts";
import { fail, failField } from "@mcc/contract/kit/errors.ts";
import { notFoundMessage } from "@mcc/contract/kit/schema-messages.ts";
import type { CompanyScope } from "../../platform/access/scope.ts";
import { writeUnique } from "../../platform/db/unique.ts";
import type { ListRequest } from "../../platform/lists/list-source.ts";
import type { Filters } from "../../platform/lists/plain-columns.ts";
import type { Platform } from "../../platform/platform.ts";
import { addAuditEntry, addChangeEntry } from "../audit/audit.service.ts";
import { findTrigger, lockTrigger, triggerSource } from "./triggers.list.ts";
import * as queries from "./triggers.queries.ts";

const oneOfEach = {
  index: "triggers_company_id_user_id_site_id_rule_key",
  field: "rule",
  message: says.taken,
};

const announce = ({ changes }: Platform, scope: CompanyScope, siteIds: readonly number[]): void =>
  scope.afterCommit(() => changes.announce({ kind: "alerts", companyId: scope.companyId, siteIds }));

/** Company admins create rules for anybody of the company, other users for themselves. */
const ownerOf = ({ who }: CompanyScope, { user = who.id }: NewTrigger): number =>
  user === who.id || who.is_company_admin ? user : failField("user", notFoundMessage("user"));

export const createTrigger = async (
  platform: Platform,
  scope: CompanyScope,
  trigger: NewTrigger,
): Promise<Trigger> => {
  const owner = ownerOf(scope, trigger);
  if (!hasRule(scope.who, trigger.rule)) failField("rule", says.weekdayDisabled);
  const site = (await queries.findSite(scope, trigger.site)) ?? failField("site", notFoundMessage("site"));
  const access =
    (await queries.findAccess(scope, owner, site.id)) ?? failField("user", notFoundMessage("user"));
  if (!access.has_access) failField("site", says.noAccess);
  const { id } = await writeUnique(queries.addTrigger(scope, owner, trigger), oneOfEach);
  const record = (await findTrigger(scope, id)) ?? fail("not_found");
  await addChangeEntry(scope, { action: "trigger.created", record });
  announce(platform, scope, [site.id]);
  return record;
};

/** A change that changes nothing is no history. */
export const updateTrigger = async (
  platform: Platform,
  scope: CompanyScope,
  id: number,
  changes: TriggerChanges,
): Promise<Trigger> => {
  const before = (await lockTrigger(scope, id)) ?? fail("not_found");
  const record = { ...before, ...changes };
  for (const { field, message } of triggerProblems(record)) failField(field, message);
  if (JSON.stringify(record) === JSON.stringify(before)) return before;
  await queries.updateTrigger(scope, id, changes);
  await addChangeEntry(scope, { action: "trigger.updated", record, before });
  announce(platform, scope, [record.site.id]);
  return record;
};

/** All that the user may see and the filters let through, in one statement. */
export const updateTriggers = async (
  platform: Platform,
  scope: CompanyScope,
  { filters, enabled }: { readonly filters: Filters; readonly enabled: boolean },
  url: URL,
) => {
  const request: ListRequest<undefined> = { params: undefined, url };
  const ids = await triggerSource.matchingIds(scope, filters, request);
  const sites = await queries.switchTriggers(scope, ids, enabled);
  const count = sites.length;
  if (count > 0) {
    await addAuditEntry(scope.db, {
      actor: { id: scope.who.id, name: displayName(scope.who) },
      action: "trigger.batch_updated",
      record: { type: "trigger", id: "filtered" },
      details: { enabled, filters, count },
      before: { enabled: !enabled },
    });
    announce(platform, scope, [...new Set(sites)]);
  }
  return { detail: says.allUpdated, count };
};

export const deleteTrigger = async (platform: Platform, scope: CompanyScope, id: number) => {
  const record = (await lockTrigger(scope, id)) ?? fail("not_found");
  await queries.deleteTrigger(scope, id);
  await addChangeEntry(scope, { action: "trigger.deleted", record });
  announce(platform, scope, [record.site.id]);
  return { detail: says.deleted };
};
