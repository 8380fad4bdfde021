import { randomUUID } from "node:crypto";
import { documentMessages as messages } from "@mcc/contract/documents/documents.messages.ts";
import { DOCUMENT_CLASSES, DOCUMENT_TYPES } from "@mcc/contract/documents/documents.schema.ts";
import type { upsertDocument as contract } from "@mcc/contract/documents/ingest.api.ts";
import {
  type DocumentDraft,
  DocumentName,
  type IntegrationDocument,
} from "@mcc/contract/documents/ingest.schema.ts";
import { integrationMessages } from "@mcc/contract/integration/integration.messages.ts";
import { AppError, fail, failField } from "@mcc/contract/kit/errors.ts";
import { notFoundMessage } from "@mcc/contract/kit/schema-messages.ts";
import { codeOf } from "@mcc/contract/orders/orders.schema.ts";
import type { IntegrationTransactions } from "../../platform/access/keys/api-key-scope.ts";
import { type IntegrationScope, RetryTransaction } from "../../platform/access/keys/api-key-scope.ts";
import { scanned } from "../../platform/files/virus-scanner.ts";
import type { Upload } from "../../platform/input/upload.ts";
import { FileFetchError, fetchFile } from "../../platform/outgoing/fetch-file.ts";
import type { Services } from "../../platform/services.ts";
import { addKeyWrites } from "../api-keys/key-writes.service.ts";
import { visibleName } from "./file-names.ts";
import * as queries from "./ingest.queries.ts";
import { putFile, type StoredFile } from "./store-file.ts";

/** Longer than any upload may take: a file whose sender has disconnected by then is deleted. */
const ARRIVING_MINUTES = 120;
const DAY_MINUTES = 24 * 60;

type Deps = Pick<Services, "storage" | "settings" | "log">;

/**
 * The file is stored first, since it may arrive before its fields: under a new key, recorded as unused. One transaction
 * then names it in the document. A failure in between leaves a file that is deleted later, and an unchanged document.
 */
export const upsertDocument = async (
  deps: Deps,
  transactions: IntegrationTransactions,
  externalId: string,
  upload: Upload<typeof contract>,
): Promise<IntegrationDocument> => {
  const key = await reserveKey(transactions);
  let keptKey: string | undefined;
  try {
    let sent: StoredFile | undefined;
    const draft = await upload.read(async (file) => {
      sent = await putFile(deps.storage, key, file);
    });
    if (sent && draft.url) failField("url", messages.fileTwice);
    const file = sent ?? (await fetchToStorage(deps, key, draft));
    mustMatchChecksum(draft, file);
    const { answer, storage_key } = await saveDocument(deps, transactions, externalId, {
      ...{ draft, file, keptDays: deps.settings.replacedFileDays },
    });
    keptKey = storage_key;
    return answer;
  } finally {
    if (key !== keptKey) await deleteUnusedFile(deps, transactions, key);
  }
};

/** The storage key of a file; it is recorded before the upload, so that the file is never lost track of. */
const reserveKey = (transactions: IntegrationTransactions): Promise<string> => {
  const id = randomUUID();
  return transactions.run(async (scope) => {
    const key = `${scope.companyId}/${id.slice(0, 2)}/${id}`;
    await queries.markUnused(scope, key, ARRIVING_MINUTES);
    return key;
  });
};

const fetchToStorage = async (deps: Deps, key: string, { url }: DocumentDraft): Promise<StoredFile> => {
  if (!url) failField("file", messages.fileNeeded);
  try {
    const { name, content } = await fetchFile(url, deps.settings.documents);
    return await putFile(deps.storage, key, { name, content: scanned(deps, content) });
  } catch (error) {
    if (error instanceof FileFetchError) failField("url", error.message);
    throw error;
  }
};

const mustMatchChecksum = ({ checksum }: DocumentDraft, file: StoredFile): void => {
  if (checksum && checksum !== file.checksum.toString("hex")) {
    failField("checksum", messages.otherChecksum);
  }
};

