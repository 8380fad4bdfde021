import type { Bar, Chart, Dashboard, Measure, Value } from "@mcc/contract/analytics/dashboard.schema.ts";
import { differenceText, shareDifferenceText } from "../../platform/page/difference.ts";
import { formatMoney } from "../../platform/page/format.ts";
import { embeddedTexts as texts } from "./dashboard.texts.ts";

type Kind = Measure["kind"];

const numberOf = (options: Intl.NumberFormatOptions) => {
  const format = new Intl.NumberFormat("en-US", options);
  return (value: Value): string => format.format(Number(value));
};
const one = { maximumFractionDigits: 1 } as const;

const hours = numberOf(one);

const words: Record<Kind, (value: Value) => string> = {
  money: (value) => formatMoney(String(value)),
  count: numberOf({ maximumFractionDigits: 0 }),
  share: numberOf({ style: "percent", ...one }),
  hours: (value) => `${hours(value)} h`,
  days: numberOf(one),
};

/** A value in full. */
export const wordsOf = (kind: Kind, value: Value): string =>
  value === null ? texts.none : words[kind](value);

const short: Partial<Record<Kind, (value: Value) => string>> = {
  money: numberOf({ style: "currency", currency: "USD", notation: "compact", maximumFractionDigits: 1 }),
  count: numberOf({ notation: "compact", maximumFractionDigits: 1 }),
};

/** A value where there is little room, such as at the scale of a chart. */
export const shortWordsOf = (kind: Kind, value: number): string => (short[kind] ?? words[kind])(value);

const isNone = (value: Value | undefined): boolean => value == null || Number(value) === 0;

/** One bar in words: its name and all of its values, and the first one a year before; or that there is nothing. */
export const barWords = ({ measures }: Chart, { label, values, before = null }: Bar): string => {
  const now = values.every(isNone)
    ? texts.noValues
    : measures.map(({ label: name, kind }, at) => `${name} ${wordsOf(kind, values[at] ?? null)}`).join(", ");
  const kind = measures[0]?.kind ?? "count";
  return `${label}: ${now}${before === null ? "" : ` (${texts.yearBefore}: ${wordsOf(kind, before)})`}`;
};

/** How a figure differs from the year before, in words; undefined where that is not known. */
export const differenceWords = ({ kind, value, before = null }: Dashboard["facts"][number]) => {
  if (value === null || before === null) return undefined;
  const said = kind === "share" ? shareDifferenceText : differenceText;
  return said(Number(value), Number(before), texts.theYearBefore);
};
