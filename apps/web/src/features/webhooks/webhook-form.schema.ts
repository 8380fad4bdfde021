import { NewWebhook, WEBHOOK_KINDS, type Webhook } from "@mcc/contract/webhooks/webhooks.schema.ts";
import { z } from "zod";

/** The form values of a receiver. Fields have the names of the API, so that its errors appear on them. */
export type WebhookValues = {
  readonly url: string;
  readonly kinds: string[];
  readonly which: "all" | "chosen";
  readonly sites: string[];
};

export const valuesOf = (webhook?: Webhook): WebhookValues => ({
  url: webhook?.url ?? "",
  kinds: [...(webhook?.kinds ?? WEBHOOK_KINDS)],
  which: webhook?.sites ? "chosen" : "all",
  sites: webhook?.sites?.map(({ id }) => String(id)) ?? [],
});

export const bodyOf = ({ url, kinds, which, sites }: WebhookValues): z.input<typeof NewWebhook> => ({
  url,
  kinds: kinds as z.input<typeof NewWebhook>["kinds"],
  sites: which === "all" ? null : sites.map(Number),
});

export const WebhookForm = z.custom<WebhookValues>().superRefine((values, context) => {
  for (const { path, message } of NewWebhook.safeParse(bodyOf(values)).error?.issues ?? [])
    context.addIssue({ code: "custom", path: path.slice(0, 1), message });
});
