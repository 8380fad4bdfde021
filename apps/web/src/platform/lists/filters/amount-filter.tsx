import { Button, TextInput } from "@mantine/core";
import { useState } from "react";
import { listTexts as says } from "../list.texts.ts";
import classes from "../table/table-head.module.css";
import { type FilterProps, rangeKeysOf } from "./active-filters.ts";
import {
  amountsInOrder,
  type Comparison,
  comparisonOf,
  limitAbove,
  mostBelow,
  typedAmount,
} from "./amount-range.ts";

interface AmountFieldProps {
  readonly label: string;
  readonly value: string | undefined;
  readonly isFirst?: boolean;
  readonly onAmount: (amount: string | undefined) => void;
  /** After Enter, unless the text is no amount. */
  readonly onEnter?: (() => void) | undefined;
}

/** A field for an amount. Invalid text stays in it, so that the user can correct it. */
const AmountField = ({ label, value, isFirst, onAmount, onEnter }: AmountFieldProps) => {
  const [draft, setDraft] = useState<{ readonly text: string; readonly isWrong: boolean }>();
  /** Returns whether the field holds an amount, or nothing. */
  const settle = (): boolean => {
    if (!draft) return true;
    const typed = typedAmount(draft.text);
    setDraft(typed === undefined ? { ...draft, isWrong: true } : undefined);
    if (typed !== undefined && (typed ?? undefined) !== value) onAmount(typed ?? undefined);
    return typed !== undefined;
  };
  return (
    <TextInput
      data-autofocus={isFirst}
      autoFocus={isFirst} // the field may be rendered after the focus trap has looked for it
      label={label}
      leftSection="$"
      inputMode="decimal"
      autoComplete="off"
      maxLength={24}
      value={draft?.text ?? value ?? ""}
      error={draft?.isWrong && says.noSuchAmount}
      onChange={({ currentTarget }) => setDraft({ text: currentTarget.value, isWrong: false })}
      onBlur={settle}
      onKeyDown={(event) => {
        if (event.key !== "Enter") return;
        // Otherwise the button that gets the focus would be pressed by the same key.
        event.preventDefault();
        if (settle()) onEnter?.();
      }}
    />
  );
};

const COMPARISONS: readonly Comparison[] = ["below", "atLeast", "between"];

/** Filters by amounts below a limit, from an amount on, or between two, of which both are included. */
export const AmountFilter = ({ column, state, change, close }: FilterProps) => {
  const [fromKey = "", toKey = ""] = rangeKeysOf(column) ?? [];
  const [from, to] = [fromKey, toKey].map((key) => state[key]?.toString());
  const [chosen, setChosen] = useState<Comparison>();
  const comparison = chosen ?? comparisonOf([from, to]);
  const limit = to && limitAbove(to);
  const apply = (...range: Parameters<typeof amountsInOrder>[0]) => {
    const [least, most] = amountsInOrder(range);
    change({ [fromKey]: least, [toKey]: most });
  };
  const applyBelow = (amount: string | undefined) => apply(undefined, amount && mostBelow(amount));
  /** The amount that is there is compared anew. */
  const choose = (next: Comparison) => {
    setChosen(next);
    if (next === comparison || (from === undefined && to === undefined)) return;
    if (next === "below") applyBelow(to ?? from);
    if (next === "atLeast") apply(comparison === "below" ? limit : (from ?? to), undefined);
  };
  return (
    <div className={classes.amounts}>
      <fieldset className={classes.comparisons} aria-label={says.amounts}>
        {COMPARISONS.map((each) => (
          <Button
            key={each}
            variant="default"
            size="compact-xs"
            aria-pressed={each === comparison}
            onClick={() => choose(each)}
          >
            {says[each]}
          </Button>
        ))}
      </fieldset>
      {comparison === "below" && (
        <AmountField
          key="below"
          label={says.below}
          value={limit}
          isFirst
          onAmount={applyBelow}
          onEnter={close}
        />
      )}
      {comparison !== "below" && (
        <AmountField
          label={says.atLeast}
          value={from}
          isFirst
          onAmount={(amount) => apply(amount, comparison === "between" ? to : undefined)}
          onEnter={comparison === "atLeast" ? close : undefined}
        />
      )}
      {comparison === "between" && (
        <AmountField
          label={says.atMost}
          value={to}
          onAmount={(amount) => apply(from, amount)}
          onEnter={close}
        />
      )}
    </div>
  );
};
