import "@mantine/dates/styles.layer.css";
import { Button, Input } from "@mantine/core";
import { DatePicker } from "@mantine/dates";
import { useEffect, useId, useState } from "react";
import { listTexts as says } from "../list.texts.ts";
import classes from "../table/table-head.module.css";
import { type FilterProps, rangeKeysOf } from "./active-filters.ts";
import { datePresets } from "./date-presets.ts";
import {
  type Day,
  type DayRange,
  daysOf,
  formatDay,
  inOrder,
  instantsOf,
  isToday,
  typedDay,
} from "./date-range.ts";

interface Draft {
  readonly text: string;
  /** The day that was in the field when typing began; if the day changes, the draft is dropped. */
  readonly over: Day | null;
  readonly isWrong: boolean;
}

/** A day typed as MM/DD/YY. Invalid text stays in the field, so that the user can correct it. */
const useTypedDay = (day: Day | null, onDay: (day: Day | null) => void) => {
  const [latest, setDraft] = useState<Draft>();
  const draft = latest?.over === day ? latest : undefined;
  const settle = () => {
    if (!draft) return;
    const typed = typedDay(draft.text);
    if (typed === undefined) return setDraft({ ...draft, isWrong: true });
    setDraft(undefined);
    if (typed !== day) onDay(typed);
  };
  return {
    text: draft?.text ?? formatDay(day),
    isWrong: draft?.isWrong ?? false,
    type: (text: string) => setDraft({ text, over: day, isWrong: false }),
    settle,
  };
};

interface DayFieldProps extends ReturnType<typeof useTypedDay> {
  readonly placeholder: string;
  readonly hint: string;
  readonly isFirst?: boolean;
}

const DayField = ({ placeholder, hint, isFirst, text, isWrong, type, settle }: DayFieldProps) => (
  <Input
    data-autofocus={isFirst}
    autoFocus={isFirst} // the field may be rendered after the focus trap has looked for it
    withAria={false} // the error is below both fields, which the attributes of one field cannot refer to
    aria-label={`${placeholder} (MM/DD/YY)`}
    aria-invalid={isWrong || undefined}
    aria-describedby={isWrong ? hint : undefined}
    placeholder={placeholder}
    value={text}
    error={isWrong}
    onChange={({ currentTarget }) => type(currentTarget.value)}
    onBlur={settle}
    onKeyDown={({ key }) => key === "Enter" && settle()}
  />
);

const markToday = (day: Day) => (isToday(day) ? { "aria-current": "date" as const } : {});

/** Filters by a range of local days; both ends may be the same day. */
export const DateFilter = ({ column, state, change, close }: FilterProps) => {
  const [afterKey = "", beforeKey = ""] = rangeKeysOf(column) ?? [];
  const applied = daysOf(state[afterKey], state[beforeKey]);
  // The first click sets one end of the range only, which does not filter yet. What was applied is chosen until the URL
  // has it: the other end may be chosen before.
  const [chosen, setChosen] = useState<DayRange>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: dropped when the filter has changed
  useEffect(() => setChosen(undefined), [state[afterKey], state[beforeKey]]);
  const [first, last] = chosen ?? applied;
  const apply = (range: DayRange) => {
    const ordered = inOrder(range);
    const [after, before] = instantsOf(ordered);
    setChosen(ordered);
    change({ [afterKey]: after, [beforeKey]: before });
  };
  const start = useTypedDay(first, (day) => apply([day, last]));
  const end = useTypedDay(last, (day) => apply([first, day]));
  const hint = useId();
  const isWrong = start.isWrong || end.isWrong;
  return (
    <>
      <div className={classes.days}>
        <DayField placeholder={says.start} hint={hint} isFirst {...start} />
        <DayField placeholder={says.end} hint={hint} {...end} />
      </div>
      {/* Always rendered, so that the calendar does not move under a click that ends the typing. */}
      <p id={hint} className={classes.daysHint} data-wrong={isWrong || undefined} role="status">
        {isWrong ? says.noSuchDay : says.dayFormat}
      </p>
      <fieldset className={classes.presets} aria-label={says.presets}>
        {datePresets().map(({ key, label, range }) => (
          <Button
            key={key}
            variant="default"
            size="compact-xs"
            aria-pressed={range[0] === first && range[1] === last}
            onClick={() => {
              setChosen(undefined);
              change({ [afterKey]: key, [beforeKey]: undefined });
              close();
            }}
          >
            {label}
          </Button>
        ))}
      </fieldset>
      <DatePicker
        type="range"
        allowSingleDateInRange
        numberOfColumns={1}
        hideOutsideDates
        firstDayOfWeek={0}
        weekendDays={[]}
        highlightToday
        classNames={{ day: classes.day ?? "" }}
        getDayProps={markToday}
        ariaLabels={{ previousMonth: "Previous month", nextMonth: "Next month" }}
        defaultDate={applied[0] ?? applied[1] ?? undefined}
        value={[first, last]}
        onChange={([start, end]) => {
          if (!start || !end) return setChosen([start, end]);
          apply([start, end]);
          close();
        }}
      />
    </>
  );
};
