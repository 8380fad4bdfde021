import { UnstyledButton } from "@mantine/core";
import type { Alert } from "@mcc/contract/alerts/alerts.schema.ts";
import { IconChevronDown, IconChevronRight } from "@tabler/icons-react";
import { useId, useState } from "react";
import { formatMoment } from "../../platform/page/format.ts";
import classes from "./alert-content.module.css";
import { Content } from "./alert-content.tsx";
import { alertTexts as texts } from "./alerts.texts.ts";
import { markRead } from "./open-alert.ts";

/** All of the text of an alert, and the other alerts of its order, which a button opens. */
export const AlertEntry = ({ alert }: { alert: Alert }) => {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const { others, order } = alert;
  const Chevron = isOpen ? IconChevronDown : IconChevronRight;
  const toggle = () => {
    setOpen(!isOpen);
    void markRead(alert);
  };
  return (
    <div className={classes.entry}>
      <Content alert={alert} />
      {others && (
        <UnstyledButton
          className={classes.more}
          aria-expanded={isOpen}
          aria-controls={id}
          aria-label={texts.moreOf(others.count, order?.identifier ?? "")}
          onClick={toggle}
        >
          {texts.more(others.count)}
          <Chevron size={14} aria-hidden />
        </UnstyledButton>
      )}
      {others && isOpen && (
        <ul className={classes.others} id={id}>
          {others.alerts.map((other) => (
            <li key={other.id}>
              <bdi>{other.content}</bdi>
              <span className={classes.about}>
                {other.user_name} · {formatMoment(other.created)}
              </span>
            </li>
          ))}
          {others.count > others.alerts.length && (
            <li className={classes.about}>{texts.unlisted(others.count - others.alerts.length)}</li>
          )}
        </ul>
      )}
    </div>
  );
};
