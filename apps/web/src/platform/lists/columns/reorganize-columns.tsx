import { Button, VisuallyHidden } from "@mantine/core";
import { softDisabled } from "@mcc/ui/forms/soft-disabled.ts";
import { useState } from "react";
import { toast } from "../../page/toast.ts";
import { openModal } from "../../state/globals.ts";
import { listTexts as says } from "../list.texts.ts";
import { type Arrangement, linkWith, standardArrangement, useArrangement } from "./column-arrangement.ts";
import { ColumnRows } from "./column-rows.tsx";
import { arrange } from "./move-columns.ts";
import classes from "./reorganize-columns.module.css";
import type { TableColumn } from "./table-columns.ts";

interface ReorganizeProps {
  readonly listName: string;
  readonly columns: readonly (TableColumn & { readonly identifies?: true })[];
  /** The columns of the shown view, which are arranged instead of the user's own. */
  readonly ofView?: {
    readonly arrangement: Arrangement;
    readonly arrange: (next: Arrangement) => void;
  };
}

/**
 * The dialog is rendered outside of the page and does not follow its URL, so it keeps the arrangement in its own state.
 */
const useColumns = ({ listName, columns, ofView }: ReorganizeProps) => {
  const own = useArrangement(listName, columns);
  const [arrangement, setArrangement] = useState(ofView?.arrangement);
  if (!ofView || !arrangement) return own;
  const arrange = (next: Arrangement) => {
    setArrangement(next);
    ofView.arrange(next);
  };
  return { arrangement, arrange };
};

const copyLink = async (arrangement: Arrangement): Promise<void> => {
  try {
    await navigator.clipboard.writeText(linkWith(arrangement, location.href));
    toast.success(says.linkCopied);
  } catch {
    toast.error(says.linkNotCopied);
  }
};

/** One list with check boxes, and buttons that act on its current entry; every press changes the table behind it. */
const Reorganize = (props: ReorganizeProps) => {
  const { columns } = props;
  const { arrangement, arrange: save } = useColumns(props);
  const identity = columns.find(({ identifies }) => identifies)?.id;
  const { shown, hidden } = arrangement;
  const [picked, setPicked] = useState<string>();
  const [told, setTold] = useState("");
  const labelOf = (id: string) => columns.find((column) => column.id === id)?.label ?? id;
  /** After a column has moved over, the next one is picked, so that several can be moved by pressing again. */
  const moveOver = (from: readonly string[], id: string, next: Arrangement) => {
    const at = from.indexOf(id);
    setPicked(from[at + 1] ?? from[at - 1] ?? id);
    setTold(next.shown.includes(id) ? says.columnShown(labelOf(id)) : says.columnHidden(labelOf(id)));
    save(next);
  };
  const add = (id: string) => moveOver(hidden, id, arrange.add(arrangement, id));
  const canRemove = (id: string) => shown.includes(id) && id !== identity;
  const remove = (id: string) => canRemove(id) && moveOver(shown, id, arrange.remove(arrangement, id));
  const move = (id: string, step: 1 | -1) => {
    const next = step < 0 ? arrange.moveUp(arrangement, id) : arrange.moveDown(arrangement, id);
    if (String(next.shown) === String(shown)) return;
    setPicked(id);
    setTold(says.columnPlace(labelOf(id), next.shown.indexOf(id) + 1, shown.length));
    save(next);
  };
  const at = shown.indexOf(picked ?? "");
  const button = (label: string, possible: boolean, act: (id: string) => void) => (
    // Not `disabled`: the pressed button would lose the focus, and the focus would leave the dialog.
    <Button
      variant="default"
      size="compact-sm"
      aria-disabled={!possible}
      data-disabled={!possible || undefined}
      onClick={() => possible && act(picked ?? "")}
    >
      {label}
    </Button>
  );
  const standard = standardArrangement(columns);
  const isStandard = String(shown) === String(standard.shown);
  return (
    <>
      <p className={classes.hint}>{says.reorganizeHint}</p>
      <ColumnRows
        {...{ shown, hidden, labelOf, canRemove, picked }}
        onPick={setPicked}
        onToggle={(id) => (shown.includes(id) ? remove(id) : add(id))}
        onMove={move}
        onArrange={(next) => save({ shown: next, hidden })}
      />
      <VisuallyHidden role="status">{told}</VisuallyHidden>
      <div className={classes.buttons}>
        {button(says.add, hidden.includes(picked ?? ""), add)}
        {button(says.remove, canRemove(picked ?? ""), remove)}
        {button(says.moveUp, at > 0, (id) => move(id, -1))}
        {button(says.moveDown, at >= 0 && at < shown.length - 1, (id) => move(id, 1))}
        {button(says.removeAll, shown.some(canRemove), () => save(arrange.removeAll(arrangement, identity)))}
      </div>
      <div className={classes.more}>
        <Button
          variant="subtle"
          size="compact-sm"
          {...softDisabled(isStandard ? undefined : () => save(standard))}
        >
          {says.restoreColumns}
        </Button>
        <Button
          variant="subtle"
          size="compact-sm"
          {...softDisabled(shown.length > 0 ? () => copyLink(arrangement) : undefined)}
        >
          {says.copyLink}
        </Button>
      </div>
    </>
  );
};

export const openReorganize = (props: ReorganizeProps): void =>
  openModal({
    size: "modal-sm",
    title: says.reorganize,
    content: <Reorganize {...props} />,
    buttons: [{ label: says.close }],
  });
