import { Skeleton, UnstyledButton, VisuallyHidden } from "@mantine/core";
import { latestAlerts } from "@mcc/contract/alerts/alerts.api.ts";
import type { Alert } from "@mcc/contract/alerts/alerts.schema.ts";
import { ButtonPopover } from "@mcc/ui/overlays/button-popover.tsx";
import { useQuery } from "@tanstack/react-query";
import type { ComponentProps } from "react";
import { queryFor } from "../../platform/api/call.ts";
import { formatMoment } from "../../platform/page/format.ts";
import { TextLink } from "../../platform/page/text-link.tsx";
import { LoadFailed } from "../../platform/records/load-failed.tsx";
import classes from "./alert-bell.module.css";
import { Content } from "./alert-content.tsx";
import { alertTexts, FETCH_FAILED } from "./alerts.texts.ts";
import { bellTexts as texts } from "./bell.texts.ts";
import { MarkAllRead } from "./mark-all-read.tsx";
import { useOpenAlert } from "./open-alert.ts";

interface NewestProps {
  readonly close: () => void;
}

const Entry = ({ alert, close }: NewestProps & { alert: Alert }) => {
  const open = useOpenAlert();
  const press = () => {
    if (alert.order) close();
    open(alert);
  };
  return (
    <UnstyledButton className={classes.entry} onClick={press}>
      <Content alert={alert} />
      <span className={classes.about}>
        {[alert.site, formatMoment(alert.created)].filter(Boolean).join(" · ")}
        {alert.others && ` · ${alertTexts.alertsOf(alert.others.count + 1)}`}
      </span>
    </UnstyledButton>
  );
};

const Newest = ({ close }: NewestProps) => {
  const { data, isError, refetch } = useQuery(queryFor(latestAlerts, {}));
  if (!data && isError) return <LoadFailed retry={refetch}>{FETCH_FAILED}</LoadFailed>;
  if (!data)
    return (
      <div role="status">
        <VisuallyHidden>{texts.loading}</VisuallyHidden>
        {[1, 2, 3].map((line) => (
          <Skeleton key={line} height={14} my={14} aria-hidden />
        ))}
      </div>
    );
  if (data.results.length === 0) return <p className={classes.empty}>{texts.empty}</p>;
  return (
    <ul className={classes.newest}>
      {data.results.map((alert) => (
        <li key={alert.id}>
          <Entry alert={alert} close={close} />
        </li>
      ))}
    </ul>
  );
};

type AlertBellPanelProps = Pick<ComponentProps<typeof ButtonPopover>, "id" | "button" | "opened" | "close">;

/** The newest alerts of the user. */
export const AlertBellPanel = (popover: AlertBellPanelProps) => (
  <ButtonPopover {...popover} label={texts.title} position="bottom-end" className={classes.dropdown}>
    <div className={classes.panel}>
      <div className={classes.head}>
        <h2>{texts.title}</h2>
        <MarkAllRead size="xs" variant="subtle" />
      </div>
      <Newest close={popover.close} />
      <div className={classes.foot}>
        <TextLink to="/alerts" onClick={popover.close}>
          {texts.all}
        </TextLink>
        <TextLink to="/alerts/configure" onClick={popover.close}>
          {alertTexts.configure}
        </TextLink>
      </div>
    </div>
  </ButtonPopover>
);
