import { VisuallyHidden } from "@mantine/core";
import type { Alert } from "@mcc/contract/alerts/alerts.schema.ts";
import type { ReactNode } from "react";
import classes from "./alert-content.module.css";
import { alertTexts as texts } from "./alerts.texts.ts";

/** What an alert says, with a mark while it is unread. */
export const Content = ({ alert, children }: { alert: Alert; children?: ReactNode }) => (
  <span className={classes.content} data-unread={alert.unread || undefined}>
    {alert.unread && <VisuallyHidden>{texts.unread}: </VisuallyHidden>}
    {children ?? <bdi>{alert.content}</bdi>}
  </span>
);
