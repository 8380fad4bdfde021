import { Anchor, Button } from "@mantine/core";
import { requestPasswordReset } from "@mcc/contract/sign-in/sign-in.api.ts";
import { signInMessages as says } from "@mcc/contract/sign-in/sign-in.messages.ts";
import { ResetRequest } from "@mcc/contract/sign-in/sign-in.schema.ts";
import { TextField } from "@mcc/ui/fields.tsx";
import { FormAlert } from "@mcc/ui/form-alert.tsx";
import { useState } from "react";
import { call } from "../../platform/api.ts";
import { useAppForm } from "../../platform/form.ts";
import classes from "./entrance.module.css";
import { Entrance } from "./entrance.tsx";
import { signInTexts as texts } from "./sign-in.texts.ts";

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
    <Entrance
      heading={texts.forgotLink}
      title={texts.resetButton}
      below={<Anchor href="/">Back to login</Anchor>}
    >
      <div role="status">{sent && <p className={classes.words}>{says.resetSent}</p>}</div>
      {!sent && <RequestForm onSent={() => setSent(true)} />}
    </Entrance>
  );
};
