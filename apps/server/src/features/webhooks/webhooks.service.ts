import { fail, failField } from "@mcc/contract/kit/errors.ts";
import { notFoundMessage } from "@mcc/contract/kit/schema-messages.ts";
import {
  MOST_WEBHOOKS,
  type NewWebhook,
  type Webhook,
  type WebhookChanges,
  type WebhookWithSecret,
  webhookMessages,
} from "@mcc/contract/webhooks/webhooks.schema.ts";
import type { CompanyScope } from "../../platform/access/scope.ts";
import type { CompanyTransactions } from "../../platform/access/transactions.ts";
import { problemOf } from "../../platform/outgoing/outgoing-address.ts";
import type { Services } from "../../platform/services.ts";
import { addChangeEntry } from "../audit/audit.service.ts";
import { makeEventSecret, replacedSecrets } from "../events/event-secrets.service.ts";
import { deliverSoon } from "../events/events.service.ts";
import { isOtherQuery, withoutQuery } from "../events/shown-address.service.ts";
import * as queries from "./webhooks.queries.ts";

const toWebhook = (record: queries.WebhookRecord): Webhook => ({
  ...record,
  created_at: record.created_at.toISOString(),
  paused_at: record.paused_at?.toISOString() ?? null,
  failing_since: record.failing_since?.toISOString() ?? null,
  both_secrets_until: record.both_secrets_until?.toISOString() ?? null,
});

const audited = ({ id, url, kinds, sites, paused_at }: Webhook) => ({
  ...{ id, name: withoutQuery(url), kinds },
  sites: sites?.map(({ name }) => name) ?? "all",
  paused: paused_at !== null,
});

export const webhooks = async (scope: CompanyScope) => ({
  results: (await queries.webhookRows(scope)).map(toWebhook),
});

export const findWebhook = async (scope: CompanyScope, id: number): Promise<Webhook> => {
  const [record] = await queries.webhookRows(scope, id);
  return record ? toWebhook(record) : fail("not_found");
};

export const lockedWebhook = async (scope: CompanyScope, id: number): Promise<Webhook> => {
  await queries.lockWebhook(scope, id);
  return findWebhook(scope, id);
};

/** Whatever the name resolves to later is checked again by each connection. */
const mustBeReachable = async ({ settings }: Services, url: string): Promise<void> => {
  const problem = await problemOf(new URL(url), settings.webhookNetworks);
  if (problem) failField("url", webhookMessages[problem]);
};

const mustHaveSites = async (scope: CompanyScope, sites: readonly number[] | null): Promise<void> => {
  if (sites && (await queries.countSites(scope, sites)) < sites.length) {
    failField("sites", notFoundMessage("site"));
  }
};

export const createWebhook = async (
  services: Services,
  transactions: CompanyTransactions,
  given: NewWebhook,
): Promise<WebhookWithSecret> => {
  await mustBeReachable(services, given.url);
  return transactions.run(async (scope) => {
    if ((await queries.countWebhooks(scope)) >= MOST_WEBHOOKS) fail("webhook.full");
    await mustHaveSites(scope, given.sites);
    const { secret, stored } = makeEventSecret(services.textCipher);
    const webhook = await findWebhook(scope, await queries.addWebhook(scope, { ...given, secret: stored }));
    await addChangeEntry(scope, { action: "webhook.created", record: audited(webhook) });
    return { ...webhook, secret };
  });
};

/** What is stored already is not checked again: a site that was deleted since does not stand in the way. */
export const updateWebhook = async (
  services: Services,
  transactions: CompanyTransactions,
  id: number,
  { url, kinds, sites, paused }: WebhookChanges,
): Promise<Webhook> => {
  const known = await transactions.run((scope) => findWebhook(scope, id));
  if (url !== undefined && url !== known.url) await mustBeReachable(services, url);
  return transactions.run(async (scope) => {
    const before = await lockedWebhook(scope, id);
    const kept = before.sites?.map((site) => site.id) ?? [];
    await mustHaveSites(scope, sites?.filter((site) => !kept.includes(site)) ?? null);
    await queries.setWebhook(scope, id, {
      url: url ?? before.url,
      kinds: kinds ?? before.kinds,
      sites,
      isPaused: paused ?? before.paused_at !== null,
    });
    const after = await findWebhook(scope, id);
    const record = { ...audited(after), ...(isOtherQuery(before.url, after.url) && { query: "changed" }) };
    if (JSON.stringify(record) !== JSON.stringify(audited(before))) {
      await addChangeEntry(scope, { action: "webhook.updated", record, before: audited(before) });
    }
    scope.afterCommit(() => deliverSoon(services.jobs, scope.companyId));
    return after;
  });
};

export const createWebhookSecret = async (
  { textCipher }: Services,
  scope: CompanyScope,
  id: number,
): Promise<WebhookWithSecret> => {
  const { url } = await lockedWebhook(scope, id);
  const { secret, stored } = makeEventSecret(textCipher);
  const before = (await queries.findSecrets(scope, id)) ?? fail("not_found");
  await queries.setSecrets(scope, id, replacedSecrets(before, stored));
  const name = withoutQuery(url);
  await addChangeEntry(scope, { action: "webhook_secret.updated", record: { id, ...{ name } } });
  return { ...(await findWebhook(scope, id)), secret };
};

export const deleteWebhook = async (scope: CompanyScope, id: number) => {
  const webhook = await lockedWebhook(scope, id);
  await queries.deleteWebhook(scope, id);
  await addChangeEntry(scope, { action: "webhook.deleted", record: audited(webhook) });
  return { detail: "The receiver was deleted." };
};
