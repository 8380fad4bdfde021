import { HIERARCHY, LARGE } from "./data-plan.ts";
import { withClient } from "./database.ts";

/** The parameters of the interactions, read once so that all contenders send the same. */
export interface Facts {
  /** Orders of the large company. */
  readonly orders: number;
  readonly site: string;
  readonly region: string;
  readonly person: string;
  readonly identifier: string;
  readonly po: string;
  readonly tracking: string;
  /** The manufacturer's SKU of a rare part. */
  readonly part: string;
  /** An order with lines. */
  readonly withLines: string;
  readonly hierarchyOrders: number;
}

const OF_THE_MIDDLE = `from mcc.orders where company_id = ${LARGE} and id > (select max(id) / 2 from mcc.orders where company_id = ${LARGE})`;

export const readFacts = (url: string): Promise<Facts> =>
  withClient(url, async (client) => {
    const { rows } = await client.query<Facts>(`select
      (select sum(orders)::int from mcc.order_site_counts where company_id = ${LARGE}) as orders,
      (select sum(orders)::int from mcc.order_site_counts where company_id = ${HIERARCHY}) as "hierarchyOrders",
      (select name from mcc.sites where id = ${LARGE * 1_000 + 417}) as site,
      'Permian' as region,
      (select name from mcc.person_snapshots where id = ${LARGE * 1_000 + 187}) as person,
      (select identifier ${OF_THE_MIDDLE} order by id limit 1) as identifier,
      (select left(po_number, 7) ${OF_THE_MIDDLE} and po_number is not null order by id limit 1) as po,
      (select substr(tracking_numbers[1], 3, 8) ${OF_THE_MIDDLE} and tracking_numbers <> '{}' order by id limit 1) as tracking,
      (select lower(manufacturer_sku) from public.bench_parts where part = 4321) as part,
      (select identifier ${OF_THE_MIDDLE} and id % 100 = 0 and line_count between 5 and 8 order by id limit 1) as "withLines"`);
    return rows[0] as Facts;
  });
