import { documentList } from "@mcc/contract/documents/documents.api.ts";
import type { DocumentRow } from "@mcc/contract/documents/documents.schema.ts";
import { call } from "../../platform/api/call.ts";
import { CallError } from "../../platform/api/call-error.ts";
import { fetchFile } from "../../platform/api/fetch-file.ts";

const AT_ONCE = 200;

type FetchOptions = Parameters<typeof fetchFile>[1];

/** Rows have milliseconds, the stored date may have microseconds. */
const justAfter = (moment: string): string => new Date(Date.parse(moment) + 1).toISOString();

/**
 * A row that was selected some time ago has an expired link. Its name, order and date find it again; where many documents
 * share them, all of their pages are searched.
 */
const renewedLink = async (
  { id, document_name, order_identifier, order_date }: DocumentRow,
  signal?: AbortSignal,
): Promise<string | undefined> => {
  const alike = {
    document_name,
    order_identifier: order_identifier ?? undefined,
    orderDate_after: order_date,
    orderDate_before: justAfter(order_date),
    limit: AT_ONCE,
  };
  for (let offset = 0; ; offset += AT_ONCE) {
    const { results, next } = await call(documentList.page, { query: { ...alike, offset } }, signal);
    const found = results.find((row) => row.id === id);
    if (found || next === null) return found?.download_url;
  }
};

/** The file of a document. An expired link is renewed once. */
export const fetchDocument = async (document: DocumentRow, options: FetchOptions = {}): Promise<Blob> => {
  try {
    return await fetchFile(document.download_url, options);
  } catch (error) {
    if (!(error instanceof CallError && error.status === 404)) throw error;
    const link = await renewedLink(document, options.signal);
    if (!link) throw error;
    return fetchFile(link, options);
  }
};
