import { budgetEntryList } from "@mcc/contract/budgets/budgets.api.ts";
import type { BudgetEntry } from "@mcc/contract/budgets/budgets.schema.ts";
import { fail } from "@mcc/contract/kit/errors.ts";
import { sql } from "kysely";
import type { CompanyScope } from "../../platform/access/scope.ts";
import { contains } from "../../platform/lists/list.ts";
import { requiredValue, values } from "../../platform/lists/plain-columns.ts";
import { plainList } from "../../platform/lists/plain-list.ts";
import { budgetsSeen, isBudgetSeen } from "./budgets.queries.ts";

type Params = { readonly id: number };
type EntryRecord = Omit<BudgetEntry, "moment" | "order" | "site"> & {
  readonly moment: Date;
  readonly placed: Pick<BudgetEntry, "order" | "site"> | null;
};

const AMOUNT = sql`case entry.kind when 'commit' then entry.committed else entry.reserved + entry.committed end`;

/** The entry's order if the user sees its site. With the company as a literal, one of 32 partitions is planned. */
const seenOrder = ({ companyId, siteIds }: CompanyScope) => sql`
  from orders join site_snapshots as site on site.company_id = orders.company_id and site.id = orders.site_snapshot_id
  where orders.company_id = ${sql.lit(companyId)} and orders.id = entry.order_id
    ${siteIds === "all" ? sql`` : sql`and orders.site_id = any(${siteIds}::bigint[])`}`;

const isOwner = ({ companyId, who }: CompanyScope) => sql`exists (select from budget_owners
  where company_id = ${companyId} and budget_id = entry.budget_id and user_id = ${who.id})`;

/** A total of the budget, to those who see its totals. */
const used = (scope: CompanyScope) =>
  scope.siteIds === "all"
    ? sql`entry.used`
    : sql`case when entry.budget_id in (${budgetsSeen(scope, "totals")}) then entry.used end`;

/** Company admins and owners see every entry of a budget, others those of the sites that they see. */
export const entrySource = plainList<typeof budgetEntryList, EntryRecord, CompanyScope, Params>(
  budgetEntryList,
  {
    from: sql`budget_entries as entry`,
    id: sql`entry.id`,
    visible: (scope, { params: { id } }) => [
      sql`entry.company_id = ${scope.companyId} and entry.budget_id = ${id}`,
      sql`entry.revision <= (select revision from budgets where company_id = ${scope.companyId} and id = ${id})`,
      ...(scope.siteIds === "all" ? [] : [sql`(exists (select ${seenOrder(scope)}) or ${isOwner(scope)})`]),
    ],
    mustExist: async (scope, { id }) => {
      if (!(await isBudgetSeen(scope, id))) fail("not_found");
    },
    extra: ({ period }) => (period === undefined ? [] : [sql`entry.period_start = ${period}::date`]),
    columns: {
      moment: requiredValue(sql`entry.moment`),
      kind: requiredValue(sql`entry.kind`),
      order: values((scope) => sql`select orders.identifier as value ${seenOrder(scope)}`),
      site: values((scope) => sql`select site.name as value ${seenOrder(scope)}`),
      amount: requiredValue(AMOUNT),
      reserved: requiredValue(sql`entry.reserved`),
      committed: requiredValue(sql`entry.committed`),
      used: values((scope) => sql`select ${used(scope)} as value`),
      actor: requiredValue(sql`entry.actor_name`),
    },
    search: async (typed, scope) =>
      sql`exists (select ${seenOrder(scope)}
        and ${contains(sql`concat_ws(' ', orders.identifier, site.name, entry.actor_name)`, typed)})`,
    fields: (
      scope,
    ) => sql`entry.id, entry.moment, entry.kind, ${AMOUNT} as amount, entry.reserved, entry.committed,
      ${used(scope)} as used,
      entry.period_start::text as period_starts_on, entry.actor_name as actor,
      (select json_build_object('order', orders.identifier, 'site', site.name) ${seenOrder(scope)}) as placed`,
    toRows: (records) =>
      records.map(({ moment, placed, ...entry }) => ({
        ...entry,
        moment: moment.toISOString(),
        order: placed?.order ?? null,
        site: placed?.site ?? null,
      })),
  },
);
