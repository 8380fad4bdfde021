import { Button } from "@mantine/core";
import { PickList } from "@mcc/ui/forms/pick-list.tsx";
import { softDisabled } from "@mcc/ui/forms/soft-disabled.ts";
import { useState } from "react";
import { toast } from "../../page/toast.ts";
import { openModal } from "../../state/globals.ts";
import { listTexts as says } from "../list.texts.ts";
import { type Arrangement, linkWith, standardArrangement, useArrangement } from "./column-arrangement.ts";
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

/** Two lists with buttons between them; every press changes the table behind the dialog at once. */
const Reorganize = (props: ReorganizeProps) => {
  const { columns } = props;
  const { arrangement, arrange: save } = useColumns(props);
  const identity = columns.find(({ identifies }) => identifies)?.id;
  const { shown, hidden } = arrangement;
  const [picked, setPicked] = useState<string>();
  /** After a column has moved, the next one in its list is picked, so that several can be moved by pressing again. */
  const moveOver = (from: readonly string[], id: string, next: Arrangement) => {
    const at = from.indexOf(id);
    setPicked(from[at + 1] ?? from[at - 1]);
    save(next);
  };
  const add = (id: string) => moveOver(hidden, id, arrange.add(arrangement, id));
  const canRemove = (id: string) => shown.includes(id) && id !== identity;
  const remove = (id: string) => canRemove(id) && moveOver(shown, id, arrange.remove(arrangement, id));
  const labelled = (ids: readonly string[]) =>
    ids.map((id) => ({ id, label: columns.find((column) => column.id === id)?.label ?? id }));
  const at = shown.indexOf(picked ?? "");
  const button = (label: string, possible: boolean, act: (id: string) => void) => (
    // Not `disabled`: the pressed button would lose the focus, and the focus would leave the dialog.
    <Button
      variant="default"
      aria-disabled={!possible}
      data-disabled={!possible || undefined}
      onClick={() => possible && act(picked ?? "")}
    >
      {label}
    </Button>
  );
  const picking = { picked, onPick: setPicked };
  const standard = standardArrangement(columns);
  const isStandard = String(shown) === String(standard.shown);
  return (
    <>
      <div className={classes.lists}>
        <PickList
          {...picking}
          isFirst
          label={says.shown}
          items={labelled(shown)}
          onActivate={remove}
          empty={says.noneShown}
        />
        <div className={classes.buttons}>
          {button(says.add, hidden.includes(picked ?? ""), add)}
          {button(says.remove, canRemove(picked ?? ""), remove)}
          {button(says.moveUp, at > 0, (id) => save(arrange.moveUp(arrangement, id)))}
          {button(says.moveDown, at >= 0 && at < shown.length - 1, (id) =>
            save(arrange.moveDown(arrangement, id)),
          )}
          {button(says.removeAll, shown.some(canRemove), () =>
            save(arrange.removeAll(arrangement, identity)),
          )}
        </div>
        <PickList
          {...picking}
          label={says.hidden}
          items={labelled(hidden)}
          onActivate={add}
          empty={says.noneHidden}
        />
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
    title: says.reorganize,
    content: <Reorganize {...props} />,
    buttons: [{ label: says.close }],
  });
