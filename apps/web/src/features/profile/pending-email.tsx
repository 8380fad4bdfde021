import { cancelEmailChange, findProfile, resendEmailLink } from "@mcc/contract/profile/profile.api.ts";
import type { Profile } from "@mcc/contract/profile/profile.schema.ts";
import { call } from "../../platform/api/call.ts";
import { invalidate } from "../../platform/api/invalidate.ts";
import { runAction } from "../../platform/records/action.ts";
import { ActionButton } from "../../platform/records/action-button.tsx";
import classes from "./profile.module.css";
import { profileTexts as texts } from "./profile.texts.ts";

const refresh = () => invalidate([findProfile]);

const resend = () =>
  runAction({
    key: [resendEmailLink.path],
    send: () => call(resendEmailLink, {}),
    success: texts.emailResent,
    failure: texts.emailResendFailed,
    invalidate: refresh,
  });

const cancel = () =>
  runAction({
    key: [cancelEmailChange.path],
    send: () => call(cancelEmailChange, {}),
    success: texts.emailCanceled,
    failure: texts.emailCancelFailed,
    invalidate: refresh,
  });

/** A new address that waits for its link to be used. */
export const PendingEmail = ({ email, pending_email }: Pick<Profile, "email" | "pending_email">) => (
  <div role="status">
    {pending_email !== null && (
      <div className={classes.pending}>
        <p>{texts.pendingEmail(pending_email, email)}</p>
        <div className={classes.buttons}>
          <ActionButton size="compact-sm" variant="default" action={resend}>
            {texts.resendEmail}
          </ActionButton>
          <ActionButton size="compact-sm" variant="default" action={cancel}>
            {texts.cancelEmail}
          </ActionButton>
        </div>
      </div>
    )}
  </div>
);
