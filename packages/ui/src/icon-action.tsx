import { ActionIcon, type ActionIconProps } from "@mantine/core";
import type { ReactNode } from "react";
import classes from "./icon-action.module.css";
import { tooltip } from "./tooltip.ts";

interface IconActionProps extends Pick<ActionIconProps, "loading" | "disabled" | "size"> {
  /** Says what it does, under the pointer and to a screen reader. */
  readonly label: string;
  /** When several stand on a page: which record it is about. */
  readonly about?: string;
  /** Under the pointer, where something else is worth saying than what it does; a screen reader hears both. */
  readonly hint?: string;
  readonly icon: ReactNode;
  readonly onClick?: () => void;
  /** For an action that is a link. */
  readonly renderRoot?: (props: Record<string, unknown>) => ReactNode;
  readonly danger?: boolean;
  /** Both together: it does nothing now, but keeps the focus, which a disabled button would lose. */
  readonly "aria-disabled"?: boolean;
  readonly "data-disabled"?: boolean;
}

/** A danger looks like one in the dark too, where Mantine's own shade of red is close to white. */
const dangerVars = () => ({ root: { "--ai-color": "var(--mantine-color-error)" } });

/** A button with a picture instead of words, which still has its words. */
export const IconAction = ({ label, about, hint, icon, danger, size = "md", ...rest }: IconActionProps) => (
  <ActionIcon
    className={classes.action}
    variant="subtle"
    color={danger ? "red" : "gray"}
    size={size}
    vars={danger ? dangerVars : undefined}
    aria-label={about ? `${label} ${about}` : label}
    aria-description={hint}
    {...tooltip(hint ?? label)}
    {...rest}
  >
    {icon}
  </ActionIcon>
);
