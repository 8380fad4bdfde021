import { auditList } from "@mcc/contract/audit/audit.api.ts";
import { invalidate } from "../../platform/api/invalidate.ts";

/** Refetches the entries of an open audit page: a change has been made somewhere. */
export const refreshAudit = (): Promise<unknown> => invalidate([auditList.page, auditList.suggest]);
