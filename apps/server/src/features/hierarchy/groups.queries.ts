import type { GroupChanges, NewGroup } from "@mcc/contract/hierarchy/groups.schema.ts";
import type { CompanyScope } from "../../platform/access/scope.ts";

/** Until the transaction ends, nobody changes or deletes the group, or makes a node of it. */
export const lockGroup = ({ db, companyId }: CompanyScope, id: number) =>
  db
    .selectFrom("organization_groups")
    .select("id")
    .where("company_id", "=", companyId)
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();

export const addGroup = ({ db }: CompanyScope, group: NewGroup) =>
  db.insertInto("organization_groups").values(group).returning("id").executeTakeFirstOrThrow();

export const setGroup = ({ db, companyId }: CompanyScope, id: number, changes: GroupChanges) =>
  db
    .updateTable("organization_groups")
    .set(changes)
    .where("company_id", "=", companyId)
    .where("id", "=", id)
    .execute();

export const deleteGroup = ({ db, companyId }: CompanyScope, id: number) =>
  db.deleteFrom("organization_groups").where("company_id", "=", companyId).where("id", "=", id).execute();
