import { PAYMENT, type Payment, STATUS, type Status } from "./order.ts";
import type { Random } from "./random.ts";

type Chances<T> = readonly (readonly [T, number])[];

const { accepted, pending, processing, shipped, partiallyShipped, delivered, canceled, rejected } = STATUS;

/** The progress of orders by age in days. */
const STATUS_BY_AGE: readonly { readonly upToDays: number; readonly chances: Chances<Status> }[] = [
  {
    upToDays: 2,
    chances: [
      [accepted, 50],
      [processing, 42],
      [shipped, 6],
      [canceled, 2],
    ],
  },
  {
    upToDays: 8,
    chances: [
      [accepted, 14],
      [processing, 44],
      [shipped, 26],
      [partiallyShipped, 8],
      [canceled, 4],
      [rejected, 4],
    ],
  },
  {
    upToDays: 25,
    chances: [
      [processing, 10],
      [shipped, 30],
      [partiallyShipped, 8],
      [delivered, 44],
      [canceled, 4],
      [rejected, 4],
    ],
  },
  {
    upToDays: 60,
    chances: [
      [shipped, 6],
      [partiallyShipped, 4],
      [delivered, 82],
      [canceled, 4],
      [rejected, 4],
    ],
  },
  {
    upToDays: Number.POSITIVE_INFINITY,
    chances: [
      [delivered, 93],
      [canceled, 5],
      [rejected, 2],
    ],
  },
];

export const statusAt = (random: Random, days: number): Status => {
  const row = STATUS_BY_AGE.find(({ upToDays }) => days < upToDays);
  return random.weighted(row?.chances ?? [[delivered, 1]]);
};

const { paid, notPaid, partiallyPaid } = PAYMENT;

export const paymentAt = (random: Random, status: Status, days: number): Payment => {
  if (status === pending || status === rejected || status === canceled) {
    return random.weighted<Payment>([
      [notPaid, 3],
      [null, 1],
    ]);
  }
  if (days > 60)
    return random.weighted<Payment>([
      [paid, 90],
      [partiallyPaid, 3],
      [notPaid, 2],
      [null, 5],
    ]);
  return random.weighted<Payment>([
    [paid, 30],
    [partiallyPaid, 10],
    [notPaid, 50],
    [null, 10],
  ]);
};

export const hasShipped = (status: Status): boolean =>
  status === shipped || status === partiallyShipped || status === delivered;

/** The usual sequence of statuses. */
const PROGRESS: readonly (readonly Status[])[] = [
  [accepted],
  [processing],
  [shipped, partiallyShipped],
  [delivered],
];

/** When an order got each status, evenly between its date and its last change. */
export const statusTimesOf = (status: Status, placed: Date, updated: Date): Record<string, Date> => {
  const reached = PROGRESS.findIndex((step) => step.includes(status));
  const steps = PROGRESS.slice(0, reached + 1).map(([usual], at) => (at === reached ? status : usual));
  const share = (updated.getTime() - placed.getTime()) / (reached + 1);
  return Object.fromEntries(
    steps.map((step, at) => [step, new Date(placed.getTime() + Math.round(share * (at + 1)))]),
  );
};

/** One parcel is usual; a large order has many. */
export const trackingNumbersOf = (random: Random, status: Status): string[] => {
  if (!hasShipped(status)) return [];
  const count = random.weighted([
    [0, 8],
    [1, 52],
    [2, 16],
    [3, 12],
    [random.integer(4, 9), 12],
  ]);
  const carrier = random.pick(["1Z", "78", "PRO"]);
  return Array.from({ length: count }, () =>
    carrier === "1Z" ? `1Z${random.digits(3)}W${random.digits(12)}` : `${carrier}${random.digits(10)}`,
  );
};
