import type { OrderChange } from "@mcc/contract/orders/orders.schema.ts";
import { sql } from "kysely";
import type { CompanyScope } from "../../platform/access/scope.ts";
import { listedStatement } from "../../platform/lists/listed-ids.ts";
import { isOrderSeen } from "../approval-steps/deputy-orders.conditions.ts";

export interface LineRecord {
  id: number;
  ordering: number;
  product: string | null;
  text: string;
  quantity: string;
  sku: string | null;
  manufacturer_sku: string | null;
  image_url: string | null;
  type: string | null;
  manufacturer: string | null;
  base_unit_price: string;
  discount_amount: string;
  taxless_price: string;
  tax_amount: string;
  line_total: string;
  is_catalog_plus: boolean;
  display: boolean;
}

/** The lines of the listed order. */
export const orderLines = listedStatement(
  "order-lines",
  (companyId, ids) => sql<LineRecord>`
    select id, ordering, product, text, trim_scale(quantity)::text as quantity, sku, manufacturer_sku, image_url, type,
      manufacturer, base_unit_price, discount_amount, taxless_price, tax_amount, line_total, is_catalog_plus, display
    from order_lines where company_id = ${companyId} and order_id = any(${ids})
    order by ordering desc, id`,
);

export interface RemovedLineRecord {
  text: string;
  sku: string | null;
  quantity: string;
  price: string;
  removed_by: string;
  removed_at: Date;
}

/** The lines that were removed from the listed order, oldest first. */
export const removedLines = listedStatement(
  "removed-lines",
  (companyId, ids) => sql<RemovedLineRecord>`
    select text, sku, trim_scale(quantity)::text as quantity, price, removed_by, removed_at
    from removed_lines where company_id = ${companyId} and order_id = any(${ids})
    order by id`,
);

export interface ChangeRecord {
  line: OrderChange["line"];
  fields: OrderChange["fields"];
  total_before: string;
  total_after: string;
  reason: string;
  changed_by: string;
  changed_for: string | null;
  changed_at: Date;
  asked_again: string[];
}

/** What approvers changed about the listed order, oldest first. */
export const orderChanges = listedStatement(
  "order-changes",
  (companyId, ids) => sql<ChangeRecord>`
    select line, fields, total_before, total_after, reason, changed_by, changed_for, changed_at, asked_again
    from order_changes where company_id = ${companyId} and order_id = any(${ids})
    order by id`,
);

export const findTracking = async (scope: CompanyScope, identifier: string) => {
  const { rows } = await sql<{
    id: number;
    status: number;
    tracking_numbers: string[];
    tracking_url: string | null;
    company_template: string | null;
  }>`
    select orders.id, orders.status, orders.tracking_numbers, orders.tracking_url,
      (select tracking_url_template from company_configurations) as company_template
    from orders where ${isOrderSeen(scope)} and orders.identifier = ${identifier}`.execute(scope.db);
  return rows[0];
};

interface TrackedRecord {
  identifier: string;
  status: number;
  order_date: Date;
  updated_at: Date;
  /** When it got each status, by its code. */
  status_times: Readonly<Record<string, string>>;
  tracking_numbers: string[];
  site: string;
  company: string;
  theme_id: string | null;
  logo: string | null;
}

/** What the built-in tracking page shows. */
export const findTrackedOrder = async (scope: CompanyScope, orderId: number) => {
  const { rows } = await sql<TrackedRecord>`
    select orders.identifier, orders.status, orders.order_date, orders.updated_at, orders.status_times,
      orders.tracking_numbers, site_snapshots.name as site, companies.name as company, companies.theme_id, companies.logo
    from orders
      join site_snapshots on site_snapshots.company_id = orders.company_id
        and site_snapshots.id = orders.site_snapshot_id
      join companies on companies.id = orders.company_id
    where ${isOrderSeen(scope)} and orders.id = ${orderId}`.execute(scope.db);
  return rows[0];
};
