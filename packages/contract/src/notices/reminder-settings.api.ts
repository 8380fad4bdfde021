import { endpoint } from "../kit/endpoint.ts";
import { ReminderSettings, ReminderSettingsChanges } from "./reminder-settings.schema.ts";

const settings = { path: "/approvals/settings/", allow: "approval:rules", reply: ReminderSettings } as const;

export const findReminderSettings = endpoint({
  ...settings,
  method: "GET",
  summary:
    "Get when approvers are reminded, when steps are escalated, when the company works, and what approvers may change",
});

export const updateReminderSettings = endpoint({
  ...settings,
  method: "PATCH",
  summary:
    "Change when approvers are reminded, when steps are escalated, when the company works, and what approvers may change",
  description:
    "What is left out stays. It applies to pending orders too, from the moment their step opened. A change of decide_without_sign_in always needs a confirmation.",
  confirm: "rules",
  fails: ["auth.confirmation_required"],
  body: ReminderSettingsChanges,
});
