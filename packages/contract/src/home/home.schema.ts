import { z } from "zod";
import { Money } from "../kit/money.ts";
import type { OrderStatus } from "../orders/orders.schema.ts";

/** Orders in these statuses are spend: approved, and neither canceled nor rejected. The database has the same list. */
export const SPENT_STATUSES = [
  "Accepted",
  "Processing",
  "Shipped",
  "Partially Shipped",
  "Delivered",
] as const satisfies readonly OrderStatus[];

/** From the shortest to the longest. */
export const SPEND_UNITS = ["day", "week", "month", "year"] as const;
export type SpendUnit = (typeof SPEND_UNITS)[number];

const NOT_A_DAY = "This must be a day, such as 2026-03-31.";

/** A day in UTC, within the years of all dates of the product. */
export const Day = z.iso
  .date({ error: NOT_A_DAY })
  .refine((day) => day >= "1900-01-01" && day < "2200-01-01", NOT_A_DAY);

const SpendPeriod = z.object({
  /** Its first day, in UTC; a week begins on Monday. */
  start: z.iso.date(),
  orders: z.number(),
  total: Money,
});
export type SpendPeriod = z.output<typeof SpendPeriod>;

export const Spend = z.object({
  unit: z.enum(SPEND_UNITS),
  /** Every period up to today, also those without orders; none if nothing was spent at all. */
  periods: z.array(SpendPeriod),
  orders: z.number(),
  total: Money,
});
export type Spend = z.output<typeof Spend>;
