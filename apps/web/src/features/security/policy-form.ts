import {
  CONFIRM_MINUTES,
  IDLE_MINUTES,
  isNetwork,
  MOST_NETWORKS,
  SECOND_FACTOR,
  SESSION_HOURS,
  type SecurityPolicy,
  type SecurityPolicyChanges,
} from "@mcc/contract/security/security-policy.schema.ts";
import { z } from "zod";
import { securityTexts as texts } from "./security.texts.ts";

interface Range {
  readonly min: number;
  readonly max: number;
}

const isIn = ({ min, max }: Range, typed: string): boolean =>
  /^\d+$/.test(typed.trim()) && Number(typed) >= min && Number(typed) <= max;

const number = (range: Range) =>
  z.string().refine((typed) => isIn(range, typed), texts.number(range.min, range.max));
const numberOrEmpty = (range: Range) =>
  z
    .string()
    .refine((typed) => typed.trim() === "" || isIn(range, typed), texts.numberOrEmpty(range.min, range.max));

const linesOf = (typed: string): string[] =>
  typed
    .split(/[\n,]/)
    .map((line) => line.trim())
    .filter(Boolean);

export const PolicyForm = z.object({
  second_factor: z.enum(SECOND_FACTOR),
  idle_minutes: numberOrEmpty(IDLE_MINUTES),
  session_hours: numberOrEmpty(SESSION_HOURS),
  networks: z.string().superRefine((typed, { addIssue }) => {
    const lines = linesOf(typed);
    const wrong = lines.find((line) => !isNetwork(line));
    if (wrong !== undefined) addIssue(texts.notNetwork(wrong));
    else if (lines.length > MOST_NETWORKS) addIssue(texts.tooMany(MOST_NETWORKS));
  }),
  confirm_minutes: number(CONFIRM_MINUTES),
  confirm_rules: z.boolean(),
  assistants: z.boolean(),
});
export type PolicyValues = z.output<typeof PolicyForm>;

export const policyValues = (policy: SecurityPolicy): PolicyValues => ({
  second_factor: policy.second_factor,
  idle_minutes: policy.idle_minutes?.toString() ?? "",
  session_hours: policy.session_hours?.toString() ?? "",
  networks: policy.networks.join("\n"),
  confirm_minutes: String(policy.confirm_minutes),
  confirm_rules: policy.confirm_rules,
  assistants: policy.assistants,
});

const numberOf = (typed: string): number | null => (typed.trim() === "" ? null : Number(typed));

export const policyBody = (values: PolicyValues): SecurityPolicyChanges => ({
  ...values,
  idle_minutes: numberOf(values.idle_minutes),
  session_hours: numberOf(values.session_hours),
  networks: linesOf(values.networks),
  confirm_minutes: Number(values.confirm_minutes),
});
