import type { ReminderSettings } from "@mcc/contract/notices/reminder-settings.schema.ts";
import { isEscalated, timeWaited } from "@mcc/contract/notices/reminders.rules.ts";
import type pg from "pg";
import type { CompanyPlan } from "../company-plan.ts";
import { HOUR } from "../dates.ts";

/** Those that a new company has, apart from the plan. */
const settingsOf = ({ hours, timeZone }: NonNullable<CompanyPlan["escalation"]>): ReminderSettings => ({
  ...{ first_reminder_hours: 8, reminder_interval_hours: 8, reminder_max: 3 },
  ...{ escalation_hours: hours, escalation_role: null, decide_without_sign_in: false },
  ...{ after_change: "keep", changeable_fields: [], changeable_checkout: [] },
  ...{ working_days: [1, 2, 3, 4, 5], working_from: "08:00", working_until: "17:00", time_zone: timeZone },
});

export const insertEscalation = async (
  client: pg.ClientBase,
  companyId: number,
  { escalation }: CompanyPlan,
  roleIds: ReadonlyMap<string, number>,
): Promise<void> => {
  if (!escalation) return;
  await client.query(
    `update mcc.company_configurations set escalation_hours = $2, escalation_role_id = $3, time_zone = $4,
       changeable_fields = '{po_number,afe_number}', changeable_checkout = '{"Cost Center"}'
     where company_id = $1`,
    [companyId, escalation.hours, roleIds.get(escalation.role), escalation.timeZone],
  );
};

/** When a step was escalated that was waited for, to the hour; null if it was decided in time. */
export const escalatedAt = (plan: CompanyPlan, since: Date, decided: Date): Date | null => {
  if (!isLate(plan, since, decided)) return null;
  let at = since;
  while (!isLate(plan, since, at)) at = new Date(at.getTime() + HOUR);
  return at < decided ? at : decided;
};

/** Whether a step that has been waited for since then is escalated by now. */
export const isLate = ({ escalation }: CompanyPlan, since: Date, now: Date): boolean => {
  if (!escalation) return false;
  const settings = settingsOf(escalation);
  return isEscalated(timeWaited(since.getTime(), now.getTime(), [], settings), settings);
};