/** A file's own name must satisfy the same rules as a name sent for the document. */
const nameOf = ({ document_name }: DocumentDraft, { sentName }: StoredFile): string => {
  const name = DocumentName.safeParse(document_name ?? sentName);
  if (name.error) failField("document_name", name.error.issues[0]?.message ?? "");
  return visibleName(name.data) || failField("document_name", messages.nameRequired);
};

/** At once if possible; the sweep deletes what could not be deleted now. */
const deleteUnusedFile = async (
  { storage, log }: Deps,
  transactions: IntegrationTransactions,
  key: string,
): Promise<void> => {
  try {
    const isUnused = await transactions.run(async (scope) => {
      // No longer recorded as unused: the document names it, although the success was not reported to us.
      if (!(await queries.markUsed(scope, key))) return false;
      await queries.markUnused(scope, key, 0);
      return true;
    });
    if (!isUnused) return;
    await storage.delete(key);
    await transactions.run(({ db, companyId }) =>
      queries.deleteUnusedMark(db, { company_id: companyId, storage_key: key }),
    );
  } catch (error) {
    log.warn({ err: error }, "an unused file stays until the sweep");
  }
};

interface SentDocument {
  readonly draft: DocumentDraft;
  readonly file: StoredFile;
  /** How long the file it replaces is kept. */
  readonly keptDays: number;
}
/** The result of the storage check of a file: its length, if it exists. */
interface StorageCheck {
  readonly key: string;
  readonly size: number | undefined;
}
interface SavedDocument {
  readonly answer: IntegrationDocument;
  readonly storage_key: string;
}

/** The stored file is checked in between: the document is not locked while the store responds. */
const saveDocument = async (
  { storage }: Deps,
  transactions: IntegrationTransactions,
  externalId: string,
  sent: SentDocument,
): Promise<SavedDocument> => {
  for (let checked: StorageCheck | undefined; ; ) {
    const outcome = await transactions.run((scope) => trySave(scope, externalId, sent, checked));
    if ("answer" in outcome) return outcome;
    checked = { key: outcome.lookFor, size: await storage.sizeOf(outcome.lookFor) };
  }
};

/** When the same file is sent again and still exists, the stored one is kept. A missing one is replaced. */
const trySave = async (
  scope: IntegrationScope,
  externalId: string,
  { draft, file, keptDays }: SentDocument,
  checked: StorageCheck | undefined,
): Promise<SavedDocument | { lookFor: string }> => {
  const stored = await queries.lockDocument(scope, externalId);
  const { site, order } = await resolvePlace(scope, draft, stored);
  const equal = stored?.checksum.equals(file.checksum) ? stored : undefined;
  if (equal && checked?.key !== equal.storage_key) return { lookFor: equal.storage_key };
  const sameFile = checked?.size === file.size ? equal : undefined;
  const { storage_key } = sameFile ?? { storage_key: file.key };
  const row = { ...rowOf(draft, site.id, order, stored, file), storage_key };
  const changed = !stored || !isSame(stored, row);
  if (changed && !sameFile) {
    if (!(await queries.markUsed(scope, file.key))) throw new AppError("unavailable", { retryAfter: 1 });
    if (stored) await queries.markUnused(scope, stored.storage_key, keptDays * DAY_MINUTES);
  }
  const written = await write(scope, externalId, stored, changed ? row : undefined);
  if (changed) await addKeyWrites(scope, "document", [externalId], !stored);
  return { answer: toResponse(externalId, written, site, changed), storage_key };
};

const write = async (
  scope: IntegrationScope,
  externalId: string,
  stored: queries.StoredDocument | undefined,
  row: queries.DocumentToWrite | undefined,
): Promise<queries.StoredDocument> => {
  if (stored) return row ? queries.updateDocument(scope, stored.id, row) : stored;
  const added = row && (await queries.addDocument(scope, externalId, row));
  if (!added) throw new RetryTransaction("Another sender has just added this document.");
  return added;
};

