import { Anchor, Button } from "@mantine/core";
import { requestPasswordReset } from "@mcc/contract/sign-in/sign-in.api.ts";
import { signInMessages as says } from "@mcc/contract/sign-in/sign-in.messages.ts";
import { ResetRequest } from "@mcc/contract/sign-in/sign-in.schema.ts";
import { TextField } from "@mcc/ui/forms/fields.tsx";
import { FormAlert } from "@mcc/ui/forms/form-alert.tsx";
import { useState } from "react";
import { call } from "../../platform/api/call.ts";
import { useAppForm } from "../../platform/records/forms/form.ts";
import { signInTexts as texts } from "./sign-in.texts.ts";
import classes from "./sign-in-layout.module.css";
import { SignInLayout } from "./sign-in-layout.tsx";

const RequestForm = ({ onSent }: { onSent: () => void }) => {
  const { field, submit, sending, failure } = useAppForm({
    schema: ResetRequest,
    initialValues: { userIdentifier: "" },
    send: async (body) => {
      await call(requestPasswordReset, { body });
      onSent();
    },
  });
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <FormAlert>{failure}</FormAlert>
      <TextField label="Username or email address" autoComplete="username" {...field("userIdentifier")} />
      <Button type="submit" loading={sending} fullWidth>
        {texts.resetButton}
      </Button>
    </form>
  );
};

export const ForgotPasswordPage = () => {
  const [sent, setSent] = useState(false);
  return (
    <SignInLayout
      heading={texts.forgotLink}
      title={texts.resetButton}
      below={<Anchor href="/">Back to login</Anchor>}
    >
      <div role="status">{sent && <p className={classes.words}>{says.resetSent}</p>}</div>
      {!sent && <RequestForm onSent={() => setSent(true)} />}
    </SignInLayout>
  );
};
