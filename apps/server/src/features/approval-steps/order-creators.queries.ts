import { sql } from "kysely";
import type { CompanyScope } from "../../platform/access/scope.ts";
import { nodePath, seesSite } from "../../platform/access/site-access.ts";
import { prepared } from "../../platform/db/connection.ts";
import { personName, phoneForTexts } from "../../platform/db/person-fields.ts";
import type { ListedIds } from "../../platform/lists/listed-ids.ts";
import type { Recipient } from "../../platform/mail/outbox.ts";

/** A user who placed an order and may be notified about it. */
export interface OrderCreator extends Recipient {
  /** The order's site, by the name it had then. */
  readonly site: string;
}

/**
 * The users who placed the listed pending order and may see it. A name alone can match a user who has nothing to do with
 * the order: such a user learns nothing that the lists would not show.
 */
export const listedOrderCreators = async (
  { db, companyId }: CompanyScope,
  { ids }: ListedIds,
): Promise<OrderCreator[]> => {
  const hierarchy = sql`(select has_company_hierarchy from company_configurations where company_id = ${companyId})`;
  const place = [sql`step.site_id`, nodePath(companyId, sql`step.site_id`)] as const;
  const { rows } = await sql<OrderCreator>`${prepared("listed-order-creators")}
    select person.id, ${personName} as name, person.email, ${phoneForTexts} as phone, snapshot.name as site
    from unnest(${ids}) as listed (id)
    cross join lateral (select order_id, site_id, placed_by from order_steps
      where company_id = ${companyId} and order_id = listed.id and is_current) as step
    join orders on orders.company_id = ${companyId} and orders.id = step.order_id
    join site_snapshots snapshot on snapshot.company_id = ${companyId} and snapshot.id = orders.site_snapshot_id
    join users person on person.company_id = ${companyId} and person.id = any(step.placed_by)
    where person.deleted_at is null
      and case when ${hierarchy} then ${seesSite(companyId, true, ...place)} else ${seesSite(companyId, false, ...place)} end
    order by person.id`.execute(db);
  return rows;
};