/** The order determines the site; without an order the sender does. */
const resolvePlace = async (
  scope: IntegrationScope,
  draft: DocumentDraft,
  stored: queries.StoredDocument | undefined,
): Promise<{ site: queries.SiteOfDocument; order: queries.OrderOfDocument | undefined }> => {
  const { order_identifier, site: siteId, ecommerce_username } = draft;
  if (!order_identifier) return { site: await resolveSite(scope, draft, stored), order: undefined };
  const order =
    (await queries.lockOrderShared(scope, order_identifier)) ??
    failField("order_identifier", notFoundMessage("order"));
  const site = (await queries.findSite(scope, order.site_id)) ?? fail("unexpected");
  const isOther =
    (siteId !== undefined && siteId !== site.id) ||
    (ecommerce_username && ecommerce_username.toLowerCase() !== site.ecommerce_username.toLowerCase());
  if (isOther) failField(siteId === undefined ? "ecommerce_username" : "site", messages.otherSite);
  return { site, order };
};

const resolveSite = async (
  scope: IntegrationScope,
  { site: siteId, ecommerce_username }: DocumentDraft,
  stored: queries.StoredDocument | undefined,
): Promise<queries.SiteOfDocument> => {
  if (siteId !== undefined) {
    const site = await queries.findSite(scope, siteId);
    // A deleted site keeps its existing documents.
    if (!site || (site.is_deleted && site.id !== stored?.site_id)) failField("site", notFoundMessage("site"));
    return site;
  }
  const found = await queries.sitesOfShopUser(scope, ecommerce_username ?? "", stored?.site_id);
  // A document that is sent again stays at its site, whatever has become of the site and its shop user.
  const own = found.find(({ id }) => id === stored?.site_id);
  if (!own && found.length > 1) failField("ecommerce_username", integrationMessages.manySites);
  return own ?? found[0] ?? failField("ecommerce_username", notFoundMessage("site"));
};

const rowOf = (
  draft: DocumentDraft,
  siteId: number,
  order: queries.OrderOfDocument | undefined,
  stored: queries.StoredDocument | undefined,
  file: StoredFile,
): Omit<queries.DocumentToWrite, "storage_key"> => ({
  site_id: siteId,
  order_id: order?.id ?? null,
  document_name: nameOf(draft, file),
  document_class: codeOf(DOCUMENT_CLASSES, order ? "Order document" : "Site document"),
  document_type: codeOf(DOCUMENT_TYPES, draft.document_type),
  order_identifier: draft.order_identifier ?? null,
  po_number: draft.po_number ?? order?.po_number ?? null,
  afe_number: draft.afe_number ?? order?.afe_number ?? null,
  invoice_number: draft.invoice_number,
  tracking_number: draft.tracking_number,
  order_date: draft.order_date
    ? new Date(draft.order_date)
    : (order?.order_date ?? stored?.order_date ?? new Date()),
  content_type: file.content_type,
  extension: file.extension,
  size: file.size,
  checksum: file.checksum,
});

const isSame = (stored: queries.StoredDocument, row: queries.DocumentToWrite): boolean =>
  Object.entries(row).every(
    ([key, value]) => JSON.stringify(stored[key as keyof queries.DocumentToWrite]) === JSON.stringify(value),
  );

const toResponse = (
  externalId: string,
  written: queries.StoredDocument,
  { id, name, ecommerce_username }: queries.SiteOfDocument,
  changed: boolean,
): IntegrationDocument => ({
  ...written,
  changed,
  external_id: externalId,
  document_type: DOCUMENT_TYPES[written.document_type - 1] as IntegrationDocument["document_type"],
  site: { id, name, ecommerce_username },
  order_date: written.order_date.toISOString(),
  created_date: written.created_at.toISOString(),
  modified_date: written.updated_at.toISOString(),
  checksum: written.checksum.toString("hex"),
});
