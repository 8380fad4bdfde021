import type { CompanyData } from "../../platform/access/scope.ts";
import type { Services } from "../../platform/services.ts";
import { addAuditEntry } from "../audit/audit.service.ts";
import { addCombinedNotices, whoMayDecide } from "./combined-notices.ts";
import { type LateStep, markEscalated } from "./late-steps.queries.ts";

/** In the audit, nobody did it. */
const BY_TIME = { id: null, name: "Escalation" };

/**
 * From now on others may decide about these steps, too; they are notified, once. Nothing is approved. Returns the ids
 * of the messages, and the sites whose pages show something else now.
 */
export const escalateSteps = async (
  services: Pick<Services, "textCipher" | "publicUrl">,
  data: CompanyData,
  due: readonly LateStep[],
): Promise<{ messages: readonly number[]; siteIds: readonly number[] }> => {
  if (due.length === 0) return { messages: [], siteIds: [] };
  const before = new Map((await whoMayDecide(data, due)).map((step) => [step.late.id, step.current]));
  const marked = new Set(
    await markEscalated(
      data,
      due.map(({ id }) => id),
    ),
  );
  const escalated = due.filter(({ id }) => marked.has(id));
  const steps = await whoMayDecide(data, escalated);
  const notices = steps.flatMap((step) => {
    const known = new Set(before.get(step.late.id)?.map(({ person }) => person.id));
    return step.current
      .filter(({ person }) => !known.has(person.id))
      .map((to) => ({ step, to, occasion: "escalated" }));
  });
  for (const { order, late } of steps) {
    await addAuditEntry(data.db, {
      company_id: data.companyId,
      actor: BY_TIME,
      action: "order.escalated",
      record: { type: "order", id: order.identifier },
      details: { step: late.name },
    });
  }
  return {
    messages: await addCombinedNotices(services, data, "escalation", notices),
    siteIds: [...new Set(escalated.map(({ site_id }) => site_id))],
  };
};
