import type { CompanyPlan } from "../company-plan.ts";
import { type Cents, toDollars } from "../money.ts";
import { isFee, type Line, taxless } from "../order.ts";
import { MARGIN, type Page, type PageText, RIGHT } from "./pdf.ts";

interface DocumentFacts {
  readonly title: string;
  readonly number: string;
  /** The sentence in the footer that identifies the kind of document. */
  readonly statement: string;
  readonly hasPrices: boolean;
}

/** What the papers show of an order. */
export interface PrintedOrder {
  readonly billTo: readonly string[];
  readonly shipTo: readonly string[];
  readonly identifier: string;
  readonly date: Date;
  readonly poNumber: string | null;
  readonly afeNumber: string | null;
  readonly orderedBy: string;
  readonly requestedBy: string;
  readonly lines: readonly Line[];
  readonly subtotal: Cents;
  readonly total: Cents;
}

export const billTo = ({ billing }: CompanyPlan): string[] => [
  billing.name,
  billing.street,
  `${billing.city}, ${billing.regionCode} ${billing.postalCode}`,
];

const LINES_FROM = 276;
const LINE_HEIGHT = 18;
const COLUMNS = { sku: MARGIN, text: 126, quantity: 368, unit: 432, discount: 494, amount: RIGHT };

export const documentPage = (order: PrintedOrder, facts: DocumentFacts): Page => {
  const lines = facts.hasPrices ? order.lines : order.lines.filter((line) => !isFee(line));
  const end = LINES_FROM + LINE_HEIGHT * lines.length;
  const totals = facts.hasPrices ? totalTexts(order, end + 24) : [];
  return {
    title: `${facts.title} ${facts.number}`,
    rules: [96, LINES_FROM - 14, end + 6],
    texts: [
      ...headTexts(order, facts),
      ...columnTexts(facts.hasPrices),
      ...lines.flatMap((line, index) => lineTexts(line, LINES_FROM + LINE_HEIGHT * index, facts.hasPrices)),
      ...totals,
      { text: facts.statement, x: MARGIN, y: end + 100 },
      { text: "This is demonstration data.", x: MARGIN, y: 740, size: 8 },
    ],
  };
};

const headTexts = (order: PrintedOrder, { title, number }: DocumentFacts): PageText[] => {
  const left = ["Bill to", ...order.billTo, "", "Ship to", ...order.shipTo];
  const right = [
    `Order: ${order.identifier}`,
    `Order date: ${order.date.toISOString().slice(0, 10)}`,
    `PO number: ${order.poNumber ?? "N.A."}`,
    `AFE: ${order.afeNumber ?? "N.A."}`,
    `Ordered by: ${order.orderedBy}`,
    `Requested by: ${order.requestedBy}`,
  ];
  return [
    { text: "Continental Industrial Supply", x: MARGIN, y: 64, size: 11, isBold: true },
    { text: `${title} ${number}`, x: MARGIN, y: 86, size: 18, isBold: true },
    ...left.map((text, row) => ({ text, x: MARGIN, y: 120 + row * 15, isBold: text.endsWith(" to") })),
    ...right.map((text, row) => ({ text, x: 340, y: 120 + row * 15 })),
  ];
};

const columnTexts = (hasPrices: boolean): PageText[] => {
  const head = { y: LINES_FROM - 20, isBold: true, size: 9 };
  const texts: PageText[] = [
    { ...head, text: "SKU", x: COLUMNS.sku },
    { ...head, text: "Description", x: COLUMNS.text },
    { ...head, text: "Qty", x: COLUMNS.quantity, isFigure: true },
  ];
  if (hasPrices) {
    texts.push({ ...head, text: "Unit price", x: COLUMNS.unit, isFigure: true });
    texts.push({ ...head, text: "Discount", x: COLUMNS.discount, isFigure: true });
    texts.push({ ...head, text: "Amount", x: COLUMNS.amount, isFigure: true });
  }
  return texts;
};

const lineTexts = (line: Line, y: number, hasPrices: boolean): PageText[] => {
  const row = { y, size: 9 };
  const texts: PageText[] = [
    { ...row, text: line.sku ?? "", x: COLUMNS.sku },
    { ...row, text: line.text, x: COLUMNS.text },
    { ...row, text: String(line.quantity), x: COLUMNS.quantity, isFigure: true },
  ];
  if (hasPrices) {
    texts.push({ ...row, text: toDollars(line.unitPrice), x: COLUMNS.unit, isFigure: true });
    if (line.discount > 0) {
      texts.push({ ...row, text: toDollars(line.discount), x: COLUMNS.discount, isFigure: true });
    }
    // Before tax, like the subtotal: the amounts add up to it.
    texts.push({ ...row, text: toDollars(taxless(line)), x: COLUMNS.amount, isFigure: true });
  }
  return texts;
};

const totalTexts = ({ subtotal, total }: PrintedOrder, y: number): PageText[] =>
  (
    [
      ["Subtotal", subtotal],
      ["Tax", total - subtotal],
      ["Total", total],
    ] as const
  ).flatMap(([text, amount], row) => [
    { text, x: 410, y: y + row * 16, isBold: text === "Total" },
    { text: toDollars(amount), x: RIGHT, y: y + row * 16, isFigure: true, isBold: text === "Total" },
  ]);
