import { sql } from "kysely";
import type { CompanyData } from "./company-data.ts";

export interface StepToWrite {
  readonly order_id: number;
  readonly position: number;
  readonly rule_id: number;
  readonly role_id: number | null;
  readonly user_id: number | null;
  readonly name: string;
  readonly limit_amount: number;
  /** Dropped at once: the order arrived as Canceled. */
  readonly state: "open" | "dropped";
  readonly is_canceled: boolean;
}

/** The database determines who placed the orders and which step is the current one, for every writer. */
export const addSteps = ({ db }: Pick<CompanyData, "db">, steps: readonly StepToWrite[]) =>
  sql`
    insert into order_steps (order_id, position, rule_id, role_id, user_id, name, limit_amount, state, is_canceled)
    select order_id, position, rule_id, role_id, user_id, name, limit_amount, state, is_canceled
    from json_to_recordset(${JSON.stringify(steps)}) as given (order_id bigint, position integer, rule_id bigint,
      role_id bigint, user_id bigint, name text, limit_amount integer, state text, is_canceled boolean)`.execute(
    db,
  );

/** Open steps that move behind an inserted one. */
export const moveSteps = (
  { db, companyId }: CompanyData,
  orderId: number,
  moved: readonly { readonly from: number; readonly to: number }[],
) =>
  sql`
    update order_steps step set position = given.to_position
    from json_to_recordset(${JSON.stringify(moved.map(({ from, to }) => ({ position: from, to_position: to })))})
      as given (position integer, to_position integer)
    where step.company_id = ${companyId} and step.order_id = ${orderId} and step.position = given.position`.execute(
    db,
  );
