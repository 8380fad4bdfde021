import { TextInput } from "@mantine/core";
import { useState } from "react";
import { listTexts as says } from "../list.texts.ts";
import classes from "../table/table-head.module.css";
import { type FilterProps, rangeKeysOf } from "./active-filters.ts";
import { amountsInOrder, typedAmount } from "./amount-range.ts";

interface AmountFieldProps {
  readonly label: string;
  readonly value: string | undefined;
  readonly isFirst?: boolean;
  readonly onAmount: (amount: string | undefined) => void;
}

/** A field for an amount. Invalid text stays in it, so that the user can correct it. */
const AmountField = ({ label, value, isFirst, onAmount }: AmountFieldProps) => {
  const [draft, setDraft] = useState<{ readonly text: string; readonly isWrong: boolean }>();
  const settle = () => {
    if (!draft) return;
    const typed = typedAmount(draft.text);
    if (typed === undefined) return setDraft({ ...draft, isWrong: true });
    setDraft(undefined);
    if ((typed ?? undefined) !== value) onAmount(typed ?? undefined);
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
      onKeyDown={({ key }) => key === "Enter" && settle()}
    />
  );
};

/** Filters by a range of amounts. Both ends are included, and either can be empty. */
export const AmountFilter = ({ column, state, change }: FilterProps) => {
  const [fromKey = "", toKey = ""] = rangeKeysOf(column) ?? [];
  const [from, to] = [state[fromKey], state[toKey]] as const;
  const apply = (...range: Parameters<typeof amountsInOrder>[0]) => {
    const [least, most] = amountsInOrder(range);
    change({ [fromKey]: least, [toKey]: most });
  };
  const ends = { from: from?.toString(), to: to?.toString() };
  return (
    <div className={classes.amounts}>
      <AmountField label={says.atLeast} value={ends.from} isFirst onAmount={(one) => apply(one, ends.to)} />
      <AmountField label={says.atMost} value={ends.to} onAmount={(one) => apply(ends.from, one)} />
    </div>
  );
};
