import { type AliasedRawBuilder, sql } from "kysely";
import type { CompanyScope } from "../access/scope.ts";
import { naturalSort } from "../db/natural-sort.ts";
import { writeUnique } from "../db/unique.ts";
import { countedPage, type Page, type Window } from "../lists/list.ts";

type Field = string | AliasedRawBuilder<unknown, string>;

interface NamedTable {
  /** With a unique index on its names, such as `roles_name`. */
  readonly table: "roles" | "site_types";
  readonly nameTaken: string;
  /** The rows that have one of these records. */
  readonly usedBy: { readonly table: "sites" | "users"; readonly column: string };
  /** What a record has beside its id and its name. */
  readonly fields?: (scope: CompanyScope) => readonly Field[];
  /** What it has in the list besides. */
  readonly listed?: (scope: CompanyScope) => readonly Field[];
}

/** Which of them: ordered by their names, descending for "-name". */
export type NamedQuery = Window & { readonly order_by?: unknown };

/** The queries of a company's records that have a name of their own. */
export const namedRecords = <
  Row extends { readonly id: number; readonly name: string },
  Listed extends Row = Row,
>({
  table: named,
  nameTaken,
  usedBy,
  fields = () => [],
  listed = () => [],
}: NamedTable) => {
  const table = named as "site_types"; // the columns that all of them have
  const uniqueName = { index: `${named}_name`, field: "name", message: nameTaken };
  const [using, has] = [sql.raw(usedBy.table), sql.raw(usedBy.column)];
  const rows = (scope: CompanyScope) =>
    scope.db
      .selectFrom(table)
      .where("company_id", "=", scope.companyId)
      .select(["id", "name", ...(fields(scope) as [])]);
  const one = (scope: CompanyScope, id: number) => rows(scope).where("id", "=", id);
  return {
    list: async (scope: CompanyScope, { limit, offset, order_by }: NamedQuery): Promise<Page<Listed>> => {
      const direction = order_by === "-name" ? "desc" : "asc";
      const found = await rows(scope)
        .select([sql<number>`count(*) over ()`.as("count"), ...(listed(scope) as [])])
        .orderBy(naturalSort(sql.ref("name")), direction)
        .orderBy("id", direction)
        .limit(limit)
        .offset(offset)
        .execute();
      return countedPage(found) as Page<unknown> as Page<Listed>;
    },
    find: (scope: CompanyScope, id: number) => one(scope, id).executeTakeFirst() as Promise<Row | undefined>,
    /** Until the transaction ends, nobody changes the record or gives it to a row. */
    lock: (scope: CompanyScope, id: number) =>
      one(scope, id).forUpdate().executeTakeFirst() as Promise<Row | undefined>,
    add: ({ db }: CompanyScope, { name }: { readonly name: string }) =>
      writeUnique(
        db.insertInto(table).values({ name }).returning("id").executeTakeFirstOrThrow(),
        uniqueName,
      ),
    set: ({ db, companyId }: CompanyScope, id: number, changes: object) =>
      writeUnique(
        db
          .updateTable(table)
          .set(changes as { readonly name: string })
          .where("company_id", "=", companyId)
          .where("id", "=", id)
          .execute(),
        uniqueName,
      ),
    countUses: async ({ db, companyId }: CompanyScope, id: number): Promise<number> => {
      const { rows: counted } = await sql<{ count: number }>`select count(*)::int as count from ${using}
    where company_id = ${companyId} and ${has} = ${id} and deleted_at is null`.execute(db);
      return counted[0]?.count ?? 0;
    },
    /** Deleted rows are kept, and would otherwise still refer to it. */
    remove: async ({ db, companyId }: CompanyScope, id: number): Promise<void> => {
      await sql`update ${using} set ${has} = null
    where company_id = ${companyId} and ${has} = ${id} and deleted_at is not null`.execute(db);
      await db.deleteFrom(table).where("company_id", "=", companyId).where("id", "=", id).execute();
    },
  };
};
