import { Switch } from "@mantine/core";
import {
  readNotificationPreferences,
  saveNotificationPreferences,
} from "@mcc/contract/profile/notification-preferences.api.ts";
import { CHANNELS, type Channel, TOPICS, type Topic } from "@mcc/contract/profile/notification-topics.ts";
import { Card } from "@mcc/ui/content/card.tsx";
import { type PlainColumn, PlainTable } from "@mcc/ui/tables/plain-table.tsx";
import { call, queryFor } from "../../platform/api/call.ts";
import { refetch } from "../../platform/api/invalidate.ts";
import { queryClient } from "../../platform/api/query-client.ts";
import { runAction } from "../../platform/records/action.ts";
import { LoadFailed } from "../../platform/records/load-failed.tsx";
import { useRecord } from "../../platform/records/use-record.ts";
import classes from "./profile.module.css";
import { profileTexts as texts } from "./profile.texts.ts";

const { queryKey } = queryFor(readNotificationPreferences, {});

const choose = (topic: Topic, channel: Channel, isOn: boolean) =>
  runAction({
    key: ["notification-preferences"],
    send: () => call(saveNotificationPreferences, { body: { [topic]: { [channel]: isOn } } }),
    success: texts.messagesSaved,
    failure: texts.messagesFailed,
    onSuccess: (saved) => queryClient.setQueryData(queryKey, saved),
    invalidate: () => refetch(queryKey),
  });

/** Which messages the user gets by which channel; a change is saved at once. */
export const MessageChoices = () => {
  const { record, error, retry } = useRecord(readNotificationPreferences, {}, { failed: texts.fetchFailed });
  const impossible = record && texts.textsImpossible[record.text_messages];
  const columns: PlainColumn<Topic>[] = [
    {
      label: texts.topic,
      cell: (topic) => (
        <span className={classes.topic}>
          {texts.topics[topic][0]}
          <span className={classes.dimmed}>{texts.topics[topic][1]}</span>
        </span>
      ),
    },
    ...CHANNELS.map((channel) => ({
      label: texts.channels[channel],
      cell: (topic: Topic) => (
        <Switch
          aria-label={texts.channelOf(texts.topics[topic][0], texts.channels[channel])}
          disabled={channel === "text" && impossible !== undefined}
          checked={record?.[topic][channel] ?? false}
          onChange={({ currentTarget }) => void choose(topic, channel, currentTarget.checked)}
        />
      ),
    })),
  ];
  return (
    <Card title={texts.messages} flush>
      {!record && error ? (
        <LoadFailed retry={retry}>{texts.fetchFailed}</LoadFailed>
      ) : (
        <PlainTable
          label={texts.messagesByChannel}
          columns={columns}
          rows={record && TOPICS}
          rowKey={(topic) => topic}
          empty={null}
          inCard
        />
      )}
      <div className={classes.notes}>
        {impossible && <p>{impossible}</p>}
        <p>{texts.messagesHint}</p>
      </div>
    </Card>
  );
};
