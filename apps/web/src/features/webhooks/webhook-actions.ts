import {
  createWebhookSecret,
  deleteWebhook,
  findWebhook,
  replayWebhookDelivery,
  testWebhook,
  updateWebhook,
  webhookDeliveryList,
  webhooks,
} from "@mcc/contract/webhooks/webhooks.api.ts";
import type { Webhook, WebhookDelivery } from "@mcc/contract/webhooks/webhooks.schema.ts";
import { call } from "../../platform/api/call.ts";
import { invalidate } from "../../platform/api/invalidate.ts";
import { confirm } from "../../platform/dialogs/confirm-dialog.ts";
import { showSecret } from "../../platform/dialogs/show-secret.tsx";
import { runAction } from "../../platform/records/action.ts";
import { confirmDelete } from "../../platform/records/confirm-delete.ts";
import { replayDelivery } from "../../platform/records/deliveries/replay.tsx";
import { webhookTexts as texts } from "./webhooks.texts.ts";

export const refreshWebhooks = () => invalidate([webhooks, findWebhook, webhookDeliveryList.page]);

/** It is not sent again. */
export const showWebhookSecret = (secret: string): void =>
  showSecret({ title: texts.secretTitle, note: texts.secretNote, noun: texts.secretNoun, secret });

export const switchWebhook = ({ id, paused_at }: Webhook) =>
  runAction({
    key: [updateWebhook.path, id],
    send: () => call(updateWebhook, { params: { id }, body: { paused: paused_at === null } }),
    success: paused_at === null ? texts.paused : texts.resumed,
    failure: texts.switchFailed,
    invalidate: refreshWebhooks,
  });

export const replaceSecret = async ({ id }: Webhook): Promise<void> => {
  const question = { title: texts.newSecret, content: texts.replaceQuestion, confirm: texts.replaceConfirm };
  if (!(await confirm(question))) return;
  await runAction({
    key: [createWebhookSecret.path, id],
    send: () => call(createWebhookSecret, { params: { id } }),
    onSuccess: ({ secret }) => showWebhookSecret(secret),
    success: texts.secretMade,
    failure: texts.secretFailed,
    invalidate: refreshWebhooks,
  });
};

export const removeWebhook = ({ id, url }: Webhook, after: () => unknown = () => invalidate([webhooks])) =>
  confirmDelete({
    key: [deleteWebhook.path, id],
    title: texts.deleteTitle,
    question: texts.deleteQuestion(url),
    confirm: texts.delete,
    send: () => call(deleteWebhook, { params: { id } }),
    success: texts.deleted,
    failure: texts.deleteFailed,
    invalidate: async () => after(),
  });

export const sendTest = ({ id }: Webhook, onSuccess: (delivery: WebhookDelivery) => void) =>
  runAction({
    key: [testWebhook.path, id],
    send: () => call(testWebhook, { params: { id } }),
    onSuccess,
    success: texts.testSent,
    failure: texts.testFailed,
    invalidate: () => invalidate([webhookDeliveryList.page]),
  });

export const replay = ({ id }: { readonly id: number }) =>
  replayDelivery({
    key: [replayWebhookDelivery.path, id],
    send: () => call(replayWebhookDelivery, { params: { id } }),
    invalidate: refreshWebhooks,
  });
