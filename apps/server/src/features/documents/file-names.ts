import { FILE_TYPES, type FileType } from "@mcc/contract/documents/documents.files.ts";

/** Control characters, line endings, and marks that reverse the text direction or are invisible. */
const INVISIBLE = /[\p{Cc}\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/gu;
/** What could be a path. */
const PATH = /[/\\]/g;
/** File systems allow 255 bytes; the rest is for an extension and for the suffix that makes equal names unique. */
const STEM_BYTES = 200;

const extensionsOf = (contentType: string): readonly string[] =>
  FILE_TYPES[contentType as FileType] ?? FILE_TYPES["application/pdf"];

/** The extension a name ends with, where that is one of the type's. */
const ownExtension = (name: string, contentType: string): string | undefined =>
  extensionsOf(contentType).find((extension) => name.toLowerCase().endsWith(`.${extension}`));

/** The extension stored with a file: that of its original name if it fits the type, otherwise the type's usual one. */
export const extensionOf = (sentName: string, contentType: string): string =>
  ownExtension(sentName, contentType) ?? (extensionsOf(contentType)[0] as string);

/** Whole characters only, as many as fit. */
const truncate = (stem: string): string => {
  if (Buffer.byteLength(stem) <= STEM_BYTES) return stem;
  let bytes = 0;
  let kept = "";
  for (const character of stem) {
    bytes += Buffer.byteLength(character);
    if (bytes > STEM_BYTES) break;
    kept += character;
  }
  return kept;
};

/** A name for display in a list: without invisible characters. */
export const visibleName = (name: string): string => name.replace(INVISIBLE, " ").trim();

/** No path, no control character, neither hidden nor ending in a dot, and not too long. */
const safeStem = (name: string): string =>
  truncate(
    name.toWellFormed().replace(INVISIBLE, "_").replace(PATH, "_").trim().replace(/^\.+/, "_"),
  ).replace(/[. ]+$/, "") || "document";

export interface NamedFile {
  readonly document_name: string;
  readonly content_type: string;
  /** The original extension; unknown for files without one. */
  readonly extension: string | null;
}

/** What a document is saved as: its name, with the extension of its file. */
export const fileNameOf = ({ document_name, content_type, extension }: NamedFile): string => {
  const own = ownExtension(document_name, content_type);
  const stem = own ? document_name.slice(0, -own.length - 1) : document_name;
  const kept = own ? document_name.slice(-own.length) : (extension ?? extensionOf("", content_type));
  return `${safeStem(stem)}.${kept}`;
};

/** Characters that Windows forbids in names, and its reserved names. */
const NOT_ON_WINDOWS = /[<>:"|?*]/g;
const DEVICE = /^(?:con|prn|aux|nul|com\d|lpt\d)(?=\.|$)/i;

/** Some systems ignore case, and the difference between composed and decomposed accents. */
const comparisonKey = (name: string): string => name.normalize("NFC").toLowerCase();

/** Names for the files of a zip: valid on every system, and unique regardless of case. */
export const uniqueNames = (names: readonly string[]): string[] => {
  const taken = new Set<string>();
  return names.map((given) => {
    const name = given.replace(NOT_ON_WINDOWS, "_").replace(DEVICE, "_$&");
    const dot = name.lastIndexOf(".");
    let unique = name;
    for (let n = 2; taken.has(comparisonKey(unique)); n++)
      unique = `${name.slice(0, dot)} (${n})${name.slice(dot)}`;
    taken.add(comparisonKey(unique));
    return unique;
  });
};
