import type { ComparedBecause } from "@mcc/contract/warnings/warnings.messages.ts";
import type { WarningKind } from "@mcc/contract/warnings/warnings.schema.ts";
import { sql } from "kysely";
import type { CompanyScope } from "../../platform/access/scope.ts";
import { prepared } from "../../platform/db/connection.ts";
import type { ListedIds } from "../../platform/lists/listed-ids.ts";
import { COUNTS } from "./comparison.queries.ts";

/** An order that a warning compares with. */
export interface ComparedOrder {
  readonly identifier: string;
  readonly total: string;
  readonly because: ComparedBecause;
  readonly is_visible: boolean;
}

export interface WarningRecord {
  readonly id: number;
  readonly order_id: number;
  readonly kind: WarningKind;
  readonly limit_amount: number | null;
  readonly dismissed_at: Date | null;
  readonly dismissed_by_name: string | null;
  readonly dismissed_reason: string | null;
  readonly total: string;
  readonly po_number: string | null;
  /** Those that still count; null without any. */
  readonly compared: readonly ComparedOrder[] | null;
}

/** The warnings about the listed orders, with what each is compared with. */
export const listedWarningRecords = async (
  { db, companyId, siteIds }: CompanyScope,
  { ids }: ListedIds,
): Promise<WarningRecord[]> => {
  const isVisible = siteIds === "all" ? sql`true` : sql`other.site_id = any(${siteIds})`;
  const { rows } = await sql<WarningRecord>`
    ${prepared(`listed-warnings:${siteIds === "all" ? "all" : "sites"}`)}
    select warning.id, warning.order_id, warning.kind, warning.limit_amount, warning.dismissed_at,
      warning.dismissed_by_name, warning.dismissed_reason, orders.total, orders.po_number,
      (select json_agg(json_build_object('identifier', other.identifier, 'total', other.total::text,
         'because', named.because, 'is_visible', ${isVisible}) order by other.order_date desc, other.id desc)
       from unnest(warning.compared, warning.because) as named (id, because)
       cross join lateral (select * from orders
         where company_id = ${companyId} and orders.id = named.id and ${COUNTS} limit 1) as other) as compared
    from unnest(${ids}) as listed (id)
    cross join lateral (select * from order_warnings
      where company_id = ${companyId} and order_id = listed.id) as warning
    cross join lateral (select * from orders
      where company_id = ${companyId} and orders.id = listed.id and ${COUNTS} limit 1) as orders
    order by warning.order_id, warning.kind desc`.execute(db);
  return rows;
};

/** False when it was dismissed before. */
export const dismiss = async (
  { db, companyId }: CompanyScope,
  warningId: number,
  by: { readonly id: number; readonly name: string },
  reason: string,
): Promise<boolean> => {
  const { numAffectedRows } = await sql`
    update order_warnings set dismissed_at = now(), dismissed_by_id = ${by.id}, dismissed_by_name = ${by.name},
      dismissed_reason = ${reason}
    where company_id = ${companyId} and id = ${warningId} and dismissed_at is null`.execute(db);
  return numAffectedRows === 1n;
};
