import { Checkbox, Radio, Stack } from "@mantine/core";
import { ALL_ROWS } from "@mcc/contract/kit/list.ts";
import { liteSites } from "@mcc/contract/sites/lite-sites.ts";
import { createWebhook, updateWebhook } from "@mcc/contract/webhooks/webhooks.api.ts";
import { WEBHOOK_KINDS, type Webhook } from "@mcc/contract/webhooks/webhooks.schema.ts";
import { TextField } from "@mcc/ui/forms/fields.tsx";
import { useState } from "react";
import { call } from "../../platform/api/call.ts";
import { saveRecord } from "../../platform/records/action.ts";
import { AsyncMultiSelect } from "../../platform/records/fields/async-multi-select.tsx";
import { CreateDialog } from "../../platform/records/forms/create-dialog.tsx";
import type { AppForm } from "../../platform/records/forms/form.ts";
import { refreshWebhooks, showWebhookSecret } from "./webhook-actions.ts";
import { bodyOf, valuesOf, WebhookForm, type WebhookValues } from "./webhook-form.schema.ts";
import { kindNames, webhookTexts as texts } from "./webhooks.texts.ts";

const ADDRESS_MAX = 2_000;
const lite = { query: { liteVersion: "true", limit: String(ALL_ROWS) } };

const Fields = ({ form: { field, values } }: { readonly form: AppForm<WebhookValues> }) => {
  const [kinds, which] = [field("kinds"), field("which")];
  return (
    <>
      <TextField
        label={texts.address}
        description={texts.addressHint}
        placeholder="https://"
        maxLength={ADDRESS_MAX}
        required
        {...field("url")}
      />
      <Checkbox.Group label={texts.events} value={kinds.value} onChange={kinds.onChange} error={kinds.error}>
        <Stack gap={8} my={6}>
          {WEBHOOK_KINDS.map((kind) => (
            <Checkbox key={kind} value={kind} label={kindNames[kind]} />
          ))}
        </Stack>
      </Checkbox.Group>
      <Radio.Group label={texts.sites} value={which.value} onChange={which.onChange}>
        <Stack gap={8} my={6}>
          <Radio value="all" label={texts.allSites} description={texts.allSitesHint} />
          <Radio value="chosen" label={texts.chosenSites} description={texts.chosenSitesHint} />
        </Stack>
      </Radio.Group>
      {values.which === "chosen" && (
        <AsyncMultiSelect
          label={texts.whichSites}
          required
          endpoint={liteSites}
          ask={lite}
          optionsOf={({ results }) => results.map(({ id, name }) => ({ value: String(id), label: name }))}
          failed={texts.sitesFailed}
          {...field("sites")}
        />
      )}
    </>
  );
};

interface WebhookDialogProps {
  /** The receiver that is edited; a new one without it. */
  readonly webhook?: Webhook;
  readonly opened: boolean;
  readonly onClose: () => void;
}

/** Adds a receiver and shows its secret, or edits one. */
export const WebhookDialog = ({ webhook, opened, onClose }: WebhookDialogProps) => {
  const [initialValues] = useState(() => valuesOf(webhook));
  const add = async (values: WebhookValues): Promise<void> => {
    let secret = "";
    await saveRecord({
      send: () => call(createWebhook, { body: bodyOf(values) as never }),
      onSuccess: (made) => {
        secret = made.secret;
      },
      success: texts.added,
      failure: texts.addFailed,
      fieldErrorsOnly: true,
      invalidate: refreshWebhooks,
    });
    showWebhookSecret(secret);
  };
  const save = (id: number, values: WebhookValues) =>
    saveRecord({
      send: () => call(updateWebhook, { params: { id }, body: bodyOf(values) as never }),
      success: texts.saved,
      failure: texts.saveFailed,
      fieldErrorsOnly: true,
      invalidate: refreshWebhooks,
    });
  return (
    <CreateDialog<WebhookValues>
      opened={opened}
      onClose={onClose}
      title={webhook ? texts.editTitle : texts.addTitle}
      submit={webhook ? texts.save : texts.addSubmit}
      schema={WebhookForm}
      initialValues={initialValues}
      blocked={({ dirty }) => webhook !== undefined && !dirty}
      send={(values) => (webhook ? save(webhook.id, values) : add(values))}
    >
      {(_field, form) => <Fields form={form} />}
    </CreateDialog>
  );
};
