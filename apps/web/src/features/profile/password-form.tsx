import { changePassword, ownSessions } from "@mcc/contract/profile/profile.api.ts";
import { profileMessages } from "@mcc/contract/profile/profile.messages.ts";
import { PasswordChange } from "@mcc/contract/profile/profile.schema.ts";
import { signInMessages } from "@mcc/contract/sign-in/sign-in.messages.ts";
import { PASSWORD_MAX } from "@mcc/contract/sign-in/sign-in.schema.ts";
import { PasswordField } from "@mcc/ui/forms/fields.tsx";
import { z } from "zod";
import { call } from "../../platform/api/call.ts";
import { invalidate } from "../../platform/api/invalidate.ts";
import { saveRecord } from "../../platform/records/action.ts";
import { EditForm } from "../../platform/records/forms/edit-form.tsx";
import classes from "./profile.module.css";
import { profileTexts as texts } from "./profile.texts.ts";

type Values = { readonly current_password: string; readonly password: string; readonly confirmation: string };

const EMPTY: Values = { current_password: "", password: "", confirmation: "" };

const schema = PasswordChange.extend({
  confirmation: z.string().min(1, signInMessages.confirmRequired),
}).refine(({ password, confirmation }) => !confirmation || password === confirmation, {
  path: ["confirmation"],
  message: signInMessages.confirmMismatch,
}) as unknown as z.ZodType<unknown, Values>;

const send = ({ current_password, password }: Values) =>
  saveRecord({
    send: () => call(changePassword, { body: { current_password, password } }),
    success: profileMessages.passwordChanged,
    failure: texts.passwordFailed,
    fieldErrorsOnly: true,
    invalidate: () => invalidate([ownSessions]),
  });

export const PasswordForm = () => (
  <EditForm<Values>
    schema={schema}
    initialValues={EMPTY}
    submit={texts.changePassword}
    clearOnSubmit={["current_password", "password", "confirmation"]}
    send={send}
  >
    {({ field }) => (
      <>
        <p className={classes.dimmed}>{texts.passwordHint}</p>
        <PasswordField
          label={texts.currentPassword}
          autoComplete="current-password"
          maxLength={PASSWORD_MAX}
          required
          {...field("current_password")}
        />
        <PasswordField
          label={texts.newPassword}
          description={texts.passwordRule}
          autoComplete="new-password"
          maxLength={PASSWORD_MAX}
          required
          {...field("password")}
        />
        <PasswordField
          label={texts.confirmPassword}
          autoComplete="new-password"
          maxLength={PASSWORD_MAX}
          required
          {...field("confirmation")}
        />
      </>
    )}
  </EditForm>
);
