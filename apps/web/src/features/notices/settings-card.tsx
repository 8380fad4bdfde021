import { Button, Skeleton } from "@mantine/core";
import { findReminderSettings } from "@mcc/contract/notices/reminder-settings.api.ts";
import type { ReminderSettings } from "@mcc/contract/notices/reminder-settings.schema.ts";
import { Card } from "@mcc/ui/content/card.tsx";
import { useLazy } from "@mcc/ui/use-lazy.ts";
import { type ComponentType, type ReactNode, useState } from "react";
import { toast } from "../../platform/page/toast.ts";
import { LoadFailed } from "../../platform/records/load-failed.tsx";
import { useRecord } from "../../platform/records/use-record.ts";
import classes from "./reminder-settings.module.css";
import { reminderTexts } from "./reminders.texts.ts";

interface SettingsProps {
  readonly summary: (settings: ReminderSettings) => ReactNode;
  /** The button that opens the form. */
  readonly change: string;
  /** Loads the form: few come to the page for it. */
  readonly load: () => Promise<
    ComponentType<{ readonly settings: ReminderSettings; readonly onSaved: () => void }>
  >;
}

/** What is set, in words, and the form once it is asked for. */
const Settings = ({ settings, summary, change, load }: SettingsProps & { settings: ReminderSettings }) => {
  const [isChanging, setChanging] = useState(false);
  const onFailure = (error: unknown) => {
    setChanging(false);
    toast.failure(error);
  };
  const Form = useLazy(load, { early: false, needed: isChanging, onFailure });
  if (isChanging && Form) return <Form settings={settings} onSaved={() => setChanging(false)} />;
  return (
    <>
      {summary(settings)}
      <Button variant="default" mt="md" loading={isChanging} onClick={() => setChanging(true)}>
        {change}
      </Button>
    </>
  );
};

/** A part of the approval settings of the company. */
export const SettingsCard = ({ title, ...settings }: SettingsProps & { readonly title: string }) => {
  const { record, error, retry } = useRecord(findReminderSettings, {}, { failed: reminderTexts.fetchFailed });
  const failed = !record && error;
  return (
    <div className={classes.section}>
      <Card title={title}>
        {record && <Settings settings={record} {...settings} />}
        {!record && !failed && <Skeleton height={84} />}
        {failed && <LoadFailed retry={retry}>{reminderTexts.fetchFailed}</LoadFailed>}
      </Card>
    </div>
  );
};
