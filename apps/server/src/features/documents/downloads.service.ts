import type { Readable } from "node:stream";
import { documentMessages } from "@mcc/contract/documents/documents.messages.ts";
import { fail } from "@mcc/contract/kit/errors.ts";
import { DeferredResponse } from "../../platform/access/deferred-response.ts";
import { runAsSession } from "../../platform/access/run-as-session.ts";
import { type CompanyScope, slotOwnerOf } from "../../platform/access/scope.ts";
import { linkBaseUrl } from "../../platform/access/secrets/signed-links.ts";
import type { ByteRange, Storage } from "../../platform/files/storage.ts";
import { type ZipEntry, type ZipNote, zipLength, zipOf } from "../../platform/files/zip.ts";
import type { Services } from "../../platform/services.ts";
import { type FileRecord, fileRecords } from "./documents.queries.ts";
import { fileNameOf, uniqueNames } from "./file-names.ts";

const LINK_SECONDS = 15 * 60;
/** The name of the file in a zip that lists missing files. */
const MISSING_FILES_NAME = "_missing.txt";
/** The number of files checked in the store at once. */
const CHECKS_AT_ONCE = 16;

/**
 * A link is valid for its document and its user, while the user is signed in and may see the document: it is opened
 * inside the scope of their session, which it names.
 */
export const linkTo = ({ signedLinks, settings }: Services, { sessionId }: CompanyScope, url: URL) => {
  const base = linkBaseUrl(settings, url);
  return (documentId: number): string =>
    `${base}/files/${signedLinks.sign("document", { session: sessionId, document: documentId }, LINK_SECONDS)}`;
};

/** The user or key that a link was issued to. */
interface Holder {
  readonly sessionId: string;
  readonly owner: string;
  readonly companyId: number;
}

/** The files that the user of a session may see; none when the session has ended or has no company. */
const filesOfHolder = (
  { database }: Services,
  sessionId: string,
  ids: readonly number[],
): Promise<{ holder: Holder; files: readonly FileRecord[] } | undefined> =>
  runAsSession(database, sessionId, async (scope) => ({
    holder: { sessionId, owner: slotOwnerOf(scope), companyId: scope.companyId },
    files: await fileRecords(scope, ids),
  }));

export interface LinkedFile {
  readonly holder: Holder;
  readonly name: string;
  readonly contentType: string;
  readonly size: number;
  readonly checksum: string;
  /** Its bytes or a part of them; null when the file is missing. */
  open(part?: ByteRange): Promise<Readable | undefined>;
}

/** The file of a signed link; null when the link is invalid or the file is missing. */
export const findFile = async (services: Services, token: string): Promise<LinkedFile | undefined> => {
  const { storage, signedLinks } = services;
  const claims = signedLinks.verify("document", token);
  if (!claims) return undefined;
  const found = await filesOfHolder(services, String(claims.session), [Number(claims.document)]);
  const [file] = found?.files ?? [];
  if (!found || !file || !(await isComplete(storage, file))) return undefined;
  return {
    holder: found.holder,
    name: fileNameOf(file),
    contentType: file.content_type,
    size: file.size,
    checksum: file.checksum.toString("hex"),
    open: (part) => storage.get(file.storage_key, part),
  };
};

const isComplete = async (storage: Storage, { storage_key, size }: FileRecord): Promise<boolean> =>
  (await storage.sizeOf(storage_key)) === size;

/** The files that exist in the store, checked in groups. */
const completeFiles = async (
  storage: Storage,
  files: readonly FileRecord[],
): Promise<ReadonlySet<number>> => {
  const complete = new Set<number>();
  const waiting = files.values();
  const checkSome = async () => {
    for (const file of waiting) if (await isComplete(storage, file)) complete.add(file.id);
  };
  await Promise.all(Array.from({ length: CHECKS_AT_ONCE }, checkSome));
  return complete;
};

/** The ids of a bundle are part of its link: nothing has to be stored, and the link is valid for these only. */
const encodeIds = (ids: readonly number[]): string => ids.map((id) => id.toString(36)).join(".");
const decodeIds = (ids: string): number[] => ids.split(".").map((id) => Number.parseInt(id, 36));

/** The store may be slow: it is checked after the database connection is released. */
export const downloadDocuments = async (
  services: Services,
  scope: CompanyScope,
  ids: readonly number[],
  url: URL,
) => {
  const files = await fileRecords(scope, ids);
  return new DeferredResponse(() => bundleLink(services, scope.sessionId, { ids, files, url }));
};

const bundleLink = async (
  { signedLinks, storage, settings }: Services,
  session: string,
  { ids, files: found, url }: { ids: readonly number[]; files: readonly FileRecord[]; url: URL },
) => {
  const files = new Map(found.map((file) => [file.id, file]));
  const complete = await completeFiles(storage, found);
  if (complete.size === 0) fail("not_found");
  const errors = ids.flatMap((id) => {
    const file = files.get(id);
    if (!file) return [documentMessages.notFound(id)];
    return complete.has(id) ? [] : [documentMessages.fileMissing(file.document_name)];
  });
  const claims = { session, documents: encodeIds([...complete]) };
  const token = signedLinks.sign("bundle", claims, LINK_SECONDS);
  return {
    has_errors: errors.length > 0,
    errors,
    link: `${linkBaseUrl(settings, url)}/files?bundle=${token}`,
  };
};

export interface Bundle {
  readonly holder: Holder;
  readonly length: number;
  open(): Readable;
}

/** The zip of a signed link; null when the link is invalid or no file is left. */
export const findBundle = async (services: Services, token: string): Promise<Bundle | undefined> => {
  const { storage, signedLinks } = services;
  const claims = signedLinks.verify("bundle", token);
  if (!claims) return undefined;
  const ids = decodeIds(String(claims.documents));
  const found = await filesOfHolder(services, String(claims.session), ids);
  if (!found) return undefined;
  const { holder, files } = found;
  const complete = await completeFiles(storage, files);
  if (complete.size === 0) return undefined;
  const sent = files.filter(({ id }) => complete.has(id));
  const names = uniqueNames([...sent.map(fileNameOf), MISSING_FILES_NAME]);
  const entries = sent.map((file, at) => zipEntryOf(services, file, names[at] as string));
  const before = files.filter(({ id }) => !complete.has(id));
  const note = missingFilesNote(before, names.at(-1) as string);
  return {
    holder,
    length: zipLength(entries, { note }),
    open: () => zipOf(entries, { note }),
  };
};

interface DocumentEntry extends ZipEntry {
  readonly document_name: string;
}

const zipEntryOf = (
  { storage, log }: Services,
  { document_name, storage_key, size, updated_at }: FileRecord,
  name: string,
): DocumentEntry => ({
  name,
  document_name,
  size,
  modified: updated_at,
  open: async () => {
    try {
      return await storage.get(storage_key);
    } catch (error) {
      log.warn({ err: error, key: storage_key }, "a file of a bundle could not be read");
      throw error;
    }
  },
});

type MissingFile = Pick<FileRecord, "document_name">;

/** Lists, in the zip itself, the files missing since the link was issued, also those lost while the zip is sent. */
const missingFilesNote =
  (before: readonly MissingFile[], name: string) =>
  (since: readonly MissingFile[]): ZipNote | undefined => {
    const lines = [...before, ...since].map(
      ({ document_name }) => `${documentMessages.fileMissing(document_name)}\r\n`,
    );
    return lines.length > 0 ? { name, text: lines.join("") } : undefined;
  };
