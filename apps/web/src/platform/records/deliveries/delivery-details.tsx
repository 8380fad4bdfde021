import type { DeliveryAttempt, EventDelivery } from "@mcc/contract/events/events.schema.ts";
import { CopyButton } from "@mcc/ui/buttons/copy-button.tsx";
import { type Fact, Facts } from "@mcc/ui/content/facts.tsx";
import { type PlainColumn, PlainTable } from "@mcc/ui/tables/plain-table.tsx";
import { scrollable } from "@mcc/ui/tables/scrollable.ts";
import { formatMoment } from "../../page/format.ts";
import { Code } from "./code.tsx";
import { deliveryTexts as texts } from "./delivery.texts.ts";
import classes from "./delivery-details.module.css";

const columns: readonly PlainColumn<DeliveryAttempt>[] = [
  {
    label: texts.attempt,
    cell: ({ attempt }) => attempt,
    title: ({ attempt }) => `${texts.attempt} ${attempt}`,
  },
  { label: texts.at, cell: ({ at }) => formatMoment(at) },
  { label: texts.result, cell: ({ error, status }) => error ?? texts.answered(status ?? 0) },
  { label: texts.answer, cell: ({ response }) => <Code>{response || texts.noAnswer}</Code> },
];

interface DeliveryDetailsProps {
  readonly delivery: Pick<EventDelivery, "url" | "event_id" | "created_at" | "next_try_at"> & {
    readonly log: readonly DeliveryAttempt[];
  };
  /** What else is known about it. */
  readonly facts?: readonly Fact[];
  /** What is sent: its name, the text that is shown, and what is copied. */
  readonly sent: {
    readonly title: string;
    readonly noun: string;
    readonly shown: string;
    readonly copied: string;
    readonly note?: string;
  };
}

/** What a delivery sends, and what each attempt got as an answer. */
export const DeliveryDetails = ({ delivery, facts = [], sent }: DeliveryDetailsProps) => {
  const { url, event_id, created_at, next_try_at, log } = delivery;
  return (
    <div className={classes.details}>
      <Facts
        dense
        facts={[
          ...facts,
          { label: texts.created, value: formatMoment(created_at) },
          ...(next_try_at ? [{ label: texts.nextAttempt, value: formatMoment(next_try_at) }] : []),
          { label: texts.address, value: <Code>{url}</Code>, wide: true },
          { label: texts.messageId, value: <Code>{event_id}</Code>, wide: true },
        ]}
      />
      <section aria-label={sent.title}>
        <h3 className={classes.heading}>
          {sent.title} <CopyButton noun={sent.noun} text={sent.copied} />
        </h3>
        <pre className={classes.sent} {...scrollable}>
          {sent.shown}
        </pre>
        {sent.note && <p className={classes.note}>{sent.note}</p>}
      </section>
      <PlainTable
        label={texts.attempts}
        columns={columns}
        rows={log}
        rowKey={({ attempt }) => attempt}
        empty={texts.notSent}
      />
    </div>
  );
};
