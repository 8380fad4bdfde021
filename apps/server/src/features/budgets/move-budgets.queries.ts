import { sql } from "kysely";
import type { CompanyData } from "../../platform/access/scope.ts";
import { prepared } from "../../platform/db/connection.ts";

export interface Actor {
  readonly id: number | null;
  readonly name: string;
}

/** What decides which budgets cover an order, and what it takes of them. */
export interface OrderDraft {
  /** Of a stored order: what it takes already is not added again. */
  readonly order_id: number | null;
  readonly site_id: number;
  readonly order_date: string;
  readonly afe_number: string | null;
  readonly custom_checkout_data: Readonly<Record<string, string>>;
  readonly total: string;
  /** It takes nothing of a budget as long as it stays canceled. */
  readonly is_canceled?: boolean;
}

/** Whether there is a notice for owners. */
export const moveBudgets = async (
  { db }: CompanyData,
  { orderIds, stepped }: { readonly orderIds: readonly number[]; readonly stepped: readonly number[] },
  { id, name }: Actor,
): Promise<boolean> => {
  const { rows } = await sql<{ is_noticed: boolean }>`${prepared("move-budgets")}
    select tenant.move_budgets(${orderIds}::bigint[], ${stepped}::bigint[], ${id}::bigint, ${name}) as is_noticed`.execute(
    db,
  );
  return rows[0]?.is_noticed === true;
};

export interface BudgetBeyond {
  readonly place: number;
  readonly budget_id: number;
  readonly role_id: number;
  readonly role_name: string;
}

export const budgetsBeyond = async (
  { db }: CompanyData,
  drafts: readonly OrderDraft[],
): Promise<BudgetBeyond[]> => {
  const given = JSON.stringify(drafts.map((draft, place) => ({ ...draft, place })));
  const { rows } = await sql<BudgetBeyond>`${prepared("budgets-beyond")}
    select place, budget_id, role_id, role_name from tenant.budgets_beyond(${given}::jsonb)`.execute(db);
  return rows;
};

export const findOrderDraft = async (
  { db, companyId }: CompanyData,
  orderId: number,
): Promise<OrderDraft | undefined> => {
  const { rows } = await sql<Omit<OrderDraft, "order_date"> & { order_date: Date }>`
    select id as order_id, site_id, order_date, afe_number, custom_checkout_data, total from orders
    where company_id = ${companyId} and id = ${orderId}`.execute(db);
  return rows[0] && { ...rows[0], order_date: rows[0].order_date.toISOString() };
};
