import type { CompanyData } from "../../platform/access/scope.ts";
import type { Services } from "../../platform/services.ts";
import { addCombinedNotices, whoMayDecide } from "./combined-notices.ts";
import { markReminded } from "./late-steps.queries.ts";
import type { DueReminder } from "./late-steps.service.ts";

/** Writes reminders to those who may decide now, and notes them with the steps; returns the ids of the messages. */
export const writeReminders = async (
  services: Pick<Services, "textCipher" | "publicUrl">,
  data: CompanyData,
  due: readonly DueReminder[],
): Promise<number[]> => {
  if (due.length === 0) return [];
  const numbers = new Map(due.map(({ id, number }) => [id, number]));
  const steps = await whoMayDecide(data, due);
  // The last thing before the messages: the rows of the steps are locked for a short time.
  const marked = new Set(await markReminded(data, due));
  const notices = steps
    .filter(({ late }) => marked.has(late.id))
    .flatMap((step) => step.current.map((to) => ({ step, to, occasion: String(numbers.get(step.late.id)) })));
  return addCombinedNotices(services, data, "reminder", notices);
};
