import classes from "./reminder-settings.module.css";
import { changeSettingsText, changeSettingsTexts as texts } from "./reminders.texts.ts";
import { SettingsCard } from "./settings-card.tsx";

const loadForm = async () => (await import("./change-settings-form.tsx")).ChangeSettingsForm;

/** What approvers may change about an order, and what becomes of approvals given before. */
export const ChangeSettingsCard = () => (
  <SettingsCard
    title={texts.title}
    change={texts.change}
    load={loadForm}
    summary={(settings) => (
      <p className={classes.summary} aria-live="polite">
        {changeSettingsText(settings)}
      </p>
    )}
  />
);
