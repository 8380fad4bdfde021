import { ActionIcon } from "@mantine/core";
import { displayName } from "@mcc/contract/access/session.ts";
import { useLazyPopover } from "@mcc/ui/overlays/use-lazy-popover.ts";
import { IconUser } from "@tabler/icons-react";
import { toast } from "../../platform/page/toast.ts";
import { useSessionUser } from "../../platform/session/session-user.ts";
import { shellTexts as says } from "../shell.texts.ts";

const loadPanel = () => import("./user-menu-panel.tsx");

/** A button whose panel says who is signed in and has the color scheme. */
export const UserMenu = () => {
  const name = displayName(useSessionUser());
  const { button, panel, popover } = useLazyPopover(loadPanel, toast.failure);
  return (
    <>
      <ActionIcon variant="light" radius="xl" size={32} aria-label={says.userMenu(name)} {...button}>
        <IconUser size={18} aria-hidden />
      </ActionIcon>
      {panel && popover && <panel.UserMenuPanel {...popover} />}
    </>
  );
};
