import { IconAlertCircle } from "@tabler/icons-react";
import type { ReactNode } from "react";
import classes from "./form-alert.module.css";

/** An error of the whole form, announced to screen readers. The login page is kept small: no Mantine Alert. */
export const FormAlert = ({ children }: { children: ReactNode }) => (
  <div role="alert">
    {children && (
      <div className={classes.alert}>
        <IconAlertCircle size={18} className={classes.icon} aria-hidden />
        <div>{children}</div>
      </div>
    )}
  </div>
);
