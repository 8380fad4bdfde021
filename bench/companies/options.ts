import { parseArgs } from "node:util";

/** These have the same size beside three companies and beside thousands: they are compared. */
export const MEASURED = 3;
export const MEASURED_ORDERS = 2_000;

export interface Size {
  readonly companies: number;
  /** Of all companies together. */
  readonly orders: number;
}

export const THREE: Size = { companies: MEASURED, orders: MEASURED * MEASURED_ORDERS };

/** How many orders each company has beside the measured ones. */
export const ordersOfEach = ({ companies, orders }: Size): number =>
  companies <= MEASURED ? 0 : Math.round((orders - MEASURED * MEASURED_ORDERS) / (companies - MEASURED));

/**
 * `--companies 10000 --orders 20000000`, which is 2,000 orders in each; `--minutes 10` ends the jobs sooner;
 * `--job sweep-reminders` measures this periodic job alone, and no requests.
 */
export const readSize = (): Size & { readonly minutes: number; readonly job: string | undefined } => {
  const { values } = parseArgs({
    options: {
      companies: { type: "string", default: "10000" },
      orders: { type: "string", default: "20000000" },
      minutes: { type: "string", default: "45" },
      job: { type: "string" },
    },
  });
  const size = {
    companies: Number(values.companies),
    orders: Number(values.orders),
    minutes: Number(values.minutes),
    job: values.job,
  };
  if (!(size.companies > MEASURED && size.companies <= 20_000))
    throw new Error("--companies must be a number from 4 to 20000.");
  if (!(ordersOfEach(size) >= 1 && ordersOfEach(size) <= 50_000))
    throw new Error("--orders must be enough for one to 50000 in each company.");
  return size;
};

export const SITES = 10;
export const PEOPLE = 10;
export const userId = (company: number, n: number): number => company * 100 + n;
export const slugOf = (company: number): string => `company-${company}`;
/** In no company. */
export const PLATFORM_ADMIN = 99;
