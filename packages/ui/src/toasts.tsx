import { Notifications, notifications } from "@mantine/notifications";
import { IconAlertTriangle, IconCheck, IconInfoCircle, IconX } from "@tabler/icons-react";

const AUTO_CLOSE_MS = 3000;

const KINDS = {
  success: { icon: <IconCheck size={18} aria-label="Success" />, color: "teal.9" },
  error: { icon: <IconX size={18} aria-label="Error" />, color: "red.9" },
  warning: { icon: <IconAlertTriangle size={18} aria-label="Warning" />, color: "yellow.9" },
  info: { icon: <IconInfoCircle size={18} aria-label="Information" />, color: "accent" },
} as const;
export type ToastKind = keyof typeof KINDS;

/** Errors interrupt a screen reader, the rest waits for a pause. */
export const showToast = (kind: ToastKind, message: string): void => {
  const urgent = kind === "error";
  notifications.show({
    ...KINDS[kind],
    message,
    role: urgent ? "alert" : "status",
    "aria-live": urgent ? "assertive" : "polite",
    withBorder: true,
    closeButtonProps: { "aria-label": "Close" },
  });
};

/** Where toasts appear; a hovered one stays until the pointer leaves. */
export const Toasts = () => (
  <Notifications position="top-right" autoClose={AUTO_CLOSE_MS} containerWidth={360} />
);
