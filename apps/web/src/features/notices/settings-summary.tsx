import { ALL_ROWS } from "@mcc/contract/kit/list.ts";
import type { ReminderSettings } from "@mcc/contract/notices/reminder-settings.schema.ts";
import { roles } from "@mcc/contract/roles/roles.api.ts";
import { useQuery } from "@tanstack/react-query";
import { queryFor } from "../../platform/api/call.ts";
import classes from "./reminder-settings.module.css";
import { settingsText } from "./reminders.texts.ts";

/** What the settings mean, in a sentence. */
export const SettingsSummary = ({ settings }: { settings: ReminderSettings }) => {
  const { data } = useQuery(queryFor(roles, { query: { order_by: "name", limit: String(ALL_ROWS) } }));
  const role = data?.results.find(({ id }) => id === settings.escalation_role);
  return (
    <p className={classes.summary} aria-live="polite">
      {settingsText(settings, role?.name)}
    </p>
  );
};
