import { auditList } from "@mcc/contract/audit/audit.api.ts";
import { companySessionList, signInList } from "@mcc/contract/security/sign-ins.api.ts";
import { auditSource } from "../../features/audit/audit.list.ts";
import { addAuditEntry } from "../../features/audit/audit.service.ts";
import { companySessionSource } from "../../features/security/company-sessions.list.ts";
import { signInSource } from "../../features/security/sign-ins.list.ts";
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

/** The lists of sessions and sign-ins. */
export const security: readonly SnapshotCase[] = [
  {
    title: "the sign-ins of one user that were refused",
    run: (scope) =>
      signInSource.page(scope, signInList.page.query.parse({ user: "dana", result: "Refused" }), REQUEST),
    answer: () => [{ at: new Date("2026-03-31T06:00:00Z") }],
  },
  {
    title: "the sessions of the company, those used last first",
    run: (scope) =>
      companySessionSource.page(scope, companySessionList.page.query.parse({ device: "Chrome" }), REQUEST),
    answer: () => [
      { created_at: new Date("2026-03-31T06:00:00Z"), last_used_at: new Date("2026-03-31T07:00:00Z") },
    ],
  },
];
