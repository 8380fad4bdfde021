import type { Readable } from "node:stream";
import { can } from "@mcc/contract/access/permissions.ts";
import { displayName } from "@mcc/contract/access/session.ts";
import { runAsSession } from "../../platform/access/run-as-session.ts";
import { slotOwnerOf } from "../../platform/access/scope.ts";
import type { ByteRange } from "../../platform/files/storage.ts";
import type { Services } from "../../platform/services.ts";
import { addAuditEntry } from "../audit/audit.service.ts";
import * as queries from "./export.queries.ts";
import { openArchive } from "./export-archive.ts";

interface LinkedExport {
  readonly holder: { readonly sessionId: string; readonly owner: string; readonly companyId: number };
  readonly filename: string;
  readonly id: number;
  readonly size: number;
  open(part: ByteRange): Readable;
  /** Notes in the audit of the company that it was downloaded. */
  note(): Promise<void>;
}

/** The export of a signed link; nothing when its user is signed out or no company admin anymore, or it has expired. */
export const findLinkedExport = async (
  { database, storage, signedLinks }: Services,
  token: string,
): Promise<LinkedExport | undefined> => {
  const claims = signedLinks.verify("company-export", token);
  if (!claims) return undefined;
  const sessionId = String(claims.session);
  const found = await runAsSession(database, sessionId, async (scope) => {
    if (!can(scope.who, "company-admin")) return undefined;
    const one = await queries.findExport(scope, Number(claims.export));
    if (!one) return undefined;
    const company = await queries.findCompanyName(scope.db, scope.companyId);
    const actor = { id: scope.who.id, name: displayName(scope.who) };
    return { one, company, actor, owner: slotOwnerOf(scope) };
  });
  if (!found || found.one.archive_bytes === null) return undefined;
  const { one, company, actor, owner } = found;
  return {
    holder: { sessionId, owner, companyId: company.id },
    filename: `${company.slug}-${one.created_at.toISOString().slice(0, 10)}.tar`,
    id: one.id,
    size: found.one.archive_bytes,
    open: (part) => openArchive(storage, one, part),
    note: () =>
      addAuditEntry(database.platform, {
        ...{ company_id: company.id, actor, action: "company_export.downloaded" },
        record: { type: "company_export", id: one.id },
      }),
  };
};
