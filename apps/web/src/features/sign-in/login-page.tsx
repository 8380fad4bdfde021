import { Anchor, Button } from "@mantine/core";
import { tokenInSignInPath } from "@mcc/contract/decision-links/decision-path.ts";
import { Credentials, PASSWORD_MAX } from "@mcc/contract/sign-in/sign-in.schema.ts";
import { PasswordField, TextField } from "@mcc/ui/forms/fields.tsx";
import { FormAlert } from "@mcc/ui/forms/form-alert.tsx";
import { useAppForm } from "../../platform/records/forms/form.ts";
import { signedOutOnPurpose, signIn } from "../../platform/session/session.ts";
import { useBrand } from "../../platform/theme/brand.ts";
import { config } from "../../platform/theme/runtime-config.ts";
import { signInTexts as texts } from "./sign-in.texts.ts";
import classes from "./sign-in-layout.module.css";
import { SignInLayout } from "./sign-in-layout.tsx";

/** Shown at any address before sign-in; afterwards the address decides the page. */
export const LoginPage = () => {
  const { shopUrl } = useBrand();
  const isStray = location.pathname !== "/" && !signedOutOnPurpose();
  const isForDecision = tokenInSignInPath(location.pathname) !== undefined;
  const { field, submit, sending, failure } = useAppForm({
    schema: Credentials,
    initialValues: { username: "", password: "" },
    send: signIn,
  });
  return (
    <SignInLayout
      heading={texts.title}
      below={
        <>
          <Anchor href={shopUrl}>{texts.backToShop}</Anchor>
          {config().demo && <Anchor href="/mailbox">Demo: see the mailbox</Anchor>}
        </>
      }
    >
      {isForDecision && <p className={classes.words}>{texts.forDecision}</p>}
      {isStray && !isForDecision && <p className={classes.words}>{texts.strayPath}</p>}
      <form className={classes.form} onSubmit={submit} noValidate>
        <FormAlert>{failure}</FormAlert>
        <TextField label="Username or email address" autoComplete="username" {...field("username")} />
        <PasswordField
          label="Password"
          autoComplete="current-password"
          maxLength={PASSWORD_MAX}
          {...field("password")}
        />
        <Button type="submit" loading={sending} fullWidth>
          {texts.logIn}
        </Button>
        <Anchor href="/forgot-password" ta="center">
          {texts.forgotLink}
        </Anchor>
      </form>
    </SignInLayout>
  );
};
