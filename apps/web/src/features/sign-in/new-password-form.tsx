import { Button } from "@mantine/core";
import { setNewPassword } from "@mcc/contract/sign-in/sign-in.api.ts";
import { NewPasswordForm as NewPasswordSchema, PASSWORD_MAX } from "@mcc/contract/sign-in/sign-in.schema.ts";
import { PasswordField } from "@mcc/ui/forms/fields.tsx";
import { FormAlert } from "@mcc/ui/forms/form-alert.tsx";
import { call } from "../../platform/api/call.ts";
import { useAppForm } from "../../platform/records/forms/form.ts";
import { signInTexts as texts } from "./sign-in.texts.ts";
import classes from "./sign-in-layout.module.css";

export const NewPasswordForm = ({ token, onDone }: { token: string; onDone: () => void }) => {
  const { field, submit, sending, failure } = useAppForm({
    schema: NewPasswordSchema,
    initialValues: { password: "", confirmation: "" },
    send: async ({ password }) => {
      await call(setNewPassword, { body: { password, token } });
      onDone();
    },
  });
  const password = { autoComplete: "new-password", maxLength: PASSWORD_MAX };
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <FormAlert>{failure}</FormAlert>
      <PasswordField
        label="New password"
        description={texts.passwordRule}
        {...password}
        {...field("password")}
      />
      <PasswordField label="Confirm new password" {...password} {...field("confirmation")} />
      <Button type="submit" loading={sending} fullWidth>
        {texts.createButton}
      </Button>
    </form>
  );
};
