import { auditList } from "@mcc/contract/audit/audit.api.ts";
import type { AuditEntry } from "@mcc/contract/audit/audit.schema.ts";
import { useListState } from "../../platform/lists/list-state.ts";
import { ResourceTable } from "../../platform/lists/resource-table.tsx";
import { Page } from "../../platform/page/page.tsx";
import { breadcrumbs, CONFIGURATION } from "../../platform/records/breadcrumbs.tsx";
import { auditTexts as texts } from "./audit.texts.ts";
import { auditColumns, auditSpreadsheet } from "./audit-columns.tsx";

/** Not every entry comes with an event that open pages hear of. */
const REFRESH_MS = 20_000;

const open = async (entry: AuditEntry) => (await import("./audit-entry.tsx")).openAuditEntry(entry);

/** Who did what to which record, for company admins. */
export const AuditPage = () => (
  <Page breadcrumbs={breadcrumbs([CONFIGURATION], texts.title)} title={texts.title}>
    <ResourceTable
      list={useListState(auditList)}
      noun={texts.noun}
      searched={texts.searched}
      columns={auditColumns}
      rowKey={({ id }) => id}
      refreshEvery={REFRESH_MS}
      open={(entry) => void open(entry)}
      emptyHint={texts.empty}
      spreadsheet={auditSpreadsheet}
    />
  </Page>
);
