import { sql } from "kysely";
import type { CompanyScope } from "../../platform/scope.ts";

/** Open steps that the total no longer reaches are asked of nobody any more. */
export const dropStepsAbove = ({ db }: CompanyScope, orderId: number, total: string) =>
  db
    .updateTable("order_steps")
    .set({ state: "dropped" })
    .where("order_id", "=", orderId)
    .where("state", "=", "open")
    .where("limit_amount", ">", sql<number>`${total}::numeric`)
    .execute();

export const hasOpenStep = async ({ db }: CompanyScope, orderId: number): Promise<boolean> =>
  Boolean(
    await db
      .selectFrom("order_steps")
      .select("id")
      .where("order_id", "=", orderId)
      .where("state", "=", "open")
      .limit(1)
      .executeTakeFirst(),
  );
