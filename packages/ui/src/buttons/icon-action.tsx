import { ActionIcon, type ActionIconProps, Button } from "@mantine/core";
import { type ComponentProps, createContext, type MouseEvent, type ReactNode, useContext } from "react";
import { tooltip } from "../overlays/tooltip.ts";
import classes from "./icon-action.module.css";

/** Of a button that opens a panel. */
type PanelButtonProps = Pick<
  ComponentProps<"button">,
  "aria-haspopup" | "aria-expanded" | "aria-controls" | "onPointerEnter" | "onFocus"
>;

interface IconActionProps extends Pick<ActionIconProps, "loading" | "disabled" | "size">, PanelButtonProps {
  /** The tooltip and the accessible name. */
  readonly label: string;
  /** The record, when a page has several of these buttons; part of the accessible name. */
  readonly about?: string;
  /** Replaces the label as the tooltip; a screen reader reads both. */
  readonly hint?: string;
  readonly icon: ReactNode;
  readonly onClick?: (event: MouseEvent<HTMLElement>) => void;
  /** For an action that is a link. */
  readonly renderRoot?: (props: Record<string, unknown>) => ReactNode;
  readonly danger?: boolean;
  /** From `softDisabled`: disabled, but still focusable. */
  readonly "aria-disabled"?: boolean;
  readonly "data-disabled"?: boolean;
}

/** In the dark scheme, Mantine's own red is almost white. */
const dangerVars = () => ({ root: { "--ai-color": "var(--mantine-color-error)" } });

/** True on cards: touch screens have no tooltips, so actions show their labels beside their icons. */
const WordsContext = createContext(false);
export const ActionWords = WordsContext.Provider;

/** An icon button with a tooltip and an accessible name; on cards, a button with icon and label. */
export const IconAction = ({ label, about, hint, icon, danger, size = "md", ...rest }: IconActionProps) => {
  const named = { "aria-label": about ? `${label} ${about}` : label, "aria-description": hint };
  if (useContext(WordsContext)) {
    return (
      <Button
        variant="default"
        size="sm"
        c={danger ? "error" : undefined}
        leftSection={icon}
        {...named}
        {...rest}
      >
        {label}
      </Button>
    );
  }
  return (
    <ActionIcon
      className={classes.action}
      variant="subtle"
      color={danger ? "red" : "gray"}
      size={size}
      vars={danger ? dangerVars : undefined}
      {...named}
      {...tooltip(hint ?? label)}
      {...rest}
    >
      {icon}
    </ActionIcon>
  );
};
