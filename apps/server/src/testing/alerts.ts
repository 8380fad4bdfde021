import type { TriggerRule } from "@mcc/contract/alerts/triggers.rules.ts";
import type { Owner } from "./database-owner.ts";

let made = 0;

interface AlertTraits {
  site: number;
  user: number;
  order: string;
  content: string;
  created: string;
}

/** An alert as a trigger has created it. */
export const addAlert = async (
  { sql }: Owner,
  companyId: number,
  { site, user, ...traits }: Partial<AlertTraits> & Pick<AlertTraits, "site" | "user">,
): Promise<number> => {
  const [alert] = await sql<{ id: number }>(
    `insert into alerts (company_id, site_id, user_id, order_identifier, content, fired_for, created)
     values ($1, $2, $3, $4, $5, $6, coalesce($7::timestamptz, now())) returning id`,
    [
      ...[companyId, site, user, traits.order ?? null],
      ...[traits.content ?? `Alert ${++made}`, `test:${++made}`, traits.created ?? null],
    ],
  );
  return Number(alert?.id);
};

interface TriggerTraits {
  user: number;
  site: number;
  rule: TriggerRule;
  frequency: "INSTANTLY" | "DAILY" | "WEEKLY";
  value: number;
  weekdays: number[];
  enabled: boolean;
}

/** A trigger with these settings, whether or not the user had one. */
export const putTrigger = async (
  { sql }: Owner,
  companyId: number,
  { user, site, ...traits }: Partial<TriggerTraits> & Pick<TriggerTraits, "user" | "site">,
): Promise<number> => {
  const [trigger] = await sql<{ id: number }>(
    `insert into triggers (company_id, user_id, site_id, rule, frequency, value, range_value, enabled)
     values ($1, $2, $3, $4, $5, $6, $7, $8)
     on conflict (company_id, user_id, site_id, rule) do update set frequency = excluded.frequency,
       value = excluded.value, range_value = excluded.range_value, enabled = excluded.enabled returning id`,
    [
      ...[companyId, user, site, traits.rule ?? "CREATION", traits.frequency ?? "INSTANTLY"],
      ...[traits.value ?? null, traits.weekdays ?? [], traits.enabled ?? true],
    ],
  );
  return Number(trigger?.id);
};

interface RuleTraits extends Omit<TriggerTraits, "site"> {
  /** None: all sites. */
  sites: number[];
  amount: string;
  channels: string[];
}

/** An alert rule of a user. */
export const addAlertRule = async (
  { sql }: Owner,
  companyId: number,
  { user, sites, ...traits }: Partial<RuleTraits> & Pick<RuleTraits, "user">,
): Promise<number> => {
  const [rule] = await sql<{ id: number }>(
    `insert into alert_rules
       (company_id, user_id, rule, frequency, value, range_value, enabled, amount, all_sites, channels)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) returning id`,
    [
      ...[companyId, user, traits.rule ?? "CREATION", traits.frequency ?? "INSTANTLY", traits.value ?? null],
      ...[traits.weekdays ?? [], traits.enabled ?? true, traits.amount ?? null, sites === undefined],
      traits.channels ?? ["portal"],
    ],
  );
  for (const site of sites ?? [])
    await sql(
      "insert into alert_rule_sites (company_id, alert_rule_id, user_id, site_id) values ($1, $2, $3, $4)",
      [companyId, rule?.id, user, site],
    );
  return Number(rule?.id);
};
