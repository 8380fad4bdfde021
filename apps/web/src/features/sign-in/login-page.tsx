import { Anchor, Button } from "@mantine/core";
import { Credentials, PASSWORD_MAX } from "@mcc/contract/sign-in/sign-in.schema.ts";
import { PasswordField, TextField } from "@mcc/ui/fields.tsx";
import { FormAlert } from "@mcc/ui/form-alert.tsx";
import { useBrand } from "../../platform/brand.ts";
import { config } from "../../platform/config.ts";
import { useAppForm } from "../../platform/form.ts";
import { leftOnPurpose, signIn } from "../../platform/session.ts";
import classes from "./entrance.module.css";
import { Entrance } from "./entrance.tsx";
import { signInTexts as texts } from "./sign-in.texts.ts";

/** What shows at any address while nobody is signed in; afterwards the address decides the page. */
export const LoginPage = () => {
  const { shopUrl } = useBrand();
  const isStray = location.pathname !== "/" && !leftOnPurpose();
  const { field, submit, sending, failure } = useAppForm({
    schema: Credentials,
    initialValues: { username: "", password: "" },
    send: signIn,
  });
  return (
    <Entrance
      heading={texts.title}
      below={
        <>
          <Anchor href={shopUrl}>{texts.backToShop}</Anchor>
          {config().demo && <Anchor href="/mailbox">Demo: see the mailbox</Anchor>}
        </>
      }
    >
      {isStray && <p className={classes.words}>{texts.strayPath}</p>}
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
    </Entrance>
  );
};
