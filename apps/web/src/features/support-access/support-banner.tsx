import { MOST_HOURS } from "@mcc/contract/support-access/support-access.schema.ts";
import { useEffect } from "react";
import { ActionButton } from "../../platform/records/action-button.tsx";
import { endSupport } from "../../platform/session/session.ts";
import { useSessionUser } from "../../platform/session/session-user.ts";
import { askToRevoke, refreshSupportAccess } from "./revoke-support-access.ts";
import classes from "./support-access.module.css";
import { supportTexts as texts } from "./support-access.texts.ts";

const MOST_MS = MOST_HOURS * 3_600_000;

/** Says to both sides that the support can see the company, and until when. */
export const SupportBanner = ({ until }: { until: string }) => {
  const { company, is_support } = useSessionUser();
  // The server says that it has ended: to the support with the next answer, to company admins with their user.
  useEffect(() => {
    const left = Math.min(Math.max(0, Date.parse(until) - Date.now()), MOST_MS);
    const timer = setTimeout(() => void refreshSupportAccess(), left + 500);
    return () => clearTimeout(timer);
  }, [until]);
  return (
    <section className={classes.banner} aria-label={texts.banner}>
      <p>{is_support ? texts.toSupport(company?.name ?? "", until) : texts.toAdmins(until)}</p>
      <ActionButton size="compact-sm" variant="default" action={is_support ? endSupport : askToRevoke}>
        {is_support ? texts.end : texts.revoke}
      </ActionButton>
    </section>
  );
};
