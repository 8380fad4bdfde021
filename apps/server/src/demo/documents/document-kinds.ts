import { type Order, STATUS } from "../order.ts";
import { hasShipped } from "../order-progress.ts";
import type { Random } from "../random.ts";

export interface DocumentKind {
  /** 1 Invoice, 2 Packing Slip, 3 Proof of Delivery, 4 Certificate, 5 Material Test Report, 6 Quote, 7 Other */
  readonly type: number;
  readonly code: string;
  readonly title: string;
  readonly statement: string;
  readonly hasPrices: boolean;
  /** The probability that such an order has one. */
  chanceFor(order: Order): number;
  fileName(order: Order, number: string, random: Random): string;
}

const onceShipped = (chance: number) => (order: Order) => (hasShipped(order.status) ? chance : 0);

/** Mills and laboratories name their files as they please. */
const CERTIFICATE_NAMES = [
  'Prüfzeugnis Ø 3″ "A"',
  "Certificat de conformité n° 12",
  "Inspection d'étanchéité – 2 po",
  "Pull test 4½ in; 100 %",
];

export const documentKinds: readonly DocumentKind[] = [
  {
    type: 1,
    code: "INV",
    title: "Invoice",
    statement: "Payment is due 30 days from the date of this invoice.",
    hasPrices: true,
    chanceFor: onceShipped(0.95),
    fileName: (_order, number) => `Invoice ${number}`,
  },
  {
    type: 2,
    code: "PKS",
    title: "Packing Slip",
    statement: "Please check the goods against this slip and report shortages within 48 hours.",
    hasPrices: false,
    chanceFor: onceShipped(0.7),
    fileName: (order) => `Packing Slip ${order.identifier}`,
  },
  {
    type: 3,
    code: "POD",
    title: "Proof of Delivery",
    statement: "Received in good order and condition at the site named above.",
    hasPrices: false,
    chanceFor: ({ status }) => (status === STATUS.delivered ? 0.55 : 0),
    fileName: (order) => `POD ${order.identifier}`,
  },
  {
    type: 4,
    code: "CRT",
    title: "Certificate",
    statement: "We certify that the goods listed conform to the order and the applicable standards.",
    hasPrices: false,
    chanceFor: onceShipped(0.25),
    fileName: (_order, number, random) =>
      random.chance(0.3) ? random.pick(CERTIFICATE_NAMES) : `Certificate of Conformance ${number}`,
  },
  {
    type: 5,
    code: "MTR",
    title: "Material Test Report",
    statement:
      "Chemical and mechanical properties as tested at the mill; results on file under the heat number.",
    hasPrices: false,
    chanceFor: onceShipped(0.22),
    fileName: (_order, _number, random) => `MTR Heat ${random.digits(5)}`,
  },
  {
    type: 6,
    code: "QTE",
    title: "Quote",
    statement: "Prices are firm for 30 days.",
    hasPrices: true,
    chanceFor: ({ status }) => (status === STATUS.canceled || status === STATUS.rejected ? 0 : 0.25),
    fileName: (order, number) => `Quote ${number} for ${order.identifier}`,
  },
  {
    type: 7,
    code: "OTH",
    title: "Safety Data Sheet",
    statement: "Handle according to the safety data sheet of each product listed.",
    hasPrices: false,
    chanceFor: onceShipped(0.15),
    fileName: (order) => `SDS ${order.lines[0]?.text ?? order.identifier}`.replaceAll("/", "-"),
  },
];
