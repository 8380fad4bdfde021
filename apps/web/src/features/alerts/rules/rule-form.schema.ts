import { type AlertRule, NewAlertRule } from "@mcc/contract/alerts/alert-rules.schema.ts";
import { ruleProblems } from "@mcc/contract/alerts/triggers.rules.ts";
import { z } from "zod";
import { ruleTexts as texts } from "./rule.texts.ts";
import { settingsOf, type TriggerValues } from "./trigger-form.schema.ts";

/** The form values of a rule. Fields have the names of the API, so that its errors appear on them. */
export type RuleValues = TriggerValues & {
  readonly user: string | null;
  /** As typed by the user. */
  readonly amount: string;
  readonly all_sites: "all" | "some";
  readonly sites: readonly string[];
  readonly channels: readonly string[];
};

export const newRule = (user: number): RuleValues => ({
  user: String(user),
  rule: "CREATION",
  frequency: "INSTANTLY",
  value: "",
  range_value: [],
  amount: "",
  all_sites: "all",
  sites: [],
  channels: ["portal"],
});

export const valuesOf = (rule: AlertRule): RuleValues => ({
  user: String(rule.user.id),
  rule: rule.rule,
  frequency: rule.frequency,
  value: rule.value === null ? "" : String(rule.value),
  range_value: rule.range_value.map(String),
  amount: rule.amount ?? "",
  all_sites: rule.all_sites ? "all" : "some",
  sites: rule.sites.map(({ id }) => String(id)),
  channels: rule.channels,
});

const AMOUNT = /^\d{1,12}(?:\.\d{1,2})?$/;
const typedAmount = (amount: string): string => amount.replaceAll(/[$,\s]/g, "");

/** The body that creates or changes a rule; only what belongs to its kind. */
export const bodyOf = ({ amount, ...values }: RuleValues) => {
  const isForAll = values.all_sites === "all";
  return {
    rule: values.rule,
    ...settingsOf(values),
    amount: typedAmount(amount) === "" ? null : typedAmount(amount),
    all_sites: isForAll,
    sites: isForAll ? [] : values.sites.map(Number),
    channels: values.channels as AlertRule["channels"],
  };
};

export const RuleForm = z.custom<RuleValues>().superRefine((values, context) => {
  const body = bodyOf(values);
  const issues = NewAlertRule.safeParse(body).error?.issues ?? [];
  const messages = new Map<string, string>([
    // The schema looks at these only when every single field is valid.
    ...ruleProblems(body).map(({ field, message }) => [field, message] as const),
    ...issues.map(({ path, message }) => [String(path[0]), message] as const),
  ]);
  const amount = body.amount ?? "1";
  if (!AMOUNT.test(amount) || Number(amount) === 0) messages.set("amount", texts.wrongAmount);
  for (const [field, message] of messages) context.addIssue({ code: "custom", path: [field], message });
});
