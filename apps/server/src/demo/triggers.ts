import type { TriggerRule } from "@mcc/contract/alerts/triggers.rules.ts";
import type pg from "pg";
import type { Company, Site, User } from "./company.ts";
import { insertRows, withIds } from "./insert/insert-rows.ts";
import { type Random, randomFor } from "./random.ts";

export interface Trigger {
  readonly id: number;
  readonly user: User;
  readonly site: Site;
  readonly rule: TriggerRule;
  readonly frequency: "INSTANTLY" | "DAILY" | "WEEKLY";
  readonly value: number | null;
  readonly weekdays: readonly number[];
  readonly enabled: boolean;
}

type Setting = Omit<Trigger, "id" | "user" | "site">;

const CREATION: Setting = {
  rule: "CREATION",
  frequency: "INSTANTLY",
  value: null,
  weekdays: [],
  enabled: true,
};
const WEEKDAY: Setting = {
  rule: "WEEKDAY",
  frequency: "INSTANTLY",
  value: null,
  weekdays: [6, 7],
  enabled: false,
};
const COUNT: Setting = { rule: "COUNT", frequency: "DAILY", value: 10, weekdays: [], enabled: false };

/** The three every user has for a visible site; some users have set them to their taste. */
export const addTriggers = async (client: pg.ClientBase, company: Company): Promise<Trigger[]> => {
  const random = randomFor(`${company.plan.slug} triggers`);
  const wanted = company.users.flatMap((user) =>
    user.visibleSites.flatMap((site) =>
      [drawCreation(random), drawWeekday(random), drawCount(random)].map((setting) => ({
        ...setting,
        user,
        site,
      })),
    ),
  );
  const triggers = await withIds(client, "triggers", wanted);
  await insertRows(
    client,
    "triggers",
    triggers.map((trigger) => ({
      id: trigger.id,
      company_id: company.id,
      user_id: trigger.user.id,
      site_id: trigger.site.id,
      rule: trigger.rule,
      frequency: trigger.frequency,
      value: trigger.value,
      range_value: trigger.weekdays,
      enabled: trigger.enabled,
      updated_at: company.founded,
    })),
  );
  // Who has these sites already gets no further triggers for them.
  await insertRows(
    client,
    "trigger_sites",
    company.users.flatMap(({ id, visibleSites }) =>
      visibleSites.map((site) => ({ company_id: company.id, user_id: id, site_id: site.id })),
    ),
  );
  return triggers;
};

const drawCreation = (random: Random): Setting =>
  random.weighted([
    [CREATION, 70],
    [{ ...CREATION, enabled: false }, 15],
    [{ ...CREATION, frequency: "DAILY" }, 10],
    [{ ...CREATION, frequency: "WEEKLY" }, 5],
  ]);

const drawWeekday = (random: Random): Setting =>
  random.weighted([
    [WEEKDAY, 82],
    [{ ...WEEKDAY, enabled: true }, 10],
    [{ ...WEEKDAY, enabled: true, weekdays: [5, 6, 7] }, 4],
    [{ ...WEEKDAY, enabled: true, frequency: "DAILY" }, 2],
    [{ ...WEEKDAY, enabled: true, frequency: "WEEKLY" }, 2],
  ]);

const drawCount = (random: Random): Setting =>
  random.weighted([
    [COUNT, 80],
    [{ ...COUNT, enabled: true, value: 2 }, 6],
    [{ ...COUNT, enabled: true, value: 3, frequency: "WEEKLY" }, 8],
    [{ ...COUNT, enabled: true, value: 5, frequency: "WEEKLY" }, 4],
    [{ ...COUNT, enabled: true, value: 25, frequency: "INSTANTLY" }, 2],
  ]);
