import type { Session } from "../access/session.ts";
import { triggerMessages as says } from "./triggers.messages.ts";

export const TRIGGER_RULES = ["CREATION", "WEEKDAY", "COUNT"] as const;
export type TriggerRule = (typeof TRIGGER_RULES)[number];

/**
 * What a rule of each kind has besides its frequency: weekdays of orders, or a number of orders that it waits for. For a
 * new kind, the compiler asks for a line here, for its SQL (`trigger-kinds.conditions.ts` in the server) and its words.
 */
const RULE_HAS: Readonly<Record<TriggerRule, "nothing" | "weekdays" | "number">> = {
  CREATION: "nothing",
  WEEKDAY: "weekdays",
  COUNT: "number",
};
export const hasWeekdays = (rule: TriggerRule): boolean => RULE_HAS[rule] === "weekdays";
export const hasNumber = (rule: TriggerRule): boolean => RULE_HAS[rule] === "number";

export const TRIGGER_FREQUENCIES = ["INSTANTLY", "DAILY", "WEEKLY"] as const;
type TriggerFrequency = (typeof TRIGGER_FREQUENCIES)[number];
/** A number that is reached is told at once, whichever days or weeks it is counted for. */
export const isDigest = (rule: TriggerRule, frequency: TriggerFrequency): boolean =>
  !hasNumber(rule) && frequency !== "INSTANTLY";

/** How an alert rule reaches its user. */
export const RULE_CHANNELS = ["portal", "email", "text"] as const;

/** The largest number of orders that a COUNT rule waits for. */
export const MOST_ORDERS = 1_000_000;

/** Whether the company of this user has this rule: WEEKDAY can be disabled for a company. */
export const hasRule = (who: Session, rule: string): boolean =>
  rule !== "WEEKDAY" || who.company?.has_trigger_rule_weekday_disabled !== true;

interface TriggerValues {
  readonly rule: TriggerRule;
  readonly value?: number | null;
  readonly range_value?: readonly number[];
}

/** A rule has what belongs to its kind, and nothing else. */
export const triggerProblems = ({ rule, value, range_value = [] }: TriggerValues) => {
  const hasValue = value !== null && value !== undefined;
  const problems: { field: "value" | "range_value"; message: string }[] = [];
  if (hasNumber(rule) && !hasValue)
    problems.push({ field: "value", message: says.countRequired(MOST_ORDERS) });
  if (!hasNumber(rule) && hasValue) problems.push({ field: "value", message: says.noValue });
  if (hasWeekdays(rule) && range_value.length === 0)
    problems.push({ field: "range_value", message: says.weekdaysRequired });
  if (!hasWeekdays(rule) && range_value.length > 0)
    problems.push({ field: "range_value", message: says.noWeekdays });
  return problems;
};

interface RuleValues extends TriggerValues {
  readonly all_sites: boolean;
  readonly sites: readonly unknown[];
  readonly channels: readonly string[];
}

/** A rule is for all sites or for some, and reaches its user in some way. */
export const ruleProblems = ({ all_sites, sites, channels, ...trigger }: RuleValues) => {
  const problems: { field: keyof RuleValues; message: string }[] = [...triggerProblems(trigger)];
  if (!all_sites && sites.length === 0) problems.push({ field: "sites", message: says.sitesRequired });
  if (all_sites && sites.length > 0) problems.push({ field: "sites", message: says.noSites });
  if (channels.length === 0) problems.push({ field: "channels", message: says.channelRequired });
  return problems;
};
