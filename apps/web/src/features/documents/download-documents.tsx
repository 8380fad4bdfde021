import { downloadDocuments as bulkDownload } from "@mcc/contract/documents/documents.api.ts";
import { BULK_MAX } from "@mcc/contract/documents/documents.files.ts";
import type { DocumentRow } from "@mcc/contract/documents/documents.schema.ts";
import { call } from "../../platform/api/call.ts";
import { fetchFile } from "../../platform/api/fetch-file.ts";
import { saveFile, saveLink } from "../../platform/api/save-file.ts";
import { dayOf } from "../../platform/lists/filters/date-range.ts";
import { toast } from "../../platform/page/toast.ts";
import { openModal } from "../../platform/state/globals.ts";
import classes from "./documents.module.css";
import { documentTexts as texts } from "./documents.texts.ts";
import { runDownload } from "./download-progress.ts";
import { fetchDocument } from "./fetch-document.ts";

/** A zip up to this size is downloaded by the page, with progress; the browser itself downloads a larger one. */
const HELD_MOST = 256 * 1024 * 1024;

export const downloadDocument = (document: DocumentRow): Promise<void> =>
  runDownload(texts.downloading(document.file_name), async (signal, onProgress) =>
    saveFile(await fetchDocument(document, { signal, onProgress }), document.file_name),
  );

const showErrors = (errors: readonly string[]): void =>
  openModal({
    title: texts.bulkFailedTitle,
    content: (
      <ul className={classes.errors}>
        {errors.map((error, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two of them can read alike, and none ever moves
          <li key={at}>{error}</li>
        ))}
      </ul>
    ),
    buttons: [{ label: texts.close }],
  });

const downloadZip = (documents: readonly DocumentRow[]): Promise<void> =>
  runDownload(texts.downloadingMany(documents.length), async (signal, onProgress) => {
    const query = { document_ids: documents.map(({ id }) => id).join() };
    const { has_errors, errors, link } = await call(bulkDownload, { query }, signal);
    if (has_errors) showErrors(errors);
    const now = new Date();
    const name = `${dayOf(now)}_${now.toTimeString().slice(0, 8).replaceAll(":", "-")}`;
    if (documents.reduce((sum, { size }) => sum + size, 0) > HELD_MOST) {
      saveLink(link, name);
      return toast.info(texts.downloadHandedOver);
    }
    saveFile(await fetchFile(link, { signal, onProgress }), `${name}.zip`);
    toast.success(texts.downloadedMany(documents.length - errors.length));
  });

/** Downloads one document as a file, several as a zip. */
export const downloadSelected = async (documents: readonly DocumentRow[]): Promise<void> => {
  const [only, ...more] = documents;
  if (!only) return;
  if (more.length === 0) return downloadDocument(only);
  if (documents.length > BULK_MAX) return toast.warning(texts.tooMany(BULK_MAX));
  return downloadZip(documents);
};
