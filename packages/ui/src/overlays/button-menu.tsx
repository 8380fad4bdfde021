import { Menu } from "@mantine/core";
import type { ReactNode } from "react";
import { HeldButton, useFocusReturn } from "./held-button.tsx";

export interface MenuAction {
  readonly label: string;
  readonly icon?: ReactNode;
  readonly danger?: boolean;
  readonly onClick?: () => unknown;
  /** For an action that is a link. */
  readonly renderRoot?: (props: Record<string, unknown>) => ReactNode;
}

interface ButtonMenuProps {
  readonly id: string;
  /** The menu opens below this button, and the focus returns to it. */
  readonly button: HTMLElement;
  /** The record that the actions are about: part of their accessible names. */
  readonly about: string;
  readonly actions: readonly MenuAction[];
  readonly opened: boolean;
  readonly close: () => void;
}

/** A menu below a button. It is loaded after the button, when it is needed. */
export const ButtonMenu = ({ id, button, about, actions, opened, close }: ButtonMenuProps) => {
  useFocusReturn(opened, id, button);
  /** The focus returns before the action runs: a dialog that it opens gives the focus back to what had it. */
  const choose = (onClick: MenuAction["onClick"]) => {
    close();
    button.focus({ preventScroll: true });
    void onClick?.();
  };
  return (
    <Menu
      opened={opened}
      onChange={(now) => now || close()}
      position="bottom-end"
      shadow="md"
      withInitialFocusPlaceholder={false}
      closeOnItemClick={false}
    >
      <Menu.Target>
        <HeldButton element={button} />
      </Menu.Target>
      <Menu.Dropdown id={id} aria-label={about}>
        {actions.map(({ label, icon, danger, onClick, renderRoot }, at) => (
          <Menu.Item
            key={label}
            data-autofocus={at === 0 || undefined}
            aria-label={`${label} ${about}`}
            c={danger ? "error" : undefined}
            leftSection={icon}
            mih={36}
            renderRoot={renderRoot}
            onClick={() => choose(onClick)}
          >
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
};
