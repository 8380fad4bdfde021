import { DATE_PRESETS, type DatePreset, presetDays } from "@mcc/contract/views/date-presets.ts";
import { type Day, type DayRange, dayOf } from "./date-range.ts";

interface ShownPreset {
  /** In the URL and in saved views, in place of the first day: what it means depends on the day it is read. */
  readonly key: string;
  readonly label: string;
  readonly range: DayRange;
}

/** Frequently used ranges, in local calendar days. */
export const datePresets = (today: Day = dayOf(new Date())): ShownPreset[] =>
  Object.entries(DATE_PRESETS).map(([key, label]) => ({
    key,
    label,
    range: presetDays(key as DatePreset, today),
  }));

/** The preset that a value of the URL names. */
export const presetNamed = (value: unknown): ShownPreset | undefined =>
  typeof value === "string" ? datePresets().find(({ key }) => key === value) : undefined;
