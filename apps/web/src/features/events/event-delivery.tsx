import { Loader } from "@mantine/core";
import { findEventDelivery } from "@mcc/contract/events/events.api.ts";
import type {
  DeliveryAttempt,
  EventDelivery,
  EventDeliveryDetails,
} from "@mcc/contract/events/events.schema.ts";
import { CopyButton } from "@mcc/ui/buttons/copy-button.tsx";
import { type Fact, Facts } from "@mcc/ui/content/facts.tsx";
import { PlainTable } from "@mcc/ui/tables/plain-table.tsx";
import { scrollable } from "@mcc/ui/tables/scrollable.ts";
import { formatMoment } from "../../platform/page/format.ts";
import { LoadFailed } from "../../platform/records/load-failed.tsx";
import { useRecord } from "../../platform/records/use-record.ts";
import { openModal } from "../../platform/state/globals.ts";
import classes from "./events.module.css";
import { eventTexts as texts } from "./events.texts.ts";
import { replay } from "./replay-event.ts";

const factsOf = (delivery: EventDeliveryDetails): Fact[] => [
  { label: texts.company, value: delivery.company.name },
  { label: texts.created, value: formatMoment(delivery.created_at) },
  ...(delivery.next_try_at ? [{ label: texts.nextAttempt, value: formatMoment(delivery.next_try_at) }] : []),
  { label: texts.address, value: <span className={classes.code}>{delivery.url}</span>, wide: true },
  { label: texts.messageId, value: <span className={classes.code}>{delivery.event_id}</span>, wide: true },
];

const columns = [
  { label: texts.attempt, cell: ({ attempt }: DeliveryAttempt) => texts.attemptOf(attempt) },
  { label: texts.at, cell: ({ at }: DeliveryAttempt) => formatMoment(at) },
  {
    label: texts.result,
    cell: ({ error, status }: DeliveryAttempt) => error ?? texts.answered(status ?? 0),
  },
  {
    label: texts.response,
    cell: ({ response }: DeliveryAttempt) => <span className={classes.code}>{response || texts.noBody}</span>,
  },
];

const Details = ({ id }: { readonly id: number }) => {
  const { record, retry, error } = useRecord(
    findEventDelivery,
    { params: { id } },
    { failed: texts.loadFailed, gcTime: 0 },
  );
  if (!record)
    return error ? <LoadFailed retry={retry}>{texts.loadFailed}</LoadFailed> : <Loader size="sm" />;
  const payload = JSON.stringify(record.payload, null, 2);
  return (
    <div className={classes.details}>
      <Facts dense facts={factsOf(record)} />
      <PlainTable
        label={texts.attempts}
        columns={columns}
        rows={record.log}
        rowKey={({ attempt }) => attempt}
        empty={texts.none}
      />
      <section aria-label={texts.payload}>
        <h3 className={classes.heading}>
          {texts.payload} <CopyButton noun="payload" text={payload} />
        </h3>
        <pre className={classes.payload} {...scrollable}>
          {payload}
        </pre>
      </section>
    </div>
  );
};

export const openDelivery = ({ id, type }: EventDelivery): void =>
  openModal({
    title: type,
    size: "modal-lg",
    content: <Details id={id} />,
    buttons: [{ label: texts.replay, onPress: () => void replay({ id }) }, { label: texts.close }],
  });
