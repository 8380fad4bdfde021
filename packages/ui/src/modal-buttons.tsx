import { Button } from "@mantine/core";
import { useState } from "react";
import classes from "./modal.module.css";

export interface ModalButton {
  readonly label: string;
  readonly tone?: "primary" | "danger" | "quiet";
  /** Without it the button only closes. `false` keeps the dialog open. */
  readonly onPress?: () => unknown;
}

const LOOKS = {
  primary: { variant: "filled" },
  danger: { variant: "filled", color: "red.9" },
  quiet: { variant: "default" },
} as const;

interface ModalButtonsProps {
  readonly buttons: readonly ModalButton[];
  readonly onClose: () => void;
}

/** The footer of a dialog: while one button's work runs it shows progress and none can be pressed. */
export const ModalButtons = ({ buttons, onClose }: ModalButtonsProps) => {
  const [running, setRunning] = useState<string>();
  const press = async ({ label, onPress }: ModalButton) => {
    setRunning(label);
    try {
      if ((await onPress?.()) !== false) onClose();
    } finally {
      setRunning(undefined);
    }
  };
  return (
    <div className={classes.footer}>
      {buttons.map((button, at) => (
        <Button
          key={button.label}
          // Where a dialog begins that has no field: with the way out, which comes first.
          data-autofocus={at === 0 || undefined}
          {...LOOKS[button.tone ?? "quiet"]}
          loading={running === button.label}
          disabled={running !== undefined && running !== button.label}
          onClick={() => void press(button)}
        >
          {button.label}
        </Button>
      ))}
    </div>
  );
};
