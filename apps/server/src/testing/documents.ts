import { createHash } from "node:crypto";
import { DOCUMENT_TYPES } from "@mcc/contract/documents/documents.schema.ts";
import type { Site } from "./orders.ts";
import type { TestServer } from "./test-server.ts";

let made = 0;

export interface DocumentTraits {
  name: string;
  type: (typeof DOCUMENT_TYPES)[number];
  order: { id: number; identifier: string } | null;
  po: string | null;
  afe: string | null;
  date: string;
  contentType: string;
  /** The content of its file; null: the file is not in the store. */
  content: string | Buffer | null;
}

export const pdfOf = (words: string): Buffer => Buffer.from(`%PDF-1.7\n% ${words}\n%%EOF\n`);

/** A document with its file, as if it had been sent. */
export const addDocument = async (
  { sql, services }: TestServer,
  site: Pick<Site, "id" | "companyId">,
  traits: Partial<DocumentTraits> = {},
): Promise<{ id: number; key: string; name: string }> => {
  const number = ++made;
  const name = traits.name ?? `Document ${number}.pdf`;
  const key = `${site.companyId}/test/${number}`;
  const content = Buffer.from(traits.content ?? pdfOf(name));
  const [row] = await sql<{ id: number }>(
    `insert into documents (company_id, site_id, order_id, external_id, document_name, document_class, document_type,
       order_identifier, po_number, afe_number, order_date, storage_key, content_type, size, checksum)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15) returning id`,
    [
      site.companyId,
      site.id,
      traits.order?.id ?? null,
      `D-${number}`,
      name,
      traits.order ? 1 : 2,
      DOCUMENT_TYPES.indexOf(traits.type ?? "Invoice") + 1,
      traits.order?.identifier ?? null,
      traits.po ?? null,
      traits.afe ?? null,
      traits.date ?? "2026-05-01T12:00:00Z",
      key,
      traits.contentType ?? "application/pdf",
      content.length,
      createHash("sha256").update(content).digest(),
    ],
  );
  if (traits.content !== null) await services.storage.put(key, content);
  return { id: Number(row?.id), key, name };
};

/** The path of a link, at the test server. */
export const openLink = (
  { address }: Pick<TestServer, "address">,
  link: string,
  init: RequestInit = {},
): Promise<Response> => {
  const { pathname, search } = new URL(link);
  return fetch(`${address}${pathname}${search}`, init);
};
