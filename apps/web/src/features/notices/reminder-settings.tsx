import { reminderTexts as texts } from "./reminders.texts.ts";
import { SettingsCard } from "./settings-card.tsx";
import { SettingsSummary } from "./settings-summary.tsx";

const loadForm = async () => (await import("./reminder-settings-form.tsx")).SettingsForm;

/** When approvers are reminded and when approvals are escalated. */
export const ReminderSettingsCard = () => (
  <SettingsCard
    title={texts.title}
    change={texts.change}
    load={loadForm}
    summary={(settings) => <SettingsSummary settings={settings} />}
  />
);
