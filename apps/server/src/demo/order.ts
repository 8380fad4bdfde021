import type { Site } from "./company.ts";
import type { Cents } from "./money.ts";

export const STATUS = {
  accepted: 1,
  pending: 2,
  processing: 3,
  shipped: 4,
  partiallyShipped: 5,
  delivered: 6,
  canceled: 7,
  rejected: 8,
} as const;
export type Status = (typeof STATUS)[keyof typeof STATUS];

export const PAYMENT = { paid: 1, notPaid: 2, partiallyPaid: 3 } as const;
export type Payment = (typeof PAYMENT)[keyof typeof PAYMENT] | null;

/** A person named on orders: a user, or a person without an account. */
export interface Person {
  readonly snapshotId: number;
  readonly userId: number | null;
  readonly name: string;
}

export interface Line {
  /** None for a fee. */
  readonly sku: string | null;
  readonly text: string;
  readonly manufacturer: string | null;
  readonly manufacturerSku: string | null;
  readonly isCatalogPlus: boolean;
  readonly quantity: number;
  readonly unitPrice: Cents;
  readonly discount: Cents;
  readonly tax: Cents;
}

export const taxless = ({ quantity, unitPrice, discount }: Line): Cents => quantity * unitPrice - discount;
export const lineTotal = (line: Line): Cents => taxless(line) + line.tax;
export const isFee = ({ sku }: Line): boolean => sku === null;

export interface Order {
  readonly id: number;
  readonly identifier: string;
  readonly site: Site;
  readonly siteSnapshotId: number;
  /** What the site was called when the order was placed. */
  readonly siteName: string;
  readonly orderedBy: Person;
  readonly requestedBy: Person;
  readonly poNumber: string | null;
  readonly afeNumber: string | null;
  readonly status: Status;
  readonly payment: Payment;
  readonly date: Date;
  readonly updated: Date;
  readonly lines: readonly Line[];
  readonly total: Cents;
  readonly subtotal: Cents;
  readonly trackingNumbers: readonly string[];
  readonly trackingUrl: string | null;
  readonly checkoutData: Readonly<Record<string, string>>;
  readonly confirmData: Readonly<Record<string, string>>;
  /** For a pending order: how many steps have been approved. */
  readonly stepsDone: number;
}
