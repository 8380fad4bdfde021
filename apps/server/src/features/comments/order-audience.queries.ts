import { sql } from "kysely";
import type { CompanyScope } from "../../platform/access/scope.ts";
import { nodePath, seesSite } from "../../platform/access/site-access.ts";
import { naturalSort } from "../../platform/db/natural-sort.ts";
import { personName, phoneForTexts } from "../../platform/db/person-fields.ts";
import { type Condition, contains } from "../../platform/lists/list.ts";
import type { ListedIds } from "../../platform/lists/listed-ids.ts";
import type { Recipient } from "../../platform/mail/outbox.ts";

/** A user who can see an order. */
export interface OrderReader extends Recipient {
  readonly placed_order: boolean;
}

/** The users of the company who can see the listed pending order, those who placed it first. */
const readers = async (
  { db, companyId }: CompanyScope,
  { ids }: ListedIds,
  who: Condition,
  limit: number,
): Promise<OrderReader[]> => {
  const hierarchy = sql`(select has_company_hierarchy from company_configurations where company_id = ${companyId})`;
  const place = [sql`step.site_id`, sql`step.path`] as const;
  const { rows } = await sql<OrderReader>`
    select person.id, ${personName} as name, person.email, ${phoneForTexts} as phone,
      person.id = any(step.placed_by) as placed_order
    from (select order_id, site_id, placed_by, ${nodePath(companyId, sql`order_steps.site_id`)} as path from order_steps
      where company_id = ${companyId} and order_id = any((select ${ids})::bigint[]) and is_current) as step
    join users person on person.company_id = ${companyId} and person.deleted_at is null and person.disabled_at is null
    where ${who}
      and case when ${hierarchy} then ${seesSite(companyId, true, ...place)} else ${seesSite(companyId, false, ...place)} end
    order by placed_order desc, ${naturalSort(personName)}, person.id limit ${limit}`.execute(db);
  return rows;
};

/** Those whose name or username contains what was typed; never the user who asks. */
export const readersByName = (scope: CompanyScope, listed: ListedIds, typed: string, limit: number) =>
  readers(
    scope,
    listed,
    sql`person.id <> ${scope.who.id} and (${contains(personName, typed)} or ${contains(sql`person.username`, typed)})`,
    limit,
  );

export const findReader = async (scope: CompanyScope, listed: ListedIds, id: number) =>
  (await readers(scope, listed, sql`person.id = ${id}`, 1))[0];

/** Those who placed the order, commented on it or were asked about it. */
export const participants = (scope: CompanyScope, listed: ListedIds, limit: number) =>
  readers(
    scope,
    listed,
    sql`(person.id = any(step.placed_by) or exists (select from order_comments said
      where said.company_id = ${scope.companyId} and said.order_id = step.order_id
        and person.id in (said.author_id, said.asks_id)))`,
    limit,
  );
