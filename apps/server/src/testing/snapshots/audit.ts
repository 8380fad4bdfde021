import { auditList } from "@mcc/contract/audit/audit.api.ts";
import { RETENTION_KINDS, type RetentionKind } from "@mcc/contract/retention/retention.schema.ts";
import { companySessionList, signInList } from "@mcc/contract/security/sign-ins.api.ts";
import { auditSource } from "../../features/audit/audit.list.ts";
import { addAuditEntry } from "../../features/audit/audit.service.ts";
import * as chain from "../../features/audit/audit-chain.queries.ts";
import * as erasure from "../../features/erasure/erasure.queries.ts";
import { patternsOf } from "../../features/erasure/identity.ts";
import * as retention from "../../features/retention/retention.queries.ts";
import { companySessionSource } from "../../features/security/company-sessions.list.ts";
import { signInSource } from "../../features/security/sign-ins.list.ts";
import type { SnapshotCase } from "./recorder.ts";

const REQUEST = { params: undefined, url: new URL("http://localhost/") };

const PERSON = { subjects: ["person-1"], values: ["Dana Whitfield"], pairs: [] };
const DAYS = { alerts: 90, messages: null, sign_ins: 365, audit: 730, documents: 30 };
const removed = (kind: RetentionKind): SnapshotCase => ({
  title: `${kind} whose time is over`,
  run: ({ db }) => retention.removeOlder(db, { companyId: 7, kind, days: 400, run: 3, fileDays: 7 }, 500),
  answer: () => [{ removed: 2 }],
});

export const audit: readonly SnapshotCase[] = [
  {
    title: "what a retention would remove",
    run: ({ db }) => retention.countOlder(db, 7, DAYS, 10_000),
    answer: () => [DAYS],
  },
  ...RETENTION_KINDS.map(removed),
  {
    title: "companies with a retention",
    run: ({ db }) => retention.companiesWithLimits(db, 0, 100),
  },
  { title: "a chain, computed again", run: ({ db }) => chain.checkChain(db, 7) },
  { title: "an entry of a chain", run: ({ db }) => chain.hashAt(db, 7, 3) },
  {
    title: "a part of a table that an erasure reads",
    run: ({ db }) => erasure.nextPart(db, 7, { table: "alerts", key: "id", after: "10", most: 100 }),
  },
  {
    title: "messages and addresses of an erased person",
    run: async ({ db }) => {
      await erasure.deleteMessagesTo(db, 7, 3, PERSON);
      await erasure.clearContacts(db, 7, PERSON, patternsOf(PERSON));
      await erasure.renameShopLogins(db, 7, PERSON);
      await erasure.emptyTryOuts(db, { companyId: 7, userId: 3 }, PERSON);
      await erasure.eraseOwnRows(db, 7, 3, PERSON);
    },
  },
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
