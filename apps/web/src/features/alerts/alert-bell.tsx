import { ActionIcon } from "@mantine/core";
import { useLazyPopover } from "@mcc/ui/overlays/use-lazy-popover.ts";
import { IconBell } from "@tabler/icons-react";
import { badgeCount } from "../../platform/page/format.ts";
import { toast } from "../../platform/page/toast.ts";
import classes from "./alert-bell.module.css";
import { bellTexts as texts } from "./bell.texts.ts";
import { useUnreadAlerts } from "./use-unread-alerts.ts";

const loadPanel = () => import("./alert-bell-panel.tsx");

/** In the top bar: how many alerts the user has not read; its panel has the newest. */
export const AlertBell = () => {
  const { count } = useUnreadAlerts();
  const { button, panel, popover } = useLazyPopover(loadPanel, toast.failure);
  return (
    <>
      <ActionIcon
        className={classes.bell}
        variant="subtle"
        color="gray"
        size="lg"
        aria-label={texts.bell(count)}
        {...button}
      >
        <IconBell size={18} aria-hidden />
        {count > 0 && (
          <span className={classes.count} aria-hidden>
            {badgeCount(count)}
          </span>
        )}
      </ActionIcon>
      {panel && popover && <panel.AlertBellPanel {...popover} />}
    </>
  );
};
