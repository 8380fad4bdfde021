import { Button, type ButtonProps, Loader } from "@mantine/core";
import { type ReactNode, useRef, useState } from "react";
import { useGlobals } from "../state/globals.ts";

interface ActionButtonProps extends Omit<ButtonProps, "leftSection" | "loading"> {
  readonly action: () => Promise<unknown>;
  readonly icon?: ReactNode;
}

/**
 * A button that shows while its action runs, keeps the focus, and ignores a second press. While the action asks in a
 * dialog, it waits for the user and does not show as running.
 */
export const ActionButton = ({ action, icon, ...button }: ActionButtonProps) => {
  const [isRunning, setRunning] = useState(false);
  const asks = useGlobals(({ modal }) => modal.content !== null);
  const busy = isRunning && !asks;
  const running = useRef(false);
  const press = async () => {
    if (running.current) return;
    running.current = true;
    setRunning(true);
    await action().finally(() => {
      running.current = false;
      setRunning(false);
    });
  };
  return (
    <Button
      {...button}
      aria-busy={busy}
      leftSection={busy ? <Loader size={14} color="currentColor" aria-hidden /> : icon}
      onClick={() => void press()}
    />
  );
};
