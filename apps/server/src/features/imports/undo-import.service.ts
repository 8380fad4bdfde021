import { displayName } from "@mcc/contract/access/session.ts";
import { importMessages as says } from "@mcc/contract/imports/imports.messages.ts";
import { IMPORT_LIMITS, type Import } from "@mcc/contract/imports/imports.schema.ts";
import { AppError, fail } from "@mcc/contract/kit/errors.ts";
import type { CompanyScope } from "../../platform/access/scope.ts";
import type { Services } from "../../platform/services.ts";
import { triggersFollowAccess } from "../alerts/trigger-access.service.ts";
import { addChangeEntry } from "../audit/audit.service.ts";
import { announceSites } from "../sites/site-changes.service.ts";
import { undoBudgets } from "./budgets/undo-budgets.service.ts";
import { lockImport } from "./imports.queries.ts";
import { findImport } from "./imports.service.ts";
import * as queries from "./undo.queries.ts";

const SENTENCES: Readonly<Record<queries.Obstacle["kind"], (name: string, count: number) => string>> = {
  changed: says.siteChanged,
  gone: says.siteGone,
  taken: says.siteNameTaken,
  lost: says.siteLost,
  orders: says.siteHasOrders,
  documents: says.siteHasDocuments,
  rules: says.siteHasRules,
  policies: says.siteHasPolicies,
  users: says.siteHasUsers,
};

const refuse = (reasons: readonly string[], total = reasons.length): void => {
  if (total === 0) return;
  const told = reasons.slice(0, IMPORT_LIMITS.reasons);
  const more = total > told.length ? [says.moreReasons(total - told.length)] : [];
  throw new AppError("import.in_use", { reasons: [...told, ...more] });
};

/** Everything or nothing: what has come to depend on a row, and what was changed since, is told first. */
const undoSites = async (services: Services, scope: CompanyScope, id: string): Promise<void> => {
  const sites = await queries.lockSitesOf(scope, id);
  const { obstacles, total } = await queries.obstaclesOf(scope, id, IMPORT_LIMITS.reasons);
  refuse(
    obstacles.map(({ kind, name, count }) => SENTENCES[kind](name, count)),
    total,
  );
  const actor = { id: scope.who.id, name: displayName(scope.who) };
  await queries.removeAssignments(scope, id);
  await queries.deleteCreated(scope, id, actor);
  await queries.deleteShopUsers(scope, id);
  await queries.restoreUpdated(scope, id, actor);
  await triggersFollowAccess(services, scope, { sites });
  announceSites(services, scope);
};

/** Deletes what an import created and restores what it updated. */
export const undoImport = async (
  services: Services,
  scope: CompanyScope,
  given: string | null,
): Promise<Import> => {
  const id = given ?? fail("not_found");
  const { kind, undone_at, file_name } = (await lockImport(scope, id)) ?? fail("not_found");
  if (undone_at) fail("import.undone");
  if (kind === "budgets") refuse(await undoBudgets(services, scope, id));
  else await undoSites(services, scope, id);
  await queries.markUndone(scope, id);
  await addChangeEntry(scope, {
    action: "import.undone",
    record: { id, ...{ file_name, undone: true } },
    before: { id, ...{ undone: false } },
  });
  return findImport(scope, id);
};
