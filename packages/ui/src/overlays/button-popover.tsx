import { Popover, type PopoverProps } from "@mantine/core";
import type { ReactNode } from "react";
import { HeldButton, useFocusReturn } from "./held-button.tsx";

interface ButtonPopoverProps extends Pick<PopoverProps, "position"> {
  readonly id: string;
  /** The popover opens below this button, and the focus returns to it. */
  readonly button: HTMLElement;
  readonly label: string;
  readonly opened: boolean;
  readonly close: () => void;
  readonly className?: string;
  readonly children: ReactNode;
}

/** A panel below a button. It is loaded after the button, when it is needed. */
export const ButtonPopover = ({
  id,
  button,
  label,
  opened,
  close,
  className,
  children,
  position = "bottom-start",
}: ButtonPopoverProps) => {
  useFocusReturn(opened, id, button);
  return (
    <Popover
      opened={opened}
      onChange={(now) => now || close()}
      position={position}
      shadow="md"
      withRoles={false}
      trapFocus
    >
      <Popover.Target>
        <HeldButton element={button} />
      </Popover.Target>
      <Popover.Dropdown id={id} role="dialog" aria-label={label} tabIndex={-1} className={className}>
        {children}
      </Popover.Dropdown>
    </Popover>
  );
};
