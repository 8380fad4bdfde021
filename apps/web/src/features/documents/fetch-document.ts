import { documentList } from "@mcc/contract/documents/documents.api.ts";
import type { DocumentRow } from "@mcc/contract/documents/documents.schema.ts";
import { call } from "../../platform/api.ts";
import { CallError } from "../../platform/call-error.ts";
import { fetchFile } from "../../platform/fetch-file.ts";

type FetchOptions = Parameters<typeof fetchFile>[1];

/** A row that was selected on another page, a while ago, has a link that has expired since. */
const renewedLink = async (
  { id, document_name, order_identifier }: DocumentRow,
  signal?: AbortSignal,
): Promise<string | undefined> => {
  const query = { document_name, order_identifier: order_identifier ?? undefined };
  const { results } = await call(documentList.page, { query }, signal);
  return results.find((row) => row.id === id)?.download_url;
};

/** The file of a document; a link that is not good any more is asked for anew, once. */
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
