import { IconGripVertical } from "@tabler/icons-react";
import { type KeyboardEvent, useEffect, useRef } from "react";
import { listTexts as says } from "../list.texts.ts";
import classes from "./reorganize-columns.module.css";
import { useColumnDrag } from "./use-column-drag.ts";

interface ColumnRowsProps {
  readonly shown: readonly string[];
  readonly hidden: readonly string[];
  readonly labelOf: (id: string) => string;
  readonly canRemove: (id: string) => boolean;
  /** The column that the buttons below the list act on. */
  readonly picked: string | undefined;
  readonly onPick: (id: string) => void;
  readonly onToggle: (id: string) => void;
  readonly onMove: (id: string, step: 1 | -1) => void;
  readonly onArrange: (shown: readonly string[]) => void;
}

const STEPS: Readonly<Record<string, 1 | -1>> = { ArrowUp: -1, ArrowDown: 1 };

/** All columns in one list: the shown ones in their order, then the hidden ones, each with a check box. */
export const ColumnRows = (props: ColumnRowsProps) => {
  const { shown, hidden, labelOf, canRemove, picked, onPick, onToggle, onMove } = props;
  const drag = useColumnDrag(shown, props.onArrange);
  const list = useRef<HTMLDivElement>(null);
  const all = [...shown, ...hidden];
  const current = picked ?? all[0];
  const focus = (id: string | undefined) =>
    list.current?.querySelector<HTMLElement>(`[data-column="${id}"] input`)?.focus();
  // A moved check box loses the focus, and one that is toggled goes to the other part of the list.
  const hadFocus = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the columns or the picked one change
  useEffect(() => {
    if (hadFocus.current) focus(current);
    hadFocus.current = false;
  }, [String(all), current]);
  const onKeyDown = (event: KeyboardEvent, id: string) => {
    const step = STEPS[event.key];
    if (!step) return;
    event.preventDefault();
    if (!event.altKey) return focus(all[all.indexOf(id) + step]);
    hadFocus.current = true;
    onMove(id, step);
  };
  const row = (id: string, isShown: boolean) => (
    <li
      key={id}
      className={classes.column}
      data-column={id}
      data-picked={id === picked || undefined}
      data-dragged={id === drag.dragged || undefined}
    >
      <span
        className={classes.handle}
        data-shown={isShown || undefined}
        onPointerDown={(event) => isShown && drag.start(id, event)}
      >
        <IconGripVertical size={16} aria-hidden />
      </span>
      <label className={classes.name}>
        <input
          type="checkbox"
          checked={isShown}
          tabIndex={id === current ? 0 : -1}
          data-autofocus={id === all[0] || undefined}
          aria-disabled={(isShown && !canRemove(id)) || undefined}
          aria-keyshortcuts={isShown ? "Alt+ArrowUp Alt+ArrowDown" : undefined}
          onFocus={() => onPick(id)}
          onKeyDown={(event) => onKeyDown(event, id)}
          onChange={() => {
            if (isShown && !canRemove(id)) return;
            hadFocus.current = true;
            onToggle(id);
          }}
        />
        {labelOf(id)}
      </label>
    </li>
  );
  return (
    <div ref={list} className={classes.list}>
      <h3 className={classes.heading}>{says.shown}</h3>
      {shown.length === 0 && <p className={classes.empty}>{says.noneShown}</p>}
      <ul aria-label={says.shown} {...drag.list}>
        {drag.ids.map((id) => row(id, true))}
      </ul>
      <h3 className={classes.heading}>{says.hidden}</h3>
      {hidden.length === 0 && <p className={classes.empty}>{says.noneHidden}</p>}
      <ul aria-label={says.hidden}>{hidden.map((id) => row(id, false))}</ul>
    </div>
  );
};
