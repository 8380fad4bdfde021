import { Button, Progress } from "@mantine/core";
import { notifications, useNotifications } from "@mantine/notifications";
import { IconAlertTriangle, IconCheck, IconInfoCircle, IconX } from "@tabler/icons-react";
import classes from "./toasts.module.css";
import { useLazy } from "./use-lazy.ts";

const KINDS = {
  success: { icon: <IconCheck size={18} aria-label="Success" />, color: "teal.9" },
  error: { icon: <IconX size={18} aria-label="Error" />, color: "red.9" },
  warning: { icon: <IconAlertTriangle size={18} aria-label="Warning" />, color: "yellow.9" },
  info: { icon: <IconInfoCircle size={18} aria-label="Information" />, color: "accent" },
} as const;
export type ToastKind = keyof typeof KINDS;

/** Errors interrupt a screen reader, the rest waits for a pause. A reason stands below the message. */
export const showToast = (kind: ToastKind, message: string, reason?: string): void => {
  const urgent = kind === "error";
  notifications.show({
    ...KINDS[kind],
    ...(reason ? { title: message, message: reason } : { message }),
    role: urgent ? "alert" : "status",
    "aria-live": urgent ? "assertive" : "polite",
    withBorder: true,
    closeButtonProps: { "aria-label": "Close" },
  });
};

interface Work {
  readonly title: string;
  /** How far it is, in words; changes are not read aloud, or nothing else would be. */
  readonly words: string;
  /** Undefined as long as nobody knows. */
  readonly share: number | undefined;
  readonly cancel: string;
  readonly onCancel: () => void;
}

/** A bar that moves but has no value says that something happens, not how far it is. */
const Bar = ({ label, share }: { label: string; share: number | undefined }) =>
  share === undefined ? (
    <Progress.Root className={classes.bar}>
      <Progress.Section value={100} striped animated withAria={false} role="progressbar" aria-label={label} />
    </Progress.Root>
  ) : (
    <Progress className={classes.bar} value={Math.round(share * 100)} aria-label={label} />
  );

const shown = ({ title, words, share, cancel, onCancel }: Work) => ({
  ...KINDS.info,
  title,
  message: (
    <div className={classes.work}>
      <div aria-live="off">{words}</div>
      <Bar label={title} share={share} />
      <Button variant="default" size="compact-sm" onClick={onCancel}>
        {cancel}
      </Button>
    </div>
  ),
  role: "status",
  "aria-live": "polite" as const,
  // It may stay for minutes: at the top it would lie over the menu and the way out.
  position: "bottom-right" as const,
  autoClose: false as const,
  allowClose: false,
  withCloseButton: false,
  withBorder: true,
});

/** A toast for work that takes a while: it stays, shows how far the work is, and can cancel it. */
export const showProgress = (work: Work) => {
  const id = notifications.show(shown(work));
  return {
    update: (now: Work) => void notifications.update({ id, ...shown(now) }),
    hide: () => void notifications.hide(id),
  };
};

const loadArea = async () => (await import("./toast-area.tsx")).ToastArea;

/** What is told before the area is there waits for it. */
export const Toasts = ({ early }: { early: boolean }) => {
  const needed = useNotifications().notifications.length > 0;
  const Area = useLazy(loadArea, { early, needed });
  return Area && <Area />;
};
