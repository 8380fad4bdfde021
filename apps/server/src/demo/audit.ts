import type pg from "pg";
import type { ApprovalHistory } from "./approvals.ts";
import type { Company, User } from "./company.ts";
import { daysBefore } from "./dates.ts";
import { insertRows } from "./insert/insert-rows.ts";
import { type Random, randomFor } from "./random.ts";

const DECISIONS_SHOWN = 30;

interface Entry {
  readonly actor: User;
  readonly action: string;
  readonly recordType: string;
  readonly recordId: string | number;
  readonly details: Readonly<Record<string, unknown>>;
  readonly at: Date;
}

/** Recent audit entries: the newest decisions on orders, and changes by administrators. */
export const addAudit = async (
  client: pg.ClientBase,
  company: Company,
  histories: readonly ApprovalHistory[],
  now: Date,
): Promise<void> => {
  const random = randomFor(`${company.plan.slug} audit`);
  const entries = [...decisionEntries(histories), ...adminEntries(random, company, now)].sort(
    (a, b) => a.at.getTime() - b.at.getTime(),
  );
  await insertRows(
    client,
    "audit_entries",
    entries.map(({ actor, action, recordType, recordId, details, at }) => ({
      company_id: company.id,
      actor_id: actor.id,
      actor_name: actor.name,
      action,
      record_type: recordType,
      record_id: String(recordId),
      details,
      // A network for examples, which nobody has.
      address: `203.0.113.${10 + (actor.id % 200)}`,
      created_at: at,
    })),
  );
};

const decisionEntries = (histories: readonly ApprovalHistory[]): Entry[] =>
  histories
    .flatMap(({ steps, rejection }): Entry[] => [
      ...steps.flatMap(({ order, rule, act }) =>
        act ? [entry(act.by, "order.approved", "order", order.identifier, { step: rule.name }, act.at)] : [],
      ),
      ...(rejection
        ? [
            entry(
              rejection.by,
              "order.rejected",
              "order",
              rejection.order.identifier,
              { note: rejection.note },
              rejection.at,
            ),
          ]
        : []),
    ])
    .sort((a, b) => b.at.getTime() - a.at.getTime())
    .slice(0, DECISIONS_SHOWN);

const adminEntries = (random: Random, company: Company, now: Date): Entry[] => {
  const admin = company.users.find(({ isAdmin }) => isAdmin);
  if (!admin) return [];
  const recently = () => daysBefore(now, random.integer(1, 90) + random.next());
  const changedUsers = random.sample(company.users, 4).map((user) => {
    const details = { username: user.username, alerts_enabled: true };
    const before = { ...details, alerts_enabled: false };
    return entry(admin, "user.updated", "user", user.id, { ...details, before }, recently());
  });
  const changedSites = random.sample(company.sites, 3).map((site) => {
    const details = { name: site.name, enable_analytics: true };
    const before = { ...details, enable_analytics: false };
    return entry(admin, "site.updated", "site", site.id, { ...details, before }, recently());
  });
  const visits = random
    .sample(company.sites, 3)
    .map((site) => entry(admin, "site.login_as", "site", site.id, { name: site.name }, recently()));
  const rules = company.rules.map(({ id, name, limit }) =>
    entry(admin, "approval_rule.created", "approval_rule", id, { name, limit }, recently()),
  );
  return [...changedUsers, ...changedSites, ...visits, ...rules];
};

const entry = (
  actor: User,
  action: string,
  recordType: string,
  recordId: string | number,
  details: Entry["details"],
  at: Date,
): Entry => ({ actor, action, recordType, recordId, details, at });
