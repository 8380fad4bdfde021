import { markAlertsRead } from "@mcc/contract/alerts/alerts.api.ts";
import { IconChecks } from "@tabler/icons-react";
import type { ComponentProps } from "react";
import { call } from "../../platform/api/call.ts";
import { runAction } from "../../platform/records/action.ts";
import { ActionButton } from "../../platform/records/action-button.tsx";
import { alertTexts as texts } from "./alerts.texts.ts";
import { refreshAlerts } from "./refresh-alerts.ts";
import { useUnreadAlerts } from "./use-unread-alerts.ts";

/** One request marks a limited number. */
const markUpTo = async (newest: number): Promise<void> => {
  let more = true;
  while (more) ({ more } = await call(markAlertsRead, { body: { newest } }));
};

/** Marks the user's alerts as read, but for those that have arrived since they were counted. */
export const MarkAllRead = (look: Pick<ComponentProps<typeof ActionButton>, "size" | "variant">) => {
  const { newest } = useUnreadAlerts();
  if (newest === null) return null;
  const mark = () =>
    runAction({
      key: [markAlertsRead.path],
      send: () => markUpTo(newest),
      success: texts.allMarked,
      failure: texts.markFailed,
      invalidate: refreshAlerts,
    });
  return (
    <ActionButton variant="default" icon={<IconChecks size={16} aria-hidden />} {...look} action={mark}>
      {texts.markAll}
    </ActionButton>
  );
};
