import { budgetEntryList } from "@mcc/contract/budgets/budgets.api.ts";
import type { BudgetEntry } from "@mcc/contract/budgets/budgets.schema.ts";
import { fail } from "@mcc/contract/kit/errors.ts";
import { sql } from "kysely";
import type { CompanyScope } from "../../platform/access/scope.ts";
import { contains } from "../../platform/lists/list.ts";
import { requiredValue, values } from "../../platform/lists/plain-columns.ts";
import { plainList } from "../../platform/lists/plain-list.ts";
import { isBudgetSeen } from "./budgets.queries.ts";

type Params = { readonly id: number };
type EntryRecord = Omit<BudgetEntry, "moment"> & { readonly moment: Date; readonly is_seen: boolean };

const AMOUNT = sql`case entry.kind when 'commit' then entry.committed else entry.reserved + entry.committed end`;

const seenSite = ({ siteIds }: CompanyScope) =>
  siteIds === "all" ? sql`true` : sql`orders.site_id = any(${siteIds}::bigint[])`;

/** Company admins and owners see every entry of a budget, others those of the sites that they see. */
export const entrySource = plainList<typeof budgetEntryList, EntryRecord, CompanyScope, Params>(
  budgetEntryList,
  {
    // Left joins on unique keys, which a count leaves out.
    from: sql`budget_entries as entry
    left join orders on orders.company_id = entry.company_id and orders.id = entry.order_id
    left join site_snapshots as site on site.company_id = entry.company_id and site.id = orders.site_snapshot_id`,
    id: sql`entry.id`,
    visible: (scope, { params: { id } }) => [
      sql`entry.company_id = ${scope.companyId} and entry.budget_id = ${id}`,
      sql`entry.revision <= (select revision from budgets where company_id = ${scope.companyId} and id = ${id})`,
      ...(scope.siteIds === "all"
        ? []
        : [
            sql`(${seenSite(scope)} or exists (select from budget_owners where company_id = ${scope.companyId}
            and budget_id = ${id} and user_id = ${scope.who.id}))`,
          ]),
    ],
    mustExist: async (scope, { id }) => {
      if (!(await isBudgetSeen(scope, id))) fail("not_found");
    },
    extra: ({ period }) => (period === undefined ? [] : [sql`entry.period_start = ${period}::date`]),
    columns: {
      moment: requiredValue(sql`entry.moment`),
      kind: requiredValue(sql`entry.kind`),
      order: values((scope) => sql`select orders.identifier as value where ${seenSite(scope)}`),
      site: values((scope) => sql`select site.name as value where ${seenSite(scope)}`),
      amount: requiredValue(AMOUNT),
      actor: requiredValue(sql`entry.actor_name`),
    },
    search: async (typed, scope) =>
      sql`(${seenSite(scope)} and ${contains(sql`concat_ws(' ', orders.identifier, site.name, entry.actor_name)`, typed)})`,
    fields: (
      scope,
    ) => sql`entry.id, entry.moment, entry.kind, orders.identifier as "order", site.name as site,
    ${AMOUNT} as amount, entry.reserved, entry.committed,
    case when ${scope.siteIds === "all"}::boolean or exists (select from budget_owners where company_id = ${scope.companyId}
      and budget_id = entry.budget_id and user_id = ${scope.who.id}) then entry.used end as used, entry.period_start::text as period_starts_on,
    entry.actor_name as actor, ${seenSite(scope)} as is_seen`,
    toRows: (records) =>
      records.map(({ moment, is_seen, order, site, ...entry }) => ({
        ...entry,
        moment: moment.toISOString(),
        order: is_seen ? order : null,
        site: is_seen ? site : null,
      })),
  },
);
