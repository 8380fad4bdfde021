import { ActionWords, IconAction } from "@mcc/ui/buttons/icon-action.tsx";
import type { MenuAction } from "@mcc/ui/overlays/button-menu.tsx";
import { useLazyPopover } from "@mcc/ui/overlays/use-lazy-popover.ts";
import { IconDots } from "@tabler/icons-react";
import { toast } from "../page/toast.ts";

const loadMenu = () => import("@mcc/ui/overlays/button-menu.tsx");

interface RowMenuProps {
  /** The record. */
  readonly about: string;
  readonly actions: readonly MenuAction[];
}

/** The menu at the end of a row: what is done less often, and what deletes. */
export const RowMenu = ({ about, actions }: RowMenuProps) => {
  const { button, panel, popover } = useLazyPopover(loadMenu, toast.failure, "menu");
  return (
    <>
      {/* The dots say enough, also on a phone, where the words would take a second line. */}
      <ActionWords value={false}>
        <IconAction
          label="More actions"
          about={about}
          icon={<IconDots size={18} stroke={1.6} aria-hidden />}
          {...button}
        />
      </ActionWords>
      {panel && popover && <panel.ButtonMenu {...popover} about={about} actions={actions} />}
    </>
  );
};
