import type { ViewChanges } from "@mcc/contract/views/views.schema.ts";
import { type RawBuilder, sql } from "kysely";
import type { CompanyScope } from "../../platform/access/scope.ts";
import { takeLock } from "../../platform/db/advisory-locks.ts";
import { naturalSort } from "../../platform/db/natural-sort.ts";

/** Views are saved one after the other in a company, so that each is counted. */
export const lockViews = ({ db, companyId }: CompanyScope) => takeLock(db, "views", companyId);

/** A shared view whose owner has left is looked after by the company admins. */
const isOwner = ({ who }: CompanyScope): RawBuilder<boolean> =>
  sql<boolean>`(view.user_id = ${who.id} or (${who.is_company_admin}::boolean and owner.deleted_at is not null))`;

/** The user's own views of a list and the shared ones. */
const visibleViews = (scope: CompanyScope, list: string) => {
  const { db, companyId, who } = scope;
  return db
    .selectFrom("list_views as view")
    .innerJoin("users as owner", "owner.id", "view.user_id")
    .where("view.company_id", "=", companyId)
    .where("view.list", "=", list)
    .where((either) => either.or([either("view.user_id", "=", who.id), either("view.shared", "=", true)]))
    .select([
      "view.id",
      "view.name",
      "view.columns",
      "view.ordering",
      "view.filters",
      "view.density",
      "view.shared",
      isOwner(scope).as("is_owner"),
      "owner.first_name",
      "owner.last_name",
      "owner.username",
      sql<boolean>`exists (select from list_view_defaults chosen where chosen.company_id = ${companyId}
        and chosen.user_id = ${who.id} and chosen.list = ${list} and chosen.view_id = view.id)`.as(
        "is_default",
      ),
    ]);
};

export const viewRows = (scope: CompanyScope, list: string) =>
  visibleViews(scope, list)
    .orderBy(naturalSort(sql.ref("view.name")))
    .orderBy("view.id")
    .execute();

export const findView = (scope: CompanyScope, list: string, id: number) =>
  visibleViews(scope, list).where("view.id", "=", id).executeTakeFirst();

type StoredFields = Omit<ViewChanges, "is_default">;

const storedFields = ({ columns, filters, ...plain }: StoredFields) => ({
  ...plain,
  ...(columns && { columns: JSON.stringify(columns) }),
  ...(filters && { filters: JSON.stringify(filters) }),
});

export const addView = (
  { db, who }: CompanyScope,
  list: string,
  view: Required<StoredFields>,
): Promise<{ id: number }> => {
  const { name, columns, filters, ordering, density, shared } = view;
  return db
    .insertInto("list_views")
    .values({
      user_id: who.id,
      list,
      name,
      columns: JSON.stringify(columns),
      filters: JSON.stringify(filters),
      ordering,
      density,
      shared,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
};

/** Whoever changes it is its owner from then on; see `isOwner`. */
export const setView = ({ db, companyId, who }: CompanyScope, id: number, changes: StoredFields) =>
  db
    .updateTable("list_views")
    .set({ ...storedFields(changes), user_id: who.id, updated_at: sql`now()` })
    .where("company_id", "=", companyId)
    .where("id", "=", id)
    .execute();

export const deleteView = ({ db, companyId }: CompanyScope, id: number) =>
  db.deleteFrom("list_views").where("company_id", "=", companyId).where("id", "=", id).execute();

/** The user's own views that are not shared, and the company's shared ones. */
export const countViews = async ({ db, companyId, who }: CompanyScope, list: string) => {
  const { rows } = await sql<{ own: number; shared: number }>`
    select (count(*) filter (where user_id = ${who.id} and not shared))::int as own,
      (count(*) filter (where shared))::int as shared
    from list_views where company_id = ${companyId} and list = ${list}
      and (user_id = ${who.id} or shared)`.execute(db);
  return rows[0] as { own: number; shared: number };
};

export const setDefaultView = ({ db, who }: CompanyScope, list: string, viewId: number) =>
  db
    .insertInto("list_view_defaults")
    .values({ user_id: who.id, list, view_id: viewId })
    .onConflict((clash) =>
      clash.columns(["company_id", "user_id", "list"]).doUpdateSet((row) => ({
        view_id: row.ref("excluded.view_id"),
      })),
    )
    .execute();

const defaultsOf = ({ db, companyId }: CompanyScope, viewId: number) =>
  db.deleteFrom("list_view_defaults").where("company_id", "=", companyId).where("view_id", "=", viewId);

export const clearDefaultView = (scope: CompanyScope, viewId: number) =>
  defaultsOf(scope, viewId).where("user_id", "=", scope.who.id).execute();

/** Of a view that is shared no longer. */
export const clearDefaultsOfOthers = (scope: CompanyScope, viewId: number) =>
  defaultsOf(scope, viewId).where("user_id", "<>", scope.who.id).execute();
