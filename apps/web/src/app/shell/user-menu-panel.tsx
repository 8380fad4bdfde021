import { Button, type MantineColorScheme, SegmentedControl, useMantineColorScheme } from "@mantine/core";
import { displayName } from "@mcc/contract/access/session.ts";
import { ButtonPopover } from "@mcc/ui/overlays/button-popover.tsx";
import { Link } from "@tanstack/react-router";
import type { ComponentProps } from "react";
import { AwayButton } from "../../features/delegations/away-button.tsx";
import { useSessionUser } from "../../platform/session/session-user.ts";
import { shellTexts as says } from "../shell.texts.ts";
import classes from "./user-menu.module.css";

const SCHEMES = [
  { value: "light", label: says.lightScheme },
  { value: "dark", label: says.darkScheme },
  { value: "auto", label: says.systemScheme },
];

type PopoverProps = Pick<ComponentProps<typeof ButtonPopover>, "id" | "button" | "opened" | "close">;

interface UserMenuPanelProps extends PopoverProps {
  readonly onAway: () => void;
}

/** Who is signed in, for which company, in which role; the deputy; the way to the profile; and the color scheme. */
export const UserMenuPanel = ({ onAway, ...popover }: UserMenuPanelProps) => {
  const user = useSessionUser();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <ButtonPopover {...popover} label={says.userMenu(displayName(user))} position="bottom-end">
      <div className={classes.panel}>
        <div className={classes.person}>
          <span className={classes.name}>{displayName(user)}</span>
          <span className={classes.more}>{user.username}</span>
        </div>
        <dl className={classes.facts}>
          {user.company && (
            <div>
              <dt>{says.company}</dt>
              <dd>{user.company.name}</dd>
            </div>
          )}
          {user.role && (
            <div>
              <dt>{says.role}</dt>
              <dd>{user.role.name}</dd>
            </div>
          )}
        </dl>
        <AwayButton onClick={onAway} />
        <Button component={Link} to="/profile" variant="default" size="xs" onClick={popover.close}>
          {says.profile}
        </Button>
        {user.company && (
          <Button component={Link} to="/reports" variant="default" size="xs" onClick={popover.close}>
            {says.reports}
          </Button>
        )}
        <div className={classes.scheme}>
          <span id={`${popover.id}-scheme`}>{says.scheme}</span>
          <SegmentedControl
            fullWidth
            size="xs"
            aria-labelledby={`${popover.id}-scheme`}
            data={SCHEMES}
            value={colorScheme}
            onChange={(value) => setColorScheme(value as MantineColorScheme)}
          />
        </div>
      </div>
    </ButtonPopover>
  );
};
