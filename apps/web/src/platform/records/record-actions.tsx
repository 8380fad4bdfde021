import { IconAction } from "@mcc/ui/buttons/icon-action.tsx";
import type { MenuAction } from "@mcc/ui/overlays/button-menu.tsx";
import { IconCopy, IconPencil, IconTrash } from "@tabler/icons-react";
import { Link, type LinkProps } from "@tanstack/react-router";
import { RowMenu } from "./row-menu.tsx";

type RecordLink = Pick<LinkProps, "to" | "params" | "search" | "state">;

interface RecordActionsProps {
  readonly name: string;
  readonly edit: RecordLink;
  readonly clone?: RecordLink;
  /** The tooltip of the edit button, for example why the record cannot be deleted. */
  readonly hint?: string;
  /** In the menu, between clone and delete. */
  readonly more?: readonly MenuAction[];
  readonly onDelete?: () => unknown;
}

const icon = { size: 18, stroke: 1.6, "aria-hidden": true } as const;

/** The entry of a row's menu that deletes its record. */
export const deleteEntry = (onDelete: () => unknown): MenuAction => ({
  label: "Delete",
  danger: true,
  icon: <IconTrash {...icon} />,
  onClick: onDelete,
});

/** The actions of a record in a table: edit, and in a menu clone and delete where it is possible. */
export const RecordActions = ({ name, edit, clone, hint, more = [], onDelete }: RecordActionsProps) => {
  const entries: MenuAction[] = [];
  if (clone)
    entries.push({
      label: "Clone",
      icon: <IconCopy {...icon} />,
      renderRoot: (props) => <Link {...props} {...clone} />,
    });
  entries.push(...more);
  if (onDelete) entries.push(deleteEntry(onDelete));
  return (
    <>
      <IconAction
        label="Edit"
        about={name}
        hint={hint}
        icon={<IconPencil {...icon} />}
        renderRoot={(props) => <Link {...props} {...edit} />}
      />
      {entries.length > 0 && <RowMenu about={name} actions={entries} />}
    </>
  );
};
