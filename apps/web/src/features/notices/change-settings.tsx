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
import { changeSettingsText, reminderTexts, changeSettingsTexts as texts } from "./reminders.texts.ts";

/** The sentences, and the form once it is asked for. */
const Settings = ({ settings }: { settings: ReminderSettings }) => {
  const [isChanging, setChanging] = useState(false);
  const onFailure = (error: unknown) => {
    setChanging(false);
    toast.failure(error);
  };
  const load = async () => (await import("./change-settings-form.tsx")).ChangeSettingsForm;
  const Form = useLazy(load, { early: false, needed: isChanging, onFailure });
  if (isChanging && Form) return <Form settings={settings} onSaved={() => setChanging(false)} />;
  return (
    <>
      <p className={classes.summary} aria-live="polite">
        {changeSettingsText(settings)}
      </p>
      <Button variant="default" mt="md" loading={isChanging} onClick={() => setChanging(true)}>
        {texts.change}
      </Button>
    </>
  );
};

/** What approvers may change about an order, and what becomes of approvals given before. */
export const ChangeSettingsCard = () => {
  const { record, error, retry } = useRecord(findReminderSettings, {}, { failed: reminderTexts.fetchFailed });
  const failed = !record && error;
  return (
    <div className={classes.section}>
      <Card title={texts.title}>
        {record && <Settings settings={record} />}
        {!record && !failed && <Skeleton height={84} />}
        {failed && <LoadFailed retry={retry}>{reminderTexts.fetchFailed}</LoadFailed>}
      </Card>
    </div>
  );
};
