import { Anchor, Button, Loader } from "@mantine/core";
import { tokenInSignInPath } from "@mcc/contract/decision-links/decision-path.ts";
import { Credentials, PASSWORD_MAX } from "@mcc/contract/sign-in/sign-in.schema.ts";
import { PasswordField, TextField } from "@mcc/ui/forms/fields.tsx";
import { FormAlert } from "@mcc/ui/forms/form-alert.tsx";
import { lazy, Suspense, useState } from "react";
import { CallError } from "../../platform/api/call-error.ts";
import { useAppForm } from "../../platform/records/forms/form.ts";
import { hasPasskeys, hasUsedPasskey } from "../../platform/session/passkeys.ts";
import { signedOutOnPurpose, signIn, whySessionEnded } from "../../platform/session/session.ts";
import { useBrand } from "../../platform/theme/brand.ts";
import { config } from "../../platform/theme/runtime-config.ts";
import { PasskeyButton } from "./passkey-button.tsx";
import type { Challenge } from "./second-step.tsx";
import { signInTexts as texts } from "./sign-in.texts.ts";
import classes from "./sign-in-layout.module.css";
import { SignInLayout } from "./sign-in-layout.tsx";

const SecondStep = lazy(() => import("./second-step.tsx").then((file) => ({ default: file.SecondStep })));

const challengeOf = (error: unknown): Challenge | undefined =>
  error instanceof CallError && error.code === "auth.second_factor_required"
    ? (error.facts as unknown as Challenge)
    : undefined;

/** Shown at any address before sign-in; afterwards the address decides the page. */
export const LoginPage = () => {
  const { shopUrl } = useBrand();
  const isStray = location.pathname !== "/" && !signedOutOnPurpose();
  const isForDecision = tokenInSignInPath(location.pathname) !== undefined;
  const ended = whySessionEnded();
  const [step, setStep] = useState<Challenge>();
  /** Of a passkey, or of a second step that has expired. */
  const [refusal, setRefusal] = useState<string>();
  const { field, submit, sending, failure } = useAppForm({
    schema: Credentials,
    initialValues: { username: "", password: "" },
    send: async (credentials) => {
      setRefusal(undefined);
      try {
        await signIn(credentials);
      } catch (error) {
        const challenge = challengeOf(error);
        if (!challenge) throw error;
        setStep(challenge);
      }
    },
  });
  const back = (reason?: string) => {
    setStep(undefined);
    setRefusal(reason);
  };
  if (step)
    return (
      <SignInLayout heading={texts.title}>
        <Suspense fallback={<Loader aria-label={texts.loading} />}>
          <SecondStep step={step} back={back} />
        </Suspense>
      </SignInLayout>
    );
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
      {ended && <p className={classes.words}>{ended}</p>}
      {isForDecision && <p className={classes.words}>{texts.forDecision}</p>}
      {isStray && !isForDecision && !ended && <p className={classes.words}>{texts.strayPath}</p>}
      <form className={classes.form} onSubmit={submit} noValidate>
        <FormAlert>{refusal ?? failure}</FormAlert>
        <TextField
          label="Username or email address"
          autoComplete={hasUsedPasskey() ? "username webauthn" : "username"}
          {...field("username")}
        />
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
        {hasPasskeys() && <PasskeyButton onFailure={setRefusal} />}
      </form>
    </SignInLayout>
  );
};
