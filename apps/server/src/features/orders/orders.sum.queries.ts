import type { ListSum } from "@mcc/contract/kit/list-sum.ts";
import { sql } from "kysely";
import type { CompanyScope } from "../../platform/access/scope.ts";
import { prepared } from "../../platform/db/connection.ts";
import { allConditions, COUNT_CAP, type Condition } from "../../platform/lists/list.ts";
import type { OrderFilterValues } from "./orders.columns.ts";
import { fromRollup } from "./orders.count.queries.ts";
import { type OrderFilters, orderFilters, withWholeDays } from "./orders.filters.queries.ts";

interface SumRow {
  sum: string;
  is_capped: boolean;
}

const SUM = sql`coalesce(sum(total), 0)::numeric(24, 2)::text as sum`;

/** The sum of the totals: off the rollups where they can tell, else of as many orders as are counted. */
export const sumOfTotals = async (scope: CompanyScope, given: OrderFilterValues): Promise<ListSum> => {
  const query = withWholeDays(given);
  const filters = orderFilters(scope, query);
  const statement = filters.countable ? rolledUp(scope, query, filters) : ofCounted(filters);
  const { rows } = await statement.$castTo<SumRow>().execute(scope.db);
  const { sum = "0.00", is_capped = false } = rows[0] ?? {};
  return is_capped ? { sum, sum_is_capped: true } : { sum };
};

const rolledUp = (scope: CompanyScope, query: OrderFilterValues, { shape }: OrderFilters): Condition =>
  sql`${prepared(`orders-sum:${shape}`)} select ${SUM}, false as is_capped ${fromRollup(scope, query)}`;

const ofCounted = ({ conditions }: OrderFilters): Condition => sql`
  select ${SUM}, count(*) > ${sql.lit(COUNT_CAP)} as is_capped
  from (select orders.total from orders where ${allConditions(conditions)} limit ${sql.lit(COUNT_CAP + 1)}) as matched`;
