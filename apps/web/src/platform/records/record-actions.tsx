import { IconAction } from "@mcc/ui/buttons/icon-action.tsx";
import { IconCopy, IconPencil, IconTrash } from "@tabler/icons-react";
import { Link, type LinkProps } from "@tanstack/react-router";

type RecordLink = Pick<LinkProps, "to" | "params" | "search" | "state">;

interface RecordActionsProps {
  readonly name: string;
  readonly edit: RecordLink;
  readonly clone?: RecordLink;
  /** The tooltip of the edit button, for example why there is no delete button. */
  readonly hint?: string;
  readonly onDelete?: () => unknown;
}

const icon = { size: 18, stroke: 1.6, "aria-hidden": true } as const;

/** The buttons of a record in a table: edit, and clone and delete where it is possible. */
export const RecordActions = ({ name, edit, clone, hint, onDelete }: RecordActionsProps) => (
  <>
    {clone && (
      <IconAction
        label="Clone"
        about={name}
        icon={<IconCopy {...icon} />}
        renderRoot={(props) => <Link {...props} {...clone} />}
      />
    )}
    <IconAction
      label="Edit"
      about={name}
      hint={hint}
      icon={<IconPencil {...icon} />}
      renderRoot={(props) => <Link {...props} {...edit} />}
    />
    {onDelete && (
      <IconAction
        danger
        label="Delete"
        about={name}
        icon={<IconTrash {...icon} />}
        onClick={() => void onDelete()}
      />
    )}
  </>
);
