import { ApprovalRulesPage as RulesPage } from "../../features/approval-rules/approval-rules-page.tsx";
import { ChangeSettingsCard } from "../../features/notices/change-settings.tsx";
import { ReminderSettingsCard } from "../../features/notices/reminder-settings.tsx";

/** The approval rules, with the settings of reminders and changes from the notices feature. */
export const ApprovalRulesPage = () => (
  <RulesPage
    reminders={
      <>
        <ReminderSettingsCard />
        <ChangeSettingsCard />
      </>
    }
  />
);
