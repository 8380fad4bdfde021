import { FILE_TYPES, type FileType } from "@mcc/contract/documents/documents.files.ts";

/** Control characters, line ends, and marks that make a name read backwards or that nobody sees. */
const INVISIBLE = /[\p{Cc}\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/gu;
/** What could be a path. */
const PATH = /[/\\]/g;
/** File systems take 255 bytes; the rest is for an extension and for what tells two equal names apart. */
const STEM_BYTES = 200;

const extensionsOf = (contentType: string): readonly string[] =>
  FILE_TYPES[contentType as FileType] ?? FILE_TYPES["application/pdf"];

/** The extension a name ends with, where that is one of the type's. */
const ownExtension = (name: string, contentType: string): string | undefined =>
  extensionsOf(contentType).find((extension) => name.toLowerCase().endsWith(`.${extension}`));

/** The extension that is kept with a file: that of the name it came with where it suits, else its type's usual one. */
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

/** A name as people read it in a list: nothing in it that nobody sees. */
export const visibleName = (name: string): string => name.replace(INVISIBLE, " ").trim();

/** No path, no control character, neither hidden nor ending in a dot, and not too long. */
const safeStem = (name: string): string =>
  truncate(
    name.toWellFormed().replace(INVISIBLE, "_").replace(PATH, "_").trim().replace(/^\.+/, "_"),
  ).replace(/[. ]+$/, "") || "document";

export interface NamedFile {
  readonly document_name: string;
  readonly content_type: string;
  /** What the file came with; unknown for files that have none. */
  readonly extension: string | null;
}

/** What a document is saved as: its name, with the extension of its file. */
export const fileNameOf = ({ document_name, content_type, extension }: NamedFile): string => {
  const own = ownExtension(document_name, content_type);
  const stem = own ? document_name.slice(0, -own.length - 1) : document_name;
  const kept = own ? document_name.slice(-own.length) : (extension ?? extensionOf("", content_type));
  return `${safeStem(stem)}.${kept}`;
};

/** What Windows takes in no name, and the names it keeps for itself. */
const NOT_ON_WINDOWS = /[<>:"|?*]/g;
const DEVICE = /^(?:con|prn|aux|nul|com\d|lpt\d)(?=\.|$)/i;

/** Some systems know no difference of case, nor one between an accented letter and a letter with an accent. */
const comparisonKey = (name: string): string => name.normalize("NFC").toLowerCase();

/** Names for the files of a zip: fit for every system, and each only once, whatever the case of its letters. */
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
