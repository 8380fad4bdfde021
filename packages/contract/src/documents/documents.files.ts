/** The largest file a document can have. */
export const FILE_MAX = 100 * 1024 * 1024;
/** How many documents one bulk download can hold. */
export const BULK_MAX = 500;

/** What a document can be, with the extensions such a file can have; the first one is the usual. */
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

/** Whether the portal shows such a file beside its list. */
export const isShown = (contentType: string): boolean => SHOWN.has(contentType);

/** Whether a browser shows such a file in a tab of its own; any other is only saved. */
export const opensInTab = (contentType: string): boolean =>
  isShown(contentType) || contentType === "text/plain" || contentType === "text/csv";
