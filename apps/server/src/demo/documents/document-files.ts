import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import type { FileType } from "@mcc/contract/documents/documents.files.ts";
import { zipOf } from "../../platform/files/zip.ts";
import type { CompanyPlan } from "../company-plan.ts";
import { isFee, type Order } from "../order.ts";
import { randomFor } from "../random.ts";
import type { DocumentKind } from "./document-kinds.ts";
import { billTo, documentPage, type PrintedOrder } from "./document-page.ts";
import { writePdf } from "./pdf.ts";
import { drawPicture } from "./picture.ts";

interface Paper {
  readonly plan: CompanyPlan;
  readonly order: Order;
  readonly kind: DocumentKind;
  readonly number: string;
}

interface FileForm {
  readonly type: FileType;
  readonly extension: string;
  write(paper: Paper): Buffer | Promise<Buffer>;
}

const printedOrder = (plan: CompanyPlan, order: Order): PrintedOrder => ({
  ...order,
  billTo: billTo(plan),
  shipTo: [order.siteName, order.site.location ?? order.site.region ?? ""],
  orderedBy: order.orderedBy.name,
  requestedBy: order.requestedBy.name,
});

const pdfOf = ({ plan, order, kind, number }: Paper): Buffer =>
  writePdf(documentPage(printedOrder(plan, order), { ...kind, number }));

/** What was measured of each item, as a laboratory's machine writes it. */
const measurements = ({ order, number }: Paper): string => {
  const random = randomFor(`measurements ${number}`);
  const rows = order.lines
    .filter((line) => !isFee(line))
    .map(({ sku, text, quantity }) => [
      sku ?? "",
      `"${text.replaceAll('"', '""')}"`,
      quantity,
      random.integer(350, 420),
      random.integer(480, 560),
      random.integer(18, 26),
    ]);
  const head = ["SKU", "Description", "Quantity", "Yield (MPa)", "Tensile (MPa)", "Elongation (%)"];
  return [head, ...rows].map((row) => `${row.join(",")}\r\n`).join("");
};

const pdf: FileForm = { type: "application/pdf", extension: "pdf", write: pdfOf };
const photo: FileForm = {
  type: "image/png",
  extension: "png",
  write: ({ number }) => drawPicture(randomFor(`picture ${number}`)),
};
const table: FileForm = {
  type: "text/csv",
  extension: "csv",
  write: (paper) => Buffer.from(measurements(paper)),
};
const archive: FileForm = {
  type: "application/zip",
  extension: "zip",
  write: (paper) => {
    const files = {
      "Safety Data Sheet.pdf": pdfOf(paper),
      "Measurements.csv": Buffer.from(measurements(paper)),
    };
    const entries = Object.entries(files).map(([name, content]) => ({
      name,
      size: content.length,
      modified: paper.order.date,
      open: async () => Readable.from([content]),
    }));
    return buffer(zipOf(entries));
  },
};

/** Most papers are PDFs; drivers send photos, laboratories tables, and makers whole archives, each now and then. */
const OCCASIONAL_FORMS: Readonly<Record<string, FileForm>> = { POD: photo, MTR: table, OTH: archive };
const EVERY_NTH = 3;

export const formOf = ({ code }: DocumentKind, index: number): FileForm =>
  (index % EVERY_NTH === 0 ? OCCASIONAL_FORMS[code] : undefined) ?? pdf;
