import { displayName } from "@mcc/contract/access/session.ts";
import { byFor } from "@mcc/contract/approval-steps/approval-steps.messages.ts";
import type { CompanyScope } from "../../platform/access/scope.ts";
import { addNotification, sendSoon } from "../../platform/mail/outbox.ts";
import type { Services } from "../../platform/services.ts";
import type { OrderCreator, OrderToDecide } from "../approval-steps/approval-steps.service.ts";
import { type Outcome, outcomeNotice } from "./outcome-notices.texts.ts";

/** Writes to the users who placed an order how it was decided: in the transaction of the decision, once. */
export const notifyOrderCreators = (
  { jobs, textCipher, publicUrl }: Services,
  scope: CompanyScope,
  { id, identifier, total }: Pick<OrderToDecide, "id" | "identifier" | "total">,
  creators: readonly OrderCreator[],
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
    creators.map((creator) => {
      const facts = { identifier, total, site: creator.site };
      const texts = outcomeNotice(publicUrl(), creator.name, facts, { ...outcome, by });
      return addNotification(textCipher, scope.db, creator, {
        companyId,
        topic: "approvals",
        about: `decided:${id}`,
        ...texts,
      });
    }),
  );
  if (creators.length > 0) {
    scope.afterCommit(async () => {
      for (const message of (await written).flat()) sendSoon(jobs, message);
    });
  }
  return written;
};
