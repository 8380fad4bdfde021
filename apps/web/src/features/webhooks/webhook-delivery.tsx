import { Loader } from "@mantine/core";
import type { DeliveryAttempt } from "@mcc/contract/events/events.schema.ts";
import { findWebhookDelivery } from "@mcc/contract/webhooks/webhooks.api.ts";
import type { WebhookDelivery, WebhookDeliveryDetails } from "@mcc/contract/webhooks/webhooks.schema.ts";
import { CopyButton } from "@mcc/ui/buttons/copy-button.tsx";
import { type Fact, Facts } from "@mcc/ui/content/facts.tsx";
import { type PlainColumn, PlainTable } from "@mcc/ui/tables/plain-table.tsx";
import { scrollable } from "@mcc/ui/tables/scrollable.ts";
import { formatMoment } from "../../platform/page/format.ts";
import { LoadFailed } from "../../platform/records/load-failed.tsx";
import { useRecord } from "../../platform/records/use-record.ts";
import { openModal } from "../../platform/state/globals.ts";
import { replay } from "./webhook-actions.ts";
import classes from "./webhooks.module.css";
import { webhookTexts as texts } from "./webhooks.texts.ts";

const code = (text: string) => <span className={classes.code}>{text}</span>;

const factsOf = ({ url, event_id, created_at, next_try_at }: WebhookDeliveryDetails): Fact[] => [
  { label: texts.created, value: formatMoment(created_at) },
  ...(next_try_at ? [{ label: texts.nextAttempt, value: formatMoment(next_try_at) }] : []),
  { label: texts.address, value: code(url), wide: true },
  { label: texts.messageId, value: code(event_id), wide: true },
];

const columns: readonly PlainColumn<DeliveryAttempt>[] = [
  {
    label: texts.attempt,
    cell: ({ attempt }) => attempt,
    title: ({ attempt }) => `${texts.attempt} ${attempt}`,
  },
  { label: texts.at, cell: ({ at }) => formatMoment(at) },
  { label: texts.result, cell: ({ error, status }) => error ?? texts.answered(status ?? 0) },
  { label: texts.answer, cell: ({ response }) => code(response || texts.noAnswer) },
];

/** As it was sent, with line breaks for the reader. */
const requestText = ({ request: { headers, body } }: WebhookDeliveryDetails): string =>
  [
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    "",
    JSON.stringify(JSON.parse(body), null, 2),
  ].join("\n");

const Details = ({ id }: { readonly id: number }) => {
  const { record, retry, error } = useRecord(
    findWebhookDelivery,
    { params: { id } },
    { failed: texts.deliveryFailed, gcTime: 0 },
  );
  if (!record)
    return error ? <LoadFailed retry={retry}>{texts.deliveryFailed}</LoadFailed> : <Loader size="sm" />;
  return (
    <div className={classes.parts}>
      <Facts dense facts={factsOf(record)} />
      <section aria-label={texts.request}>
        <h3 className={classes.heading}>
          {texts.request} <CopyButton noun="body" text={record.request.body} />
        </h3>
        <pre className={classes.request} {...scrollable}>
          {requestText(record)}
        </pre>
        <p className={classes.hint}>{texts.signedEach}</p>
      </section>
      <PlainTable
        label={texts.attempts}
        columns={columns}
        rows={record.log}
        rowKey={({ attempt }) => attempt}
        empty={texts.notSent}
      />
    </div>
  );
};

export const openDelivery = ({ id, type }: WebhookDelivery, isPaused: boolean): void =>
  openModal({
    title: type,
    size: "modal-lg",
    content: <Details id={id} />,
    buttons: [
      ...(isPaused ? [] : [{ label: texts.replay, onPress: () => void replay({ id }) }]),
      { label: texts.close },
    ],
  });
