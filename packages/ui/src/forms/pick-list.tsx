import { type KeyboardEvent, useId } from "react";
import classes from "./pick-list.module.css";

interface PickListProps {
  readonly label: string;
  readonly items: readonly { readonly id: string; readonly label: string }[];
  readonly picked: string | undefined;
  readonly onPick: (id: string) => void;
  /** On double click or Enter. */
  readonly onActivate?: (id: string) => void;
  /** Gets the focus when the dialog opens. */
  readonly isFirst?: boolean;
  /** Shown when the list is empty. */
  readonly empty?: string;
}

const STEPS: Readonly<Record<string, number>> = { ArrowUp: -1, ArrowDown: 1, Home: -Infinity, End: Infinity };

/** A list of which one entry is picked, by pointer or by arrow keys. */
export const PickList = ({ label, items, picked, onPick, onActivate, isFirst, empty }: PickListProps) => {
  const base = useId();
  const at = items.findIndex(({ id }) => id === picked);
  const move = (event: KeyboardEvent) => {
    if (event.key === "Enter" && picked !== undefined && at >= 0) return onActivate?.(picked);
    const step = STEPS[event.key];
    if (step === undefined || items.length === 0) return;
    event.preventDefault();
    const target = items[Math.min(Math.max(at + step, 0), items.length - 1)];
    if (!target) return;
    onPick(target.id);
    document.getElementById(`${base}-${target.id}`)?.scrollIntoView({ block: "nearest" });
  };
  return (
    <div className={classes.column}>
      <span className={classes.label} id={base}>
        {label}
      </span>
      {items.length === 0 && <p className={classes.empty}>{empty}</p>}
      <div
        className={classes.list}
        role="listbox"
        tabIndex={0}
        data-autofocus={isFirst}
        aria-labelledby={base}
        aria-activedescendant={at < 0 ? undefined : `${base}-${picked}`}
        onKeyDown={move}
      >
        {items.map(({ id, label: words }) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the list handles the keys
          // biome-ignore lint/a11y/useFocusableInteractive: the list has the focus, not its entries
          <div
            key={id}
            id={`${base}-${id}`}
            className={classes.item}
            role="option"
            aria-selected={id === picked}
            onClick={() => onPick(id)}
            onDoubleClick={() => onActivate?.(id)}
          >
            {words}
          </div>
        ))}
      </div>
    </div>
  );
};
