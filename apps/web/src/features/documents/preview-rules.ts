import { isShown } from "@mcc/contract/documents/documents.files.ts";
import type { DocumentRow } from "@mcc/contract/documents/documents.schema.ts";
import { documentTexts as texts } from "./documents.texts.ts";

export const PDF = "application/pdf";
const MOST_BYTES = 30_000_000;

/** Why a document cannot be looked at here, in words; undefined when it can. */
export const whyNotShown = (
  { content_type, size }: Pick<DocumentRow, "content_type" | "size">,
  hasPdfViewer: boolean,
): string | undefined => {
  if (!isShown(content_type)) return texts.notShown;
  if (size > MOST_BYTES) return texts.tooLarge;
  return content_type === PDF && !hasPdfViewer ? texts.noViewer : undefined;
};
