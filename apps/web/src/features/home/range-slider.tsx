import { Slider } from "@mantine/core";
import { useState } from "react";
import classes from "./home.module.css";
import { homeTexts as texts } from "./home.texts.ts";
import { RANGES, type TimeRange } from "./range.ts";

/** Phones have no space for the word "days" below each mark. */
const MARKS = RANGES.map(({ days, label }, value) => ({
  value,
  label:
    days === undefined ? (
      label
    ) : (
      <>
        {days}
        <span className={classes.unit}> days</span>
      </>
    ),
}));
const labelAt = (at: number): string => RANGES[at]?.label ?? "";

interface RangeSliderProps {
  readonly range: TimeRange;
  readonly choose: (range: TimeRange) => void;
}

/** Chosen when the thumb is let go; the name of the range follows it meanwhile. */
export const RangeSlider = ({ range, choose }: RangeSliderProps) => {
  const chosen = RANGES.findIndex(({ key }) => key === range.key);
  const [dragged, setDragged] = useState<number>();
  const end = (at: number) => {
    setDragged(undefined);
    const next = RANGES[at];
    if (next && at !== chosen) choose(next);
  };
  return (
    <div className={classes.range}>
      <span className={classes.rangeLabel} aria-hidden>
        {labelAt(dragged ?? chosen)}
      </span>
      <Slider
        className={classes.slider}
        value={dragged ?? chosen}
        onChange={setDragged}
        onChangeEnd={end}
        min={0}
        max={RANGES.length - 1}
        marks={MARKS}
        label={null}
        thumbLabel={texts.timeRange}
        thumbValueText={labelAt}
      />
    </div>
  );
};
