import { companyMessages as says } from "@mcc/contract/companies/companies.messages.ts";
import type {
  CompanyIntegration,
  IntegrationChanges,
  IntegrationWithSecret,
} from "@mcc/contract/companies/integration.schema.ts";
import { fail, failField } from "@mcc/contract/kit/errors.ts";
import type { PlatformScope } from "../../platform/access/scope.ts";
import { problemOf } from "../../platform/outgoing/outgoing-address.ts";
import type { Services } from "../../platform/services.ts";
import { addChangeEntry } from "../audit/audit.service.ts";
import { makeEventSecret, replacedSecrets } from "../events/event-secrets.service.ts";
import { withoutQuery } from "../events/shown-address.service.ts";
import { setConfiguration } from "./configurations.queries.ts";
import * as queries from "./integration.queries.ts";

type Stored = Pick<queries.IntegrationRecord, "event_url" | "event_secret" | "tracking_url_template">;

/** The secret itself leaves the server only once, and is in no audit. */
const withoutSecret = ({ event_url, event_secret, tracking_url_template }: Stored): CompanyIntegration => ({
  ...{ event_url, has_event_secret: Boolean(event_secret), tracking_url_template },
});

const found = async ({ db }: PlatformScope, id: number, options?: { locks: boolean }) =>
  (await queries.findIntegration(db, id, options)) ?? fail("not_found");

export const findIntegration = async (scope: PlatformScope, id: number): Promise<CompanyIntegration> =>
  withoutSecret(await found(scope, id));

interface Change {
  readonly action: "integration.updated" | "event_secret.updated";
  readonly changes: Partial<Stored>;
  readonly replacesSecret?: boolean;
}

/** The first secret replaces none. */
const secretsOf = (before: queries.IntegrationRecord, next: string) => {
  if (!before.event_secret) return { event_secret: next };
  const after = replacedSecrets(
    {
      secret: before.event_secret,
      previous_secret: before.event_previous_secret,
      both_until: before.event_both_until,
      older_until: before.event_older_until,
    },
    next,
  );
  return {
    event_secret: after.secret,
    event_previous_secret: after.previous_secret,
    event_both_until: after.both_until,
    event_older_secret: after.older_secret,
    event_older_until: after.older_until,
  };
};

/** An address of events always comes with a secret. A change without effect is not audited. */
const changeIntegration = async (
  { changes: feed, textCipher }: Services,
  scope: PlatformScope,
  companyId: number,
  { action, changes, replacesSecret = false }: Change,
): Promise<IntegrationWithSecret> => {
  const stored = await found(scope, companyId, { locks: true });
  const { name, configured, event_url, event_secret, tracking_url_template } = stored;
  if (configured === null) fail("company.not_configured");
  const before = { event_url, event_secret, tracking_url_template };
  const changed = { ...before, ...changes };
  const made =
    replacesSecret || (changed.event_url && !before.event_secret) ? makeEventSecret(textCipher) : undefined;
  const after = { ...changed, ...(made && { event_secret: made.stored }) };
  const reply = { ...withoutSecret(after), event_secret: made?.secret ?? null };
  if (JSON.stringify(after) === JSON.stringify(before)) return reply;
  await setConfiguration(scope.db, companyId, { ...after, ...(made && secretsOf(stored, made.stored)) });
  const audited = (record: Stored) => ({
    ...{ id: companyId, name, ...withoutSecret(record) },
    event_url: record.event_url && withoutQuery(record.event_url),
  });
  await addChangeEntry(scope, { action, record: audited(after), before: audited(before), companyId });
  scope.afterCommit(() => feed.announce({ kind: "company", companyId, siteIds: "all" }));
  return reply;
};

const PROBLEMS = { private: says.privateAddress, "not encrypted": says.notEncrypted } as const;

/** What is stored already is not checked again: networks that are no longer allowed refuse the connection. */
export const updateIntegration = async (
  services: Services,
  scope: PlatformScope,
  companyId: number,
  given: IntegrationChanges,
): Promise<IntegrationWithSecret> => {
  const { event_url } = await found(scope, companyId);
  if (given.event_url && given.event_url !== event_url) {
    const problem = await problemOf(new URL(given.event_url), services.settings.eventNetworks);
    if (problem) failField("event_url", PROBLEMS[problem]);
  }
  const changes = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  return changeIntegration(services, scope, companyId, { action: "integration.updated", changes });
};

export const createEventSecret = (
  services: Services,
  scope: PlatformScope,
  companyId: number,
): Promise<IntegrationWithSecret> =>
  changeIntegration(services, scope, companyId, {
    ...{ action: "event_secret.updated", changes: {}, replacesSecret: true },
  });
