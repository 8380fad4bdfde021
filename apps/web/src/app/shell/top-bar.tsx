import { ActionIcon, Button } from "@mantine/core";
import { ColorSchemeToggle } from "@mcc/ui/color-scheme-toggle.tsx";
import { IconLayoutSidebar, IconLogout } from "@tabler/icons-react";
import { useOnline } from "../../platform/api/use-online.ts";
import { canLeave } from "../../platform/records/leave-guard.ts";
import { signOut } from "../../platform/session/session.ts";
import { shellTexts as says } from "../shell.texts.ts";
import classes from "./shell.module.css";

interface TopBarProps {
  /** Platform admins have no sidebar, and only the sign-out button here. */
  readonly sidebar?: { readonly open: boolean; readonly setOpen: (open: boolean) => void };
}

/** Always rendered, also when empty, so that screen readers announce its text. */
const Notice = () => {
  const online = useOnline();
  return (
    <div className={classes.notice} role="status">
      {!online && says.offline}
    </div>
  );
};

export const TopBar = ({ sidebar }: TopBarProps) => (
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
    <Notice />
    {sidebar && <ColorSchemeToggle />}
    <Button
      variant="subtle"
      color="gray"
      leftSection={<IconLogout size={16} aria-hidden />}
      onClick={async () => {
        if (await canLeave()) await signOut();
      }}
    >
      {says.logOut}
    </Button>
  </header>
);
