import { Notifications } from "@mantine/notifications";
import classes from "./toasts.module.css";

const AUTO_CLOSE_MS = 3000;

/**
 * Where toasts appear: in the middle of the top bar, or below it in narrow windows. Neither the sign-out button nor the
 * buttons of a page are there. A hovered toast stays until the pointer leaves.
 */
export const ToastArea = () => (
  <Notifications
    className={classes.area}
    position="top-center"
    autoClose={AUTO_CLOSE_MS}
    containerWidth={360}
  />
);
