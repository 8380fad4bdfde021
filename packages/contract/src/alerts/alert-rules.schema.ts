import { z } from "zod";
import { bodyId, bodyIds } from "../kit/id.ts";
import { Amount, centsOf, Money } from "../kit/money.ts";
import { TEXT_MESSAGES } from "../profile/notification-topics.ts";
import { triggerMessages as says } from "./triggers.messages.ts";
import { RULE_CHANNELS, ruleProblems } from "./triggers.rules.ts";
import { Enabled, Trigger, triggerSettings } from "./triggers.schema.ts";

/** The sites that one rule may name. */
const MOST_SITES = 500;
/** The rules that one user may have. */
export const MOST_RULES = 50;

const Named = z.object({ id: z.number(), name: z.string() });

/** What a rule looks for and how often it says so; the same in a rule and in the triggers of sites. */
const Watched = Trigger.pick({ rule: true, frequency: true, value: true, range_value: true });

/** An alert rule of one user for any number of sites. */
export const AlertRule = Watched.extend({
  id: z.number(),
  user: z.object({ id: z.number(), username: z.string() }),
  /** Orders of this total or more; null for all orders. */
  amount: Money.nullable(),
  /** All sites that the user can see, also those that are added later. */
  all_sites: z.boolean(),
  sites: z.array(Named),
  channels: z.array(z.enum(RULE_CHANNELS)),
  enabled: z.boolean(),
});
export type AlertRule = z.output<typeof AlertRule>;

/** The triggers of a user that are alike at several sites. */
export const SiteRule = Watched.extend({
  /** At how many sites. */
  sites: z.number(),
  /** The name of the site, where it is one. */
  site: z.string().nullable(),
  /** At how many of them it is enabled. */
  enabled: z.number(),
  /** By the preferences of the user. */
  channels: z.array(z.enum(RULE_CHANNELS)),
});
export type SiteRule = z.output<typeof SiteRule>;

/** All rules of one user. */
export const RulesOfUser = z.object({
  user: z.object({ id: z.number(), name: z.string(), username: z.string() }),
  alerts_enabled: z.boolean().describe("Without it no rule creates alerts"),
  text_messages: z.enum(TEXT_MESSAGES).describe("Whether text messages reach the user"),
  rules: z.array(AlertRule),
  by_site: z.array(SiteRule).describe("The triggers of the user, alike ones as one"),
});
export type RulesOfUser = z.output<typeof RulesOfUser>;

const WRONG_CHANNELS = `Choose at least one of ${RULE_CHANNELS.join(", ")}.`;

const settings = {
  rule: triggerSettings.rule,
  frequency: triggerSettings.frequency,
  value: triggerSettings.value,
  range_value: triggerSettings.range_value,
  amount: Amount.refine((amount) => centsOf(amount) > 0n, says.amountTooSmall)
    .describe("Orders of this total or more")
    .nullable(),
  all_sites: Enabled.describe("All sites that the user can see"),
  sites: bodyIds()
    .refine((ids) => ids.length <= MOST_SITES, `This can't hold more than ${MOST_SITES} sites.`)
    .describe("The sites of a rule that is not for all"),
  channels: z
    .array(z.enum(RULE_CHANNELS, { error: WRONG_CHANNELS }), { error: WRONG_CHANNELS })
    .max(100, WRONG_CHANNELS)
    .transform((chosen) => RULE_CHANNELS.filter((channel) => chosen.includes(channel))),
  enabled: Enabled,
};

export const NewAlertRule = z
  .object({
    ...settings,
    user: bodyId().describe("Whom it notifies: company admins may name anybody of the company").optional(),
    rule: settings.rule.default("CREATION"),
    frequency: settings.frequency.default("INSTANTLY"),
    value: settings.value.default(null),
    range_value: settings.range_value.default([]),
    amount: settings.amount.default(null),
    all_sites: settings.all_sites.default(false),
    sites: settings.sites.default([]),
    enabled: Enabled.default(true),
  })
  .superRefine((rule, context) => {
    for (const { field, message } of ruleProblems(rule))
      context.addIssue({ code: "custom", path: [field], message });
  });
export type NewAlertRule = z.output<typeof NewAlertRule>;

export const AlertRuleChanges = z.object(settings).partial();
export type AlertRuleChanges = z.output<typeof AlertRuleChanges>;

/** Which alike triggers of a user are to be enabled or disabled. */
export const SiteRuleSwitch = z.object({
  user: bodyId().describe("Company admins may name anybody of the company").optional(),
  rule: settings.rule,
  frequency: settings.frequency,
  value: settings.value.default(null),
  range_value: settings.range_value.default([]),
  enabled: Enabled,
});
export type SiteRuleSwitch = z.output<typeof SiteRuleSwitch>;
