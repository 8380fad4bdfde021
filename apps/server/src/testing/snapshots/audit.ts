import { auditList } from "@mcc/contract/audit/audit.api.ts";
import { auditSource } from "../../features/audit/audit.list.ts";
import { addAuditEntry } from "../../features/audit/audit.service.ts";
import type { SnapshotCase } from "./recorder.ts";

const REQUEST = { params: undefined, url: new URL("http://localhost/") };

export const audit: readonly SnapshotCase[] = [
  {
    title: "an entry",
    run: ({ db }) =>
      addAuditEntry(db, {
        actor: { id: 3, name: "Dana" },
        action: "order.approved",
        record: { type: "order", id: "A-1" },
      }),
  },
  {
    title: "what one user did to orders, newest first",
    run: (scope) =>
      auditSource.page(
        scope,
        auditList.page.query.parse({ actor: "dana", record_type: "order", at_after: "2026-03-01" }),
        REQUEST,
      ),
    answer: () => [{ at: new Date("2026-03-31T06:00:00Z") }],
  },
];
