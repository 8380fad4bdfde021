import { isShown } from "@mcc/contract/documents/documents.files.ts";
import type { DocumentRow } from "@mcc/contract/documents/documents.schema.ts";
import { documentTexts as texts } from "./documents.texts.ts";

const PDF = "application/pdf";
const TEXTS: ReadonlySet<string> = new Set(["text/plain", "text/csv"]);

/** How a content type is previewed; undefined when it is not. */
export const shapeOf = (type: string): "pdf" | "text" | "picture" | undefined => {
  if (type === PDF) return "pdf";
  if (TEXTS.has(type)) return "text";
  return isShown(type) ? "picture" : undefined;
};

/** A text is rendered at once, and a long one would make the page slow. */
const MOST_BYTES = { pdf: 30_000_000, picture: 30_000_000, text: 1_000_000 } as const;

/** Why a document cannot be previewed; undefined when it can. */
export const whyNotShown = (
  { content_type, size }: Pick<DocumentRow, "content_type" | "size">,
  hasPdfViewer: boolean,
): string | undefined => {
  const shape = shapeOf(content_type);
  if (!shape) return texts.notShown;
  if (size > MOST_BYTES[shape]) return texts.tooLarge;
  return shape === "pdf" && !hasPdfViewer ? texts.noViewer : undefined;
};
