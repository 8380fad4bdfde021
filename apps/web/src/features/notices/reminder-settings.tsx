import { Button, Skeleton } from "@mantine/core";
import { findReminderSettings } from "@mcc/contract/notices/reminder-settings.api.ts";
import type { ReminderSettings } from "@mcc/contract/notices/reminder-settings.schema.ts";
import { Card } from "@mcc/ui/content/card.tsx";
import { useLazy } from "@mcc/ui/use-lazy.ts";
import { useState } from "react";
import { toast } from "../../platform/page/toast.ts";
import { LoadFailed } from "../../platform/records/load-failed.tsx";
import { useRecord } from "../../platform/records/use-record.ts";
import classes from "./reminder-settings.module.css";
import { reminderTexts as texts } from "./reminders.texts.ts";
import { SettingsSummary } from "./settings-summary.tsx";

/** The sentence, and the form once it is asked for: few come to this page for it. */
const Settings = ({ settings }: { settings: ReminderSettings }) => {
  const [isChanging, setChanging] = useState(false);
  const onFailure = (error: unknown) => {
    setChanging(false);
    toast.failure(error);
  };
  const load = async () => (await import("./reminder-settings-form.tsx")).SettingsForm;
  const SettingsForm = useLazy(load, { early: false, needed: isChanging, onFailure });
  if (isChanging && SettingsForm) {
    return <SettingsForm settings={settings} onSaved={() => setChanging(false)} />;
  }
  return (
    <>
      <SettingsSummary settings={settings} />
      <Button variant="default" mt="md" loading={isChanging} onClick={() => setChanging(true)}>
        {texts.change}
      </Button>
    </>
  );
};

/** When approvers are reminded and when approvals are escalated. */
export const ReminderSettingsCard = () => {
  const { record, error, retry } = useRecord(findReminderSettings, {}, { failed: texts.fetchFailed });
  const failed = !record && error;
  return (
    <div className={classes.section}>
      <Card title={texts.title}>
        {record && <Settings settings={record} />}
        {!record && !failed && <Skeleton height={84} />}
        {failed && <LoadFailed retry={retry}>{texts.fetchFailed}</LoadFailed>}
      </Card>
    </div>
  );
};
