import { Anchor } from "@mantine/core";
import { webhooks } from "@mcc/contract/webhooks/webhooks.api.ts";
import { MOST_WEBHOOKS, type Webhook } from "@mcc/contract/webhooks/webhooks.schema.ts";
import { Tag } from "@mcc/ui/content/tag.tsx";
import type { PlainColumn } from "@mcc/ui/tables/plain-table.tsx";
import { IconPlayerPause, IconPlayerPlay } from "@tabler/icons-react";
import { formatMoment } from "../../platform/page/format.ts";
import { Page } from "../../platform/page/page.tsx";
import { TextLink } from "../../platform/page/text-link.tsx";
import { breadcrumbs, CONFIGURATION } from "../../platform/records/breadcrumbs.tsx";
import { CreateButton } from "../../platform/records/forms/create-button.tsx";
import { deleteEntry } from "../../platform/records/record-actions.tsx";
import { RecordTable } from "../../platform/records/record-table.tsx";
import { RowMenu } from "../../platform/records/row-menu.tsx";
import { useRecord } from "../../platform/records/use-record.ts";
import { removeWebhook, switchWebhook } from "./webhook-actions.ts";
import classes from "./webhooks.module.css";
import { kindsText, sitesText, stateOf, webhookTexts as texts } from "./webhooks.texts.ts";

export const WebhookState = ({ webhook }: { readonly webhook: Webhook }) => {
  const { word, tone } = stateOf(webhook);
  return <Tag tone={tone}>{word}</Tag>;
};

const icon = { size: 18, stroke: 1.6, "aria-hidden": true } as const;

export const switchEntry = (webhook: Webhook) => ({
  label: webhook.paused_at === null ? texts.pause : texts.resume,
  icon: webhook.paused_at === null ? <IconPlayerPause {...icon} /> : <IconPlayerPlay {...icon} />,
  onClick: () => switchWebhook(webhook),
});

const columns: readonly PlainColumn<Webhook>[] = [
  {
    label: texts.address,
    cell: ({ id, url }) => (
      <TextLink
        to="/configuration/webhooks/$webhookId"
        params={{ webhookId: String(id) }}
        className={classes.address}
      >
        {url}
      </TextLink>
    ),
  },
  { label: texts.events, cell: kindsText },
  { label: texts.sites, cell: (webhook) => sitesText(webhook) },
  { label: texts.state, cell: (webhook) => <WebhookState webhook={webhook} /> },
  {
    label: texts.lastDelivery,
    cell: ({ last_delivery }) => (last_delivery ? formatMoment(last_delivery.at) : texts.never),
  },
  {
    label: texts.actions,
    narrow: true,
    cell: (webhook) => (
      <RowMenu
        about={webhook.url}
        actions={[switchEntry(webhook), deleteEntry(() => removeWebhook(webhook))]}
      />
    ),
  },
];

const load = async () => (await import("./webhook-dialog.tsx")).WebhookDialog;
const LIBRARIES = "https://www.standardwebhooks.com/";

/** For company admins: the systems of the company that are sent what happens. */
export const WebhooksPage = () => {
  const { record, error, retry } = useRecord(webhooks, {}, { failed: texts.failed });
  const rows = record?.results;
  const isFull = (rows?.length ?? 0) >= MOST_WEBHOOKS;
  return (
    <Page
      title={texts.title}
      breadcrumbs={breadcrumbs([CONFIGURATION], texts.title)}
      actions={rows && !isFull ? <CreateButton label={texts.add} load={load} /> : undefined}
    >
      <div className={classes.parts}>
        <p className={classes.hint}>
          {texts.hint}{" "}
          <Anchor href={LIBRARIES} target="_blank" rel="noopener noreferrer" size="sm" underline="always">
            {texts.library}
          </Anchor>
        </p>
        {isFull && <p className={classes.hint}>{texts.full}</p>}
        <RecordTable<Webhook>
          label={texts.table}
          columns={columns}
          rows={rows}
          error={error}
          failed={texts.failed}
          retry={retry}
          empty={texts.none}
          isLinked
        />
      </div>
    </Page>
  );
};
