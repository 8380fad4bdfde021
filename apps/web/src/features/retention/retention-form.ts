import {
  RETENTION,
  RETENTION_KINDS,
  type RetentionChanges,
  type RetentionDays,
  type RetentionKind,
} from "@mcc/contract/retention/retention.schema.ts";
import { z } from "zod";
import { retentionTexts as texts } from "./retention.texts.ts";

const isValid = (kind: RetentionKind, typed: string): boolean => {
  const { least, most } = RETENTION[kind];
  const days = typed.trim();
  return days === "" || (/^\d{1,6}$/.test(days) && Number(days) >= least && Number(days) <= most);
};

const field = (kind: RetentionKind) => z.string().refine((typed) => isValid(kind, typed), texts.wrong(kind));

export const RetentionForm = z.object({
  alerts: field("alerts"),
  messages: field("messages"),
  sign_ins: field("sign_ins"),
  audit: field("audit"),
  documents: field("documents"),
});
export type RetentionValues = z.output<typeof RetentionForm>;

const eachKind = <Value>(chosen: (kind: RetentionKind) => Value) =>
  Object.fromEntries(RETENTION_KINDS.map((kind) => [kind, chosen(kind)])) as Record<RetentionKind, Value>;

export const retentionValues = (days: RetentionDays): RetentionValues =>
  eachKind((kind) => days[kind]?.toString() ?? "");

export const retentionBody = (values: RetentionValues): RetentionChanges =>
  eachKind((kind) => (values[kind].trim() === "" ? null : Number(values[kind])));
