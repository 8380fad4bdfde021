import { Anchor, Button, Progress } from "@mantine/core";
import { notifications, useNotifications } from "@mantine/notifications";
import { IconAlertTriangle, IconCheck, IconInfoCircle, IconX } from "@tabler/icons-react";
import type { MouseEvent } from "react";
import { useLazy } from "../use-lazy.ts";
import classes from "./toasts.module.css";

const KINDS = {
  success: { icon: <IconCheck size={18} aria-label="Success" />, color: "teal.9" },
  error: { icon: <IconX size={18} aria-label="Error" />, color: "red.9" },
  warning: { icon: <IconAlertTriangle size={18} aria-label="Warning" />, color: "yellow.9" },
  info: { icon: <IconInfoCircle size={18} aria-label="Information" />, color: "accent" },
} as const;
export type ToastKind = keyof typeof KINDS;
/** The time of every toast. */
const NOTICE_MS = 3000;

/** Errors interrupt a screen reader, other toasts wait for a pause. The reason is shown below the message. */
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

interface Notice {
  /** Of several notices with the same id, one is shown: the later ones change its text. */
  readonly id: string;
  readonly message: string;
  readonly href: string;
  readonly follow: () => void;
  readonly onClose: () => void;
}

let noticeCount = 0;

/** A toast whose text is a link. A text that changes is shown for the whole time again. */
export const showNotice = ({ id, message, href, follow, onClose }: Notice): void => {
  const open = (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return; // the browser opens another tab
    event.preventDefault();
    notifications.hide(id);
    follow();
  };
  const notice = {
    ...KINDS.info,
    id,
    message: (
      <Anchor href={href} onClick={open} inherit>
        {message}
      </Anchor>
    ),
    role: "status",
    "aria-live": "polite" as const,
    withBorder: true,
    closeButtonProps: { "aria-label": "Close" },
    // Only another duration starts the time again.
    autoClose: NOTICE_MS + (noticeCount++ % 2),
    onClose,
  };
  notifications.show(notice);
  notifications.update(notice);
};

interface Task {
  readonly title: string;
  /** The progress as text; a screen reader does not read its changes. */
  readonly words: string;
  /** From 0 to 1; undefined while it is unknown. */
  readonly share: number | undefined;
  readonly cancel: string;
  readonly onCancel: () => void;
}

/** Without a share, the bar is animated and has no value. */
const Bar = ({ label, share }: { label: string; share: number | undefined }) =>
  share === undefined ? (
    <Progress.Root className={classes.bar}>
      <Progress.Section value={100} striped animated withAria={false} role="progressbar" aria-label={label} />
    </Progress.Root>
  ) : (
    <Progress className={classes.bar} value={Math.round(share * 100)} aria-label={label} />
  );

const shown = ({ title, words, share, cancel, onCancel }: Task) => ({
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
  // It may stay for minutes: at the top it would cover the menu and the sign-out button.
  position: "bottom-right" as const,
  autoClose: false as const,
  allowClose: false,
  withCloseButton: false,
  withBorder: true,
});

/** A toast that shows the progress of a long task, with a cancel button. */
export const showProgress = (work: Task) => {
  const id = notifications.show(shown(work));
  return {
    update: (now: Task) => void notifications.update({ id, ...shown(now) }),
    hide: () => void notifications.hide(id),
  };
};

const loadArea = async () => (await import("./toast-area.tsx")).ToastArea;

/** Toasts that are shown before the area is loaded appear once it is. */
export const Toasts = ({ early }: { early: boolean }) => {
  const needed = useNotifications().notifications.length > 0;
  const Area = useLazy(loadArea, { early, needed });
  return Area && <Area />;
};
