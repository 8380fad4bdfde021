import { Popover, type PopoverProps } from "@mantine/core";
import { type ReactNode, type Ref, useEffect, useImperativeHandle } from "react";

/** The button was rendered before its panel was loaded: passes the existing element to the popover as its target. */
const Held = ({ element, ref }: { element: HTMLElement; ref?: Ref<HTMLElement> }) => {
  useImperativeHandle(ref, () => element, [element]);
  return null;
};

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
  // The focus returns to the button, unless it is already elsewhere.
  useEffect(() => {
    if (opened) return;
    const held = document.activeElement;
    const isFree = held === document.body || document.getElementById(id)?.contains(held);
    if (isFree) button.focus({ preventScroll: true });
  }, [opened, id, button]);
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
        <Held element={button} />
      </Popover.Target>
      <Popover.Dropdown id={id} role="dialog" aria-label={label} tabIndex={-1} className={className}>
        {children}
      </Popover.Dropdown>
    </Popover>
  );
};
