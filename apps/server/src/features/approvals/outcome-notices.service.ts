import { displayName } from "@mcc/contract/access/session.ts";
import { byFor } from "@mcc/contract/approvals/approvals.messages.ts";
import type { CompanyScope } from "../../platform/access/scope.ts";
import { addNotification, sendSoon } from "../../platform/mail/outbox.ts";
import type { Platform } from "../../platform/platform.ts";
import { type Outcome, outcomeNotice } from "./notice-texts.ts";
import type { OrderToDecide } from "./orders-to-decide.queries.ts";
import type { Placer } from "./placers.queries.ts";

export type { Placer } from "./placers.queries.ts";
export { listedPlacers } from "./placers.queries.ts";

/** Writes to the users who placed an order how it was decided: in the transaction of the decision, once. */
export const notifyPlacers = (
  { jobs, textCipher, publicUrl }: Platform,
  scope: CompanyScope,
  { id, identifier, total }: Pick<OrderToDecide, "id" | "identifier" | "total">,
  placers: readonly Placer[],
  {
    principal = null,
    ...outcome
  }: ({ readonly kind: Exclude<Outcome["kind"], "rejected"> } | { kind: "rejected"; note: string }) & {
    /** For a deputy: in whose place they decided. */
    readonly principal?: string | null;
  },
): Promise<unknown> => {
  const by = byFor(displayName(scope.who), principal);
  const { companyId } = scope;
  const written = Promise.all(
    placers.map((placer) => {
      const facts = { identifier, total, site: placer.site, orderedBy: null };
      const texts = outcomeNotice(publicUrl(), placer.name, facts, { ...outcome, by });
      return addNotification(textCipher, scope.db, placer, {
        companyId,
        topic: "approvals",
        about: `decided:${id}`,
        ...texts,
      });
    }),
  );
  if (placers.length > 0) {
    scope.afterCommit(async () => {
      for (const message of (await written).flat()) sendSoon(jobs, message);
    });
  }
  return written;
};
