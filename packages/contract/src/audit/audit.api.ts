import { list } from "../kit/list.ts";
import { dateColumn, namedChoiceColumn, textColumn } from "../kit/list-columns.ts";
import { AuditEntry } from "./audit.schema.ts";

/** What was done in the company, the latest first. */
export const auditList = list({
  name: "audit",
  path: "/audit/",
  summary: "audit entries",
  allow: "company-admin",
  row: AuditEntry,
  sort: "-at",
  essentials: ["at", "actor", "action", "record_name"],
  columns: {
    at: dateColumn("When"),
    actor: textColumn("Who"),
    on_behalf_of: textColumn("On Behalf Of"),
    action: namedChoiceColumn("Action"),
    record_type: namedChoiceColumn("Record Type"),
    record_name: textColumn("Record"),
    record_id: textColumn("Record ID", { hidden: true }),
    address: textColumn("Address"),
  },
});
