import dns from "node:dns";
import { setTimeout as wait } from "node:timers/promises";
import { AppError, fail, failField } from "@mcc/contract/kit/errors.ts";
import { DOMAIN_RECORD, MOST_DOMAINS, type SsoDomain } from "@mcc/contract/single-sign-on/domains.schema.ts";
import { ssoMessages } from "@mcc/contract/single-sign-on/single-sign-on.messages.ts";
import { countAttempt } from "../../platform/access/rate-limit.ts";
import type { CompanyScope } from "../../platform/access/scope.ts";
import { randomToken } from "../../platform/access/tokens.ts";
import type { CompanyTransactions } from "../../platform/access/transactions.ts";
import type { Services } from "../../platform/services.ts";
import { addChangeEntry } from "../audit/audit.service.ts";
import * as queries from "./domains.queries.ts";

const LOOKUP_MS = 5_000;
const PREFIX = "mcc-sign-in=";

const recordName = (domain: string): string => `${DOMAIN_RECORD}.${domain}`;

const toDomain = ({
  token,
  confirmed_at,
  confirmed_by,
  checked_at,
  ...row
}: queries.DomainRecord): SsoDomain => ({
  id: row.id,
  domain: row.domain,
  problem: row.problem,
  created_at: row.created_at.toISOString(),
  state: confirmed_at ? "Confirmed" : "Pending",
  confirmed_by: confirmed_by as SsoDomain["confirmed_by"],
  confirmed_at: confirmed_at?.toISOString() ?? null,
  checked_at: checked_at?.toISOString() ?? null,
  record: { type: "TXT", name: recordName(row.domain), value: PREFIX + token },
});

const found = async (scope: CompanyScope, id: number) =>
  (await queries.findDomain(scope, id)) ?? fail("not_found");

export const ssoDomains = async (scope: CompanyScope) => ({
  results: (await queries.domainRows(scope)).map(toDomain),
});

export const createSsoDomain = async (scope: CompanyScope, domain: string): Promise<SsoDomain> => {
  if ((await queries.domainRows(scope)).length >= MOST_DOMAINS) fail("sso.domains_full");
  const added = await queries.addDomain(scope, domain, randomToken());
  if (!added) failField("domain", ssoMessages.domainTaken);
  const record = toDomain(await found(scope, (added as { id: number }).id));
  await addChangeEntry(scope, { action: "sso_domain.created", record });
  return record;
};

/** The values of a TXT record; a sentence why there are none. */
const txtOf = async (name: string): Promise<string[] | string> => {
  const slow = wait(LOOKUP_MS, "The DNS of this domain did not answer in time. Try again.", { ref: false });
  const answer = dns.promises.resolveTxt(name).then(
    (records) => records.map((parts) => parts.join("")),
    (error: NodeJS.ErrnoException) =>
      ["ENOTFOUND", "ENODATA"].includes(error.code ?? "")
        ? "There is no such record yet. DNS changes may take up to a day to be seen."
        : "The DNS of this domain could not be asked. Try again.",
  );
  return Promise.race([answer, slow]);
};

const confirm = async (scope: CompanyScope, id: number, by: "dns" | "platform"): Promise<void> => {
  const before = toDomain(await found(scope, id));
  if (before.state === "Confirmed") return;
  await queries.confirmDomain(scope, id, by);
  await addChangeEntry(scope, {
    action: "sso_domain.updated",
    record: toDomain(await found(scope, id)),
    before,
  });
};

/** Another company has confirmed it at the same time, or before. */
const isTakenError = (error: unknown): boolean =>
  (error as { constraint?: string }).constraint === "sso_domains_confirmed";

export const checkSsoDomain = async (
  { database }: Services,
  transactions: CompanyTransactions,
  id: number,
): Promise<SsoDomain> => {
  const pending = await transactions.run(async (scope) => {
    await countAttempt(database.platform, [{ bucket: `dns:${scope.companyId}`, max: 60, seconds: 15 * 60 }]);
    return found(scope, id);
  });
  if (pending.confirmed_at) return toDomain(pending);
  const values = await txtOf(recordName(pending.domain));
  const problemFound = (() => {
    if (typeof values === "string") return values;
    return values.includes(PREFIX + pending.token) ? undefined : "There is a record, with another value.";
  })();
  const taken = async () => {
    const problem = "Another company has confirmed this domain. Ask us if that is wrong.";
    return transactions.run(async (scope) => {
      await queries.noteCheck(scope, id, problem);
      return toDomain(await found(scope, id));
    });
  };
  return transactions
    .run(async (scope) => {
      if (problemFound) await queries.noteCheck(scope, id, problemFound);
      else await confirm(scope, id, "dns");
      return toDomain(await found(scope, id));
    })
    .catch((error) => {
      if (isTakenError(error)) return taken();
      throw error;
    });
};

export const deleteSsoDomain = async (scope: CompanyScope, id: number) => {
  const record = toDomain(await found(scope, id));
  await queries.deleteDomain(scope, id);
  await addChangeEntry(scope, { action: "sso_domain.deleted", record });
  return { detail: "Domain removed" };
};

/** By a platform admin, who has proof of another kind. */
export const confirmSsoDomain = async ({ database }: Services, scope: CompanyScope, id: number) => {
  const { domain, confirmed_at } = await found(scope, id);
  if (!confirmed_at && (await queries.isTaken(database.platform, domain))) fail("sso.domain_taken");
  await confirm(scope, id, "platform").catch((error) => {
    throw isTakenError(error) ? new AppError("sso.domain_taken") : error;
  });
  return toDomain(await found(scope, id));
};
