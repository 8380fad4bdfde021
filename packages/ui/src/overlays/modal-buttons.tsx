import { Button } from "@mantine/core";
import { useState } from "react";
import { DialogFooter } from "./dialog-footer.tsx";

export interface ModalButton {
  readonly label: string;
  readonly tone?: "primary" | "danger" | "quiet";
  /** Without it the button only closes. `false` keeps the dialog open. */
  readonly onPress?: () => unknown;
  readonly isDisabled?: boolean;
}

const LOOKS = {
  primary: { variant: "filled" },
  danger: { variant: "filled", color: "red.9" },
  quiet: { variant: "default" },
} as const;

interface ModalButtonsProps {
  readonly buttons: readonly ModalButton[];
  readonly onClose: () => void;
  /** At the end of the content instead of below it. */
  readonly inContent?: boolean;
}

/** The footer of a dialog. While the action of one button runs, it shows progress and no button can be pressed. */
export const ModalButtons = ({ buttons, onClose, inContent }: ModalButtonsProps) => {
  const [pressed, setPressed] = useState<ModalButton>();
  // The dialog may have been replaced while the action of its button runs.
  const running = pressed && buttons.includes(pressed) ? pressed : undefined;
  const press = async (button: ModalButton) => {
    setPressed(button);
    try {
      if ((await button.onPress?.()) !== false) onClose();
    } finally {
      setPressed((now) => (now === button ? undefined : now));
    }
  };
  return (
    <DialogFooter isBelow={!inContent}>
      {buttons.map((button, at) => (
        <Button
          key={button.label}
          // A dialog without fields starts with the focus on its first button, which cancels.
          data-autofocus={at === 0 || undefined}
          {...LOOKS[button.tone ?? "quiet"]}
          loading={running === button}
          disabled={button.isDisabled || (running !== undefined && running !== button)}
          onClick={() => void press(button)}
        >
          {button.label}
        </Button>
      ))}
    </DialogFooter>
  );
};
