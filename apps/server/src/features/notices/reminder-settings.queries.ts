import type { ReminderSettings } from "@mcc/contract/notices/reminder-settings.schema.ts";
import { sql } from "kysely";
import type { CompanyData, CompanyScope } from "../../platform/access/scope.ts";

export const storedReminderSettings = ({
  db,
  companyId,
}: CompanyData): Promise<ReminderSettings | undefined> =>
  db
    .selectFrom("company_configurations")
    .select([
      "first_reminder_hours",
      "reminder_interval_hours",
      "reminder_max",
      "escalation_hours",
      "escalation_role_id as escalation_role",
      "working_days",
      "working_from",
      "working_until",
      "time_zone",
      "decide_without_sign_in",
      "after_change",
      "changeable_fields",
      "changeable_checkout",
    ])
    .where("company_id", "=", companyId)
    .executeTakeFirst() as Promise<ReminderSettings | undefined>;

export const setReminderSettings = (
  { db, companyId }: CompanyScope,
  { escalation_role, ...settings }: ReminderSettings,
) =>
  db
    .updateTable("company_configurations")
    .set({ ...settings, escalation_role_id: escalation_role, updated_at: sql`now()` })
    .where("company_id", "=", companyId)
    .execute();
