import { Button } from "@mantine/core";
import { PickList } from "@mcc/ui/pick-list.tsx";
import { useState } from "react";
import { openModal } from "./globals.ts";
import { arrange } from "./resource-table-arrange.ts";
import { type Arrangement, useArrangement } from "./resource-table-arrangement.ts";
import type { TableColumn } from "./resource-table-columns.ts";
import classes from "./resource-table-reorganize.module.css";
import { tableTexts as says } from "./table.texts.ts";

interface ReorganizeProps {
  readonly listName: string;
  readonly columns: readonly TableColumn[];
}

/** Two lists, and the buttons between them; every press shows in the table behind. */
const Reorganize = ({ listName, columns }: ReorganizeProps) => {
  const { arrangement, arrange: save } = useArrangement(
    listName,
    columns.map(({ id }) => id),
  );
  const { shown, hidden } = arrangement;
  const [picked, setPicked] = useState<string>();
  const labelled = (ids: readonly string[]) =>
    ids.map((id) => ({ id, label: columns.find((column) => column.id === id)?.label ?? id }));
  const at = shown.indexOf(picked ?? "");
  const button = (label: string, possible: boolean, act: (now: Arrangement, id: string) => Arrangement) => (
    // Not `disabled`: that would throw the focus out of the dialog with the press that made it so.
    <Button
      variant="default"
      aria-disabled={!possible}
      data-disabled={!possible || undefined}
      onClick={() => possible && save(act(arrangement, picked ?? ""))}
    >
      {label}
    </Button>
  );
  return (
    <div className={classes.lists}>
      <PickList label={says.shown} items={labelled(shown)} picked={picked} onPick={setPicked} />
      <div className={classes.buttons}>
        {button(says.add, hidden.includes(picked ?? ""), arrange.add)}
        {button(says.remove, at >= 0, arrange.remove)}
        {button(says.moveUp, at > 0, arrange.moveUp)}
        {button(says.moveDown, at >= 0 && at < shown.length - 1, arrange.moveDown)}
        {button(says.removeAll, shown.length > 0, arrange.removeAll)}
      </div>
      <PickList label={says.hidden} items={labelled(hidden)} picked={picked} onPick={setPicked} />
    </div>
  );
};

export const openReorganize = (props: ReorganizeProps): void =>
  openModal({
    title: says.reorganize,
    content: <Reorganize {...props} />,
    buttons: [{ label: says.close }],
  });
