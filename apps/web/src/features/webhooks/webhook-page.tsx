import { findWebhook, findWebhookDelivery, webhooks } from "@mcc/contract/webhooks/webhooks.api.ts";
import type { Webhook } from "@mcc/contract/webhooks/webhooks.schema.ts";
import { Card } from "@mcc/ui/content/card.tsx";
import { Facts } from "@mcc/ui/content/facts.tsx";
import { useLazy } from "@mcc/ui/use-lazy.ts";
import { IconKey, IconPencil, IconPlayerPlay, IconSend } from "@tabler/icons-react";
import { useNavigate, useParams } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { invalidate } from "../../platform/api/invalidate.ts";
import { formatDate, formatMoment } from "../../platform/page/format.ts";
import { ActionButton } from "../../platform/records/action-button.tsx";
import { breadcrumbs, CONFIGURATION } from "../../platform/records/breadcrumbs.tsx";
import { Code } from "../../platform/records/deliveries/code.tsx";
import { deliveryTexts } from "../../platform/records/deliveries/delivery.texts.ts";
import { deleteEntry } from "../../platform/records/record-actions.tsx";
import { RecordPage } from "../../platform/records/record-page.tsx";
import { RowMenu } from "../../platform/records/row-menu.tsx";
import { useRecord } from "../../platform/records/use-record.ts";
import { refreshWebhooks, removeWebhook, replaceSecret, sendTest, switchWebhook } from "./webhook-actions.ts";
import { WebhookDeliveries } from "./webhook-deliveries.tsx";
import classes from "./webhooks.module.css";
import { kindsText, sitesText, stateWords, testResult, webhookTexts as texts } from "./webhooks.texts.ts";
import { switchEntry, WebhookState } from "./webhooks-page.tsx";

const list = { to: "/configuration/webhooks", label: texts.title } as const;
const loadDialog = async () => (await import("./webhook-dialog.tsx")).WebhookDialog;

/** What the receiver answered to a test, as soon as it has. */
const TestResult = ({ id }: { readonly id: number }) => {
  const { record } = useRecord(
    findWebhookDelivery,
    { params: { id } },
    { failed: deliveryTexts.loadFailed, refreshWhile: (delivery) => !delivery || delivery.attempts === 0 },
  );
  const isTried = record !== undefined && record.attempts > 0;
  useEffect(() => {
    if (isTried) void refreshWebhooks();
  }, [isTried]);
  return <p role="status">{record ? testResult(record) : texts.onItsWay}</p>;
};

const Actions = ({ webhook }: { readonly webhook: Webhook }) => {
  const navigate = useNavigate();
  const [opened, setOpened] = useState(false);
  const Dialog = useLazy(loadDialog, { early: false, needed: opened });
  const leave = async () => {
    await navigate({ to: list.to });
    await invalidate([webhooks]);
  };
  return (
    <>
      <ActionButton
        variant="default"
        icon={<IconPencil size={16} aria-hidden />}
        action={async () => setOpened(true)}
      >
        {texts.edit}
      </ActionButton>
      <RowMenu
        about={webhook.url}
        actions={[
          switchEntry(webhook),
          {
            label: texts.newSecret,
            icon: <IconKey size={18} stroke={1.6} aria-hidden />,
            onClick: () => replaceSecret(webhook),
          },
          deleteEntry(() => removeWebhook(webhook, leave)),
        ]}
      />
      {Dialog && (
        <Dialog key={String(opened)} webhook={webhook} opened={opened} onClose={() => setOpened(false)} />
      )}
    </>
  );
};

const Receiver = ({ webhook }: { readonly webhook: Webhook }) => {
  const [sent, setSent] = useState<number>();
  const { url, both_secrets_until, created_at, created_by, last_delivery, paused_at } = webhook;
  const secret = both_secrets_until ? texts.bothUntil(formatMoment(both_secrets_until)) : texts.secretShown;
  return (
    <div className={classes.parts}>
      <Card title={texts.receiver} aside={<WebhookState webhook={webhook} />}>
        <div className={classes.parts}>
          <p className={classes.hint}>{stateWords(webhook, formatMoment)}</p>
          {(paused_at !== null || webhook.failing_since !== null) && last_delivery?.error && (
            <p className={classes.error}>{last_delivery.error}</p>
          )}
          <Facts
            facts={[
              { label: texts.address, value: <Code>{url}</Code>, wide: true },
              { label: texts.events, value: kindsText(webhook), wide: true },
              { label: texts.sites, value: sitesText(webhook, 20), wide: true },
              { label: texts.secret, value: secret },
              {
                label: texts.created,
                value: [formatDate(created_at), created_by].filter(Boolean).join(", "),
              },
            ]}
          />
          <div className={classes.actions}>
            {paused_at === null ? (
              <ActionButton
                variant="default"
                icon={<IconSend size={16} aria-hidden />}
                action={() => sendTest(webhook, ({ id }) => setSent(id))}
              >
                {texts.sendTest}
              </ActionButton>
            ) : (
              <ActionButton
                icon={<IconPlayerPlay size={16} aria-hidden />}
                action={() => switchWebhook(webhook)}
              >
                {texts.resume}
              </ActionButton>
            )}
            {sent !== undefined && <TestResult key={sent} id={sent} />}
          </div>
        </div>
      </Card>
      <section aria-label={texts.deliveries}>
        <h2 className={classes.heading}>{texts.deliveries}</h2>
        <p className={classes.hint}>{texts.deliveriesHint}</p>
        <WebhookDeliveries webhook={webhook} />
      </section>
    </div>
  );
};

/** One receiver: its state and settings, a test, and every delivery with request and answer. */
export const WebhookPage = () => {
  const { webhookId: id = "" } = useParams({ strict: false });
  const loaded = useRecord(findWebhook, { params: { id } }, { failed: texts.loadFailed });
  const title = loaded.record ? new URL(loaded.record.url).host : texts.receiver;
  return (
    <RecordPage<Webhook>
      title={title}
      breadcrumbs={breadcrumbs([CONFIGURATION, list], title)}
      back={{ ...list, label: texts.back }}
      failed={texts.loadFailed}
      loaded={loaded}
      actions={loaded.record && <Actions webhook={loaded.record} />}
    >
      {(webhook) => <Receiver key={webhook.id} webhook={webhook} />}
    </RecordPage>
  );
};
