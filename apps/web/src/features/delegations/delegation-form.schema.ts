import { delegationMessages as says } from "@mcc/contract/delegations/delegations.messages.ts";
import { NOTE_MAX } from "@mcc/contract/delegations/delegations.schema.ts";
import { text } from "@mcc/contract/kit/text.ts";
import { z } from "zod";
import { delegationTexts as texts } from "./delegations.texts.ts";

/** The form values of a delegation; the moments are local, as a browser enters them. */
export type DelegationValues = {
  readonly deputy: string | null;
  readonly starts_at: string;
  readonly ends_at: string;
  readonly cap: string;
  readonly sites: readonly string[];
  readonly note: string;
};

const AMOUNT = /^\d{1,12}(?:\.\d{1,2})?$/;
const typedAmount = (cap: string) => cap.replaceAll(",", "").trim();

export const DelegationForm = z.custom<DelegationValues>().superRefine((values, context) => {
  const add = (field: keyof DelegationValues, message: string) =>
    context.addIssue({ code: "custom", path: [field], message });
  if (values.deputy === null) add("deputy", says.deputyRequired);
  if (values.starts_at === "") add("starts_at", says.startRequired);
  if (values.ends_at === "") add("ends_at", says.endRequired);
  else if (values.starts_at !== "" && values.ends_at <= values.starts_at) add("ends_at", says.endsFirst);
  const cap = typedAmount(values.cap);
  if (cap !== "" && (!AMOUNT.test(cap) || Number(cap) === 0)) add("cap", texts.wrongAmount);
  const [wrong] = text(NOTE_MAX).safeParse(values.note).error?.issues ?? [];
  if (wrong) add("note", wrong.message);
});

const two = (part: number) => String(part).padStart(2, "0");
/** As `datetime-local` has it. */
const localMoment = (date: Date): string =>
  `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}T${two(date.getHours())}:${two(date.getMinutes())}`;

const DEFAULT_DAYS = 7;

/** From now on, for a week. */
export const newDelegation = (now = new Date()): DelegationValues => {
  const end = new Date(now);
  end.setDate(end.getDate() + DEFAULT_DAYS);
  return {
    deputy: null,
    starts_at: localMoment(now),
    ends_at: localMoment(end),
    cap: "",
    sites: [],
    note: "",
  };
};

/** The body that creates it; `principal` is who is away. */
export const creationOf = (
  { deputy, starts_at, ends_at, cap, sites, note }: DelegationValues,
  principal: number,
) => ({
  principal,
  deputy: Number(deputy),
  starts_at: new Date(starts_at).toISOString(),
  ends_at: new Date(ends_at).toISOString(),
  cap: typedAmount(cap) === "" ? null : typedAmount(cap),
  sites: sites.map(Number),
  note,
});
