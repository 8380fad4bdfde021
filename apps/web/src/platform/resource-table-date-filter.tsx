import "@mantine/dates/styles.layer.css";
import { TextInput } from "@mantine/core";
import { DatePicker } from "@mantine/dates";
import { useState } from "react";
import { type DayRange, daysOf, formatDay, inOrder, instantsOf, typedDay } from "./date-range.ts";
import { type FilterProps, rangeKeysOf } from "./resource-table-filters.ts";
import classes from "./resource-table-head.module.css";
import { tableMessages as says } from "./table.messages.ts";

interface DayFieldProps {
  readonly placeholder: string;
  readonly day: string | null;
  readonly onDay: (day: string | null) => void;
}

/** A day typed as MM/DD/YY; what is no day goes back to what it was. */
const DayField = ({ placeholder, day, onDay }: DayFieldProps) => {
  const [draft, setDraft] = useState<string>();
  const settle = () => {
    const typed = draft === undefined ? undefined : typedDay(draft);
    if (typed !== undefined && typed !== day) onDay(typed);
    setDraft(undefined);
  };
  return (
    <TextInput
      aria-label={`${placeholder} (MM/DD/YY)`}
      placeholder={placeholder}
      value={draft ?? formatDay(day)}
      onChange={({ currentTarget }) => setDraft(currentTarget.value)}
      onBlur={settle}
      onKeyDown={({ key }) => key === "Enter" && settle()}
    />
  );
};

/** Filters by a range of local days; one day may be both its ends. */
export const DateFilter = ({ column, state, change, close }: FilterProps) => {
  const [afterKey, beforeKey] = rangeKeysOf(column);
  const applied = daysOf(state[afterKey], state[beforeKey]);
  // The first click gives half a range, which filters nothing yet.
  const [half, setHalf] = useState<DayRange>();
  const [first, last] = half ?? applied;
  const apply = (range: DayRange) => {
    const [after, before] = instantsOf(inOrder(range));
    setHalf(undefined);
    change({ [afterKey]: after, [beforeKey]: before });
  };
  return (
    <>
      <div className={classes.days}>
        <DayField placeholder={says.start} day={first} onDay={(day) => apply([day, last])} />
        <DayField placeholder={says.end} day={last} onDay={(day) => apply([first, day])} />
      </div>
      <DatePicker
        type="range"
        allowSingleDateInRange
        numberOfColumns={1}
        hideOutsideDates
        firstDayOfWeek={0}
        weekendDays={[]}
        ariaLabels={{ previousMonth: "Previous month", nextMonth: "Next month" }}
        defaultDate={applied[0] ?? applied[1] ?? undefined}
        value={[first, last]}
        onChange={([start, end]) => {
          if (!start || !end) return setHalf([start, end]);
          apply([start, end]);
          close();
        }}
      />
    </>
  );
};
