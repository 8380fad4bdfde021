import { ActionIcon, Button } from "@mantine/core";
import { IconLayoutSidebar, IconLogout } from "@tabler/icons-react";
import type { ComponentProps } from "react";
import { AlertBell } from "../../features/alerts/alert-bell.tsx";
import { OFFLINE, useOnline } from "../../platform/api/use-online.ts";
import { outsideNetworks } from "../../platform/session/auth-state.ts";
import { useSlice } from "../../platform/state/cache-slice.ts";
import { PaletteButton } from "../palette/palette-button.tsx";
import { shellTexts as says } from "../shell.texts.ts";
import { logOut } from "./log-out.ts";
import classes from "./shell.module.css";
import { UserMenu } from "./user-menu.tsx";

interface TopBarProps {
  /** Platform admins have no sidebar, and only the sign-out button here. */
  readonly sidebar?: { readonly open: boolean; readonly setOpen: (open: boolean) => void };
  readonly palette: ComponentProps<typeof PaletteButton>;
}

/** Always rendered, also when empty, so that screen readers announce its text. */
const Notice = () => {
  const online = useOnline();
  const outside = useSlice(outsideNetworks);
  return (
    <div className={classes.notice} role="status" data-offline={!online || undefined}>
      {online ? outside : OFFLINE}
    </div>
  );
};

export const TopBar = ({ sidebar, palette }: TopBarProps) => (
  <header className={classes.bar}>
    {sidebar && (
      <ActionIcon
        variant="subtle"
        color="gray"
        size="lg"
        aria-label={sidebar.open ? says.closeSidebar : says.openSidebar}
        aria-expanded={sidebar.open}
        onClick={() => sidebar.setOpen(!sidebar.open)}
      >
        <IconLayoutSidebar size={18} aria-hidden />
      </ActionIcon>
    )}
    {sidebar && <PaletteButton open={palette.open} prepare={palette.prepare} />}
    <Notice />
    {sidebar && <AlertBell />}
    {sidebar && <UserMenu />}
    <Button
      variant="subtle"
      color="gray"
      leftSection={<IconLogout size={16} aria-hidden />}
      onClick={() => void logOut()}
    >
      {says.logOut}
    </Button>
  </header>
);
