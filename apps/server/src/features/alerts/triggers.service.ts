import { displayName } from "@mcc/contract/access/session.ts";
import { triggerMessages as says } from "@mcc/contract/alerts/triggers.messages.ts";
import { hasRule, triggerProblems } from "@mcc/contract/alerts/triggers.rules.ts";
import type { NewTrigger, Trigger, TriggerChanges } from "@mcc/contract/alerts/triggers.schema.ts";
import { failField } from "@mcc/contract/kit/errors.ts";
import { notFoundMessage } from "@mcc/contract/kit/schema-messages.ts";
import type { CompanyScope } from "../../platform/access/scope.ts";
import { writeUnique } from "../../platform/db/unique.ts";
import type { ListRequest } from "../../platform/lists/list-source.ts";
import type { Filters } from "../../platform/lists/plain-columns.ts";
import type { Services } from "../../platform/services.ts";
import { addAuditEntry } from "../audit/audit.service.ts";
import { recordChanges } from "../audit/record-changes.service.ts";
import { findTrigger, lockTrigger, triggerSource } from "./triggers.list.ts";
import * as queries from "./triggers.queries.ts";

const oneOfEach = {
  index: "triggers_company_id_user_id_site_id_rule_key",
  field: "rule",
  message: says.taken,
};

const announce = ({ changes }: Services, scope: CompanyScope, siteIds: readonly number[]): void =>
  scope.afterCommit(() => changes.announce({ kind: "alerts", companyId: scope.companyId, siteIds }));

/** Company admins create rules for anybody of the company, other users for themselves. */
const ownerOf = ({ who }: CompanyScope, { user = who.id }: NewTrigger): number =>
  user === who.id || who.is_company_admin ? user : failField("user", notFoundMessage("user"));

const addTrigger = async (scope: CompanyScope, trigger: NewTrigger) => {
  const owner = ownerOf(scope, trigger);
  if (!hasRule(scope.who, trigger.rule)) failField("rule", says.weekdayDisabled);
  const site = (await queries.findSite(scope, trigger.site)) ?? failField("site", notFoundMessage("site"));
  const access =
    (await queries.findAccess(scope, owner, site.id)) ?? failField("user", notFoundMessage("user"));
  if (!access.has_access) failField("site", says.noAccess);
  return writeUnique(queries.addTrigger(scope, owner, trigger), oneOfEach);
};

export const triggerService = (services: Services) =>
  recordChanges<Trigger, NewTrigger, TriggerChanges>({
    type: "trigger",
    find: findTrigger,
    lock: lockTrigger,
    add: addTrigger,
    mayUpdate: (record) => {
      for (const { field, message } of triggerProblems(record)) failField(field, message);
    },
    set: queries.updateTrigger,
    remove: queries.deleteTrigger,
    announce: (scope, { site }) => announce(services, scope, [site.id]),
    deleted: says.deleted,
  });

/** All that the user may see and the filters let through, in one statement. */
export const updateTriggers = async (
  services: Services,
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
    announce(services, scope, [...new Set(sites)]);
  }
  return { detail: says.allUpdated, count };
};
