/** The largest file a document can have. */
export const FILE_MAX = 100 * 1024 * 1024;
/** The maximum number of documents in one bulk download. */
export const BULK_MAX = 500;

/** The file types a document can have, with their extensions; the first one is the usual one. */
export const FILE_TYPES = {
  "application/pdf": ["pdf"],
  "image/png": ["png"],
  "image/jpeg": ["jpg", "jpeg"],
  "image/gif": ["gif"],
  "image/webp": ["webp"],
  "image/tiff": ["tif", "tiff"],
  "text/plain": ["txt", "log"],
  "text/csv": ["csv"],
  "application/msword": ["doc"],
  "application/vnd.ms-excel": ["xls"],
  "application/vnd.openxmlformats-officedocument.wordprocessingml.document": ["docx"],
  "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": ["xlsx"],
  "application/zip": ["zip"],
} as const satisfies Readonly<Record<string, readonly [string, ...string[]]>>;
export type FileType = keyof typeof FILE_TYPES;

const SHOWN: ReadonlySet<string> = new Set([
  "application/pdf",
  "image/png",
  "image/jpeg",
  "image/gif",
  "image/webp",
]);

/** Whether the portal previews this file type in the side panel. */
export const isShown = (contentType: string): boolean => SHOWN.has(contentType);

/** Whether a browser shows this file type in a tab; any other type is only downloaded. */
export const opensInTab = (contentType: string): boolean =>
  isShown(contentType) || contentType === "text/plain" || contentType === "text/csv";
