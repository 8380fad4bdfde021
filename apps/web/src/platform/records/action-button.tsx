import { Button, type ButtonProps, Loader } from "@mantine/core";
import { type ReactNode, useRef, useState } from "react";

interface ActionButtonProps extends Omit<ButtonProps, "leftSection" | "loading"> {
  readonly action: () => Promise<unknown>;
  readonly icon?: ReactNode;
}

/** A button that shows while its action runs, keeps the focus, and ignores a second press. */
export const ActionButton = ({ action, icon, ...button }: ActionButtonProps) => {
  const [busy, setBusy] = useState(false);
  const running = useRef(false);
  const press = async () => {
    if (running.current) return;
    running.current = true;
    setBusy(true);
    await action().finally(() => {
      running.current = false;
      setBusy(false);
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
