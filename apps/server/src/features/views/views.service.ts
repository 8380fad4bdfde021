import { must } from "@mcc/contract/access/permissions.ts";
import { displayName } from "@mcc/contract/access/session.ts";
import { fail } from "@mcc/contract/kit/errors.ts";
import type { ListWithViews, View } from "@mcc/contract/views/saved-views.schema.ts";
import { viewMessages } from "@mcc/contract/views/views.messages.ts";
import { type NewView, VIEW_LIMITS, type ViewChanges } from "@mcc/contract/views/views.schema.ts";
import type { CompanyScope } from "../../platform/access/scope.ts";
import { writeUnique } from "../../platform/db/unique.ts";
import { addChangeEntry } from "../audit/audit.service.ts";
import * as queries from "./views.queries.ts";

interface ViewKey {
  readonly list: ListWithViews;
  readonly id: number;
}

const uniqueName = { index: "list_views_name", field: "name", message: viewMessages.nameTaken };

type ViewRow = Awaited<ReturnType<typeof queries.viewRows>>[number];

const viewOf = ({ first_name, last_name, username, columns, filters, density, ...view }: ViewRow): View => ({
  ...view,
  columns: columns as View["columns"],
  filters: filters as View["filters"],
  density: density as View["density"],
  owner_name: displayName({ first_name, last_name, username }),
});

const findView = async (scope: CompanyScope, { list, id }: ViewKey): Promise<View> =>
  viewOf((await queries.findView(scope, list, id)) ?? fail("not_found"));

const mustBeBelowLimit = async (scope: CompanyScope, list: ListWithViews, shared: boolean): Promise<void> => {
  const count = await queries.countViews(scope, list);
  if (shared && count.shared > VIEW_LIMITS.shared) {
    fail("views.full", viewMessages.tooManyShared(VIEW_LIMITS.shared));
  }
  if (!shared && count.own > VIEW_LIMITS.own) fail("views.full", viewMessages.tooManyOwn(VIEW_LIMITS.own));
};

/** Private views are nobody else's business; a shared one is on record. */
const auditShared = async (scope: CompanyScope, list: ListWithViews, change: Change): Promise<void> => {
  const { before, after } = change;
  const record = after ?? before;
  if (!record || !(before?.shared || after?.shared)) return;
  // The default is each reader's own.
  const details = ({ is_default: _, is_owner: __, ...view }: View) => ({ list, ...view });
  const action = !before ? "view.created" : after ? "view.updated" : "view.deleted";
  await addChangeEntry(scope, {
    action,
    record: details(record),
    before: before && after ? details(before) : undefined,
  });
};
interface Change {
  readonly before?: View;
  readonly after?: View;
}

export const views = async (scope: CompanyScope, list: ListWithViews) => ({
  results: (await queries.viewRows(scope, list)).map(viewOf),
});

export const createView = async (
  scope: CompanyScope,
  list: ListWithViews,
  { is_default, ...fields }: NewView,
): Promise<View> => {
  if (fields.shared) must(scope.who, "company-admin");
  await queries.lockViews(scope);
  const { id } = await writeUnique(queries.addView(scope, list, fields), uniqueName);
  await mustBeBelowLimit(scope, list, fields.shared);
  if (is_default) await queries.setDefaultView(scope, list, id);
  const after = await findView(scope, { list, id });
  await auditShared(scope, list, { after });
  return after;
};

const changeView = async (
  scope: CompanyScope,
  list: ListWithViews,
  before: View,
  changes: Omit<ViewChanges, "is_default">,
): Promise<void> => {
  const { shared = before.shared } = changes;
  if (!before.is_owner) fail("view.not_owner");
  // Also for an owner who is no longer a company admin: everyone sees the change.
  if (shared) must(scope.who, "company-admin");
  await writeUnique(queries.setView(scope, before.id, changes), uniqueName);
  if (shared === before.shared) return;
  await mustBeBelowLimit(scope, list, shared);
  if (!shared) await queries.clearDefaultsOfOthers(scope, before.id);
};

export const updateView = async (
  scope: CompanyScope,
  key: ViewKey,
  { is_default, ...changes }: ViewChanges,
): Promise<View> => {
  await queries.lockViews(scope);
  const before = await findView(scope, key);
  const isChanged = Object.keys(changes).length > 0;
  if (isChanged) await changeView(scope, key.list, before, changes);
  if (is_default === true) await queries.setDefaultView(scope, key.list, key.id);
  if (is_default === false) await queries.clearDefaultView(scope, key.id);
  const after = await findView(scope, key);
  if (isChanged) await auditShared(scope, key.list, { before, after });
  return after;
};

/** Whoever had it as their default sees the standard list again. */
export const deleteView = async (scope: CompanyScope, key: ViewKey) => {
  await queries.lockViews(scope);
  const before = await findView(scope, key);
  if (!before.is_owner) fail("view.not_owner");
  await queries.deleteView(scope, key.id);
  await auditShared(scope, key.list, { before });
  return { detail: viewMessages.deleted };
};
