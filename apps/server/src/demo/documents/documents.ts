import { createHash } from "node:crypto";
import type { Storage } from "../../platform/files/storage.ts";
import type { Company } from "../company.ts";
import { DAY, laterMoment } from "../dates.ts";
import type { Row } from "../insert/insert-rows.ts";
import type { Order } from "../order.ts";
import { type Random, randomFor } from "../random.ts";
import { formOf } from "./document-files.ts";
import { type DocumentKind, documentKinds } from "./document-kinds.ts";

const FIRST_NUMBER = 90_100;
const FILES_AT_ONCE = 32;
/** The newest orders are seen first: they all have documents. */
const NEWEST = 100;

/** A document: its file and its row. */
interface DemoFile {
  readonly key: string;
  readonly content: Buffer;
  readonly row: Row<"documents">;
}

export const drawDocuments = (company: Company, orders: readonly Order[], now: Date): Promise<DemoFile[]> => {
  const random = randomFor(`${company.plan.slug} documents`);
  const papers = drawPapers(random, company, orders);
  return Promise.all(
    papers.map(({ order, kind }, index) => makeFile(random, company, order, kind, index, now)),
  );
};

/** Which orders have which papers: the newest first, then whichever come, until there are enough. */
const drawPapers = (random: Random, { plan }: Company, orders: readonly Order[]) => {
  const older = orders.slice(0, -NEWEST);
  const turn = [...orders.slice(-NEWEST), ...random.sample(older, older.length)];
  return turn
    .flatMap((order) =>
      documentKinds.filter((kind) => random.chance(kind.chanceFor(order))).map((kind) => ({ order, kind })),
    )
    .slice(0, plan.history.documents);
};

const makeFile = async (
  random: Random,
  company: Company,
  order: Order,
  kind: DocumentKind,
  index: number,
  now: Date,
): Promise<DemoFile> => {
  const { plan } = company;
  const number = String(FIRST_NUMBER + index);
  const form = formOf(kind, index);
  const key = `${plan.prefix}/documents/${String(index + 1).padStart(6, "0")}`;
  const made = laterMoment(order.date, random.integer(1, 6) * DAY, now);
  const name = `${kind.fileName(order, number, random)}.${form.extension}`;
  // Nothing is drawn after this, so that the demo is the same every time.
  const content = await form.write({ plan, order, kind, number });
  const row = {
    company_id: company.id,
    site_id: order.site.id,
    order_id: order.id,
    external_id: `${kind.code}-${number}`,
    document_name: name,
    document_type: kind.type,
    order_identifier: order.identifier,
    po_number: order.poNumber,
    afe_number: order.afeNumber,
    invoice_number: kind.code === "INV" ? number : null,
    tracking_number: order.trackingNumbers[0] ?? null,
    order_date: order.date,
    storage_key: key,
    content_type: form.type,
    size: content.length,
    checksum: `\\x${createHash("sha256").update(content).digest("hex")}`,
    created_at: made,
    updated_at: made,
  };
  return { key, content, row };
};

/** A few at a time: all at once would run into the limit of open files. */
export const putFiles = async (storage: Storage, files: readonly DemoFile[]): Promise<void> => {
  const waiting = files.values();
  const putSome = async () => {
    for (const { key, content } of waiting) await storage.put(key, content);
  };
  await Promise.all(Array.from({ length: FILES_AT_ONCE }, putSome));
};
