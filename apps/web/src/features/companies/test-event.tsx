import { Text } from "@mantine/core";
import type { Company } from "@mcc/contract/companies/companies.schema.ts";
import { findEventDelivery, sendTestEvent } from "@mcc/contract/events/events.api.ts";
import type { EventDelivery } from "@mcc/contract/events/events.schema.ts";
import { IconSend } from "@tabler/icons-react";
import { useState } from "react";
import { call } from "../../platform/api/call.ts";
import { TextLink } from "../../platform/page/text-link.tsx";
import { runAction } from "../../platform/records/action.ts";
import { ActionButton } from "../../platform/records/action-button.tsx";
import { useRecord } from "../../platform/records/use-record.ts";
import classes from "./company-integration.module.css";
import { integrationTexts as texts } from "./integration.texts.ts";

const resultOf = ({ state, last_status, last_error }: EventDelivery): string => {
  if (state === "delivered") return texts.delivered(last_status ?? 0);
  return last_error ? texts.notDelivered(last_error) : texts.onItsWay;
};

/** What the receiver has said of a test, as soon as it has. */
const TestResult = ({ id }: { readonly id: number }) => {
  const { record } = useRecord(
    findEventDelivery,
    { params: { id } },
    { failed: texts.resultFailed, refreshWhile: (delivery) => !delivery || delivery.attempts === 0 },
  );
  return (
    <Text role="status" size="sm">
      {record ? resultOf(record) : texts.onItsWay}
    </Text>
  );
};

/** Tries the address of a company: a test is a delivery like the others. */
export const TestEvent = ({ company: { id, name } }: { readonly company: Company }) => {
  const [sent, setSent] = useState<number>();
  const send = () =>
    runAction({
      key: [sendTestEvent.path, id],
      send: () => call(sendTestEvent, { params: { id } }),
      onSuccess: (delivery) => setSent(delivery.id),
      success: texts.testSent,
      failure: texts.testFailed,
      invalidate: async () => undefined,
    });
  return (
    <section className={classes.parts} aria-label={texts.test}>
      <h3 className={classes.heading}>{texts.test}</h3>
      <Text size="sm" c="dimmed">
        {texts.testHint}
      </Text>
      <div className={classes.actions}>
        <ActionButton variant="default" icon={<IconSend size={16} aria-hidden />} action={send}>
          {texts.sendTest}
        </ActionButton>
        <TextLink to="/event-deliveries" search={{ company: name }}>
          {texts.deliveries}
        </TextLink>
      </div>
      {sent !== undefined && <TestResult key={sent} id={sent} />}
    </section>
  );
};
