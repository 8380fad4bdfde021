import { Notifications } from "@mantine/notifications";

const AUTO_CLOSE_MS = 3000;

/** Where toasts appear; a hovered one stays until the pointer leaves. */
export const ToastArea = () => (
  <Notifications position="top-right" autoClose={AUTO_CLOSE_MS} containerWidth={360} />
);
