import { ActionIcon } from "@mantine/core";
import { displayName } from "@mcc/contract/access/session.ts";
import { initialsOf } from "@mcc/ui/content/person.tsx";
import { useLazyPopover } from "@mcc/ui/overlays/use-lazy-popover.ts";
import { useLazy } from "@mcc/ui/use-lazy.ts";
import { useMemo, useState } from "react";
import { toast } from "../../platform/page/toast.ts";
import { useSessionUser } from "../../platform/session/session-user.ts";
import { shellTexts as says } from "../shell.texts.ts";
import classes from "./user-menu.module.css";

const loadPanel = () => import("./user-menu-panel.tsx");

/** The dialog of "I'm away", which stays when the menu has closed. */
const useAwayDialog = (userId: number) => {
  const [isAway, setAway] = useState(false);
  const close = () => setAway(false);
  const load = useMemo(
    () => async () => {
      const { awayDialogOf } = await import("../../features/delegations/name-deputy.tsx");
      return awayDialogOf(userId);
    },
    [userId],
  );
  const onFailure = (error: unknown) => {
    close();
    toast.failure(error);
  };
  const Dialog = useLazy(load, { early: false, needed: isAway, onFailure });
  return { open: () => setAway(true), dialog: Dialog && <Dialog opened={isAway} onClose={close} /> };
};

/** A button whose panel says who is signed in, takes "I'm away", and has the color scheme. */
export const UserMenu = () => {
  const user = useSessionUser();
  const name = displayName(user);
  const { button, panel, popover } = useLazyPopover(loadPanel, toast.failure);
  const away = useAwayDialog(user.id);
  const goAway = () => {
    popover?.close();
    away.open();
  };
  return (
    <>
      <ActionIcon variant="light" radius="xl" size={32} aria-label={says.userMenu(name)} {...button}>
        <span aria-hidden className={classes.initials} data-initials={initialsOf(name)} />
      </ActionIcon>
      {panel && popover && <panel.UserMenuPanel {...popover} onAway={goAway} />}
      {away.dialog}
    </>
  );
};
