import { Anchor, Button, Loader } from "@mantine/core";
import { tokenInSignInPath } from "@mcc/contract/decision-links/decision-path.ts";
import { Credentials, PASSWORD_MAX } from "@mcc/contract/sign-in/sign-in.schema.ts";
import { DEFAULT_THEME, type HostTheme } from "@mcc/contract/theme/theme.schema.ts";
import { PasswordField, TextField } from "@mcc/ui/forms/fields.tsx";
import { FormAlert } from "@mcc/ui/forms/form-alert.tsx";
import { lazy, Suspense, useState } from "react";
import { CallError } from "../../platform/api/call-error.ts";
import { useAppForm } from "../../platform/records/forms/form.ts";
import { hasPasskeys, hasUsedPasskey } from "../../platform/session/passkeys.ts";
import {
  signedOutOnPurpose,
  signIn,
  whySessionEnded,
  whySignInFailed,
} from "../../platform/session/session.ts";
import { useBrand } from "../../platform/theme/brand.ts";
import { config } from "../../platform/theme/runtime-config.ts";
import { PasskeyButton } from "./passkey-button.tsx";
import type { Challenge } from "./second-step.tsx";
import { signInTexts as texts } from "./sign-in.texts.ts";
import classes from "./sign-in-layout.module.css";
import { SignInLayout } from "./sign-in-layout.tsx";

const SecondStep = lazy(() => import("./second-step.tsx").then((file) => ({ default: file.SecondStep })));

const loadCompanySignIn = () => import("./company-sign-in.tsx");
const HostSignIn = lazy(() => loadCompanySignIn().then((file) => ({ default: file.HostSignIn })));
const AddressSignIn = lazy(() => loadCompanySignIn().then((file) => ({ default: file.AddressSignIn })));

/** A host that several companies share has the theme of the platform. */
const isCompanyHost = (): boolean => {
  const { host_theme } = config();
  return (Object.keys(DEFAULT_THEME) as (keyof HostTheme)[]).some(
    (name) => host_theme[name] !== DEFAULT_THEME[name],
  );
};

const needsProvider = (error: unknown): error is CallError =>
  error instanceof CallError && error.code === "auth.sso_required";

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
  /** Of a passkey, of the company's sign-in, or of a second step that has expired. */
  const [refusal, setRefusal] = useState(whySignInFailed);
  /** An e-mail address was typed, which may lead to the sign-in of a company. */
  const [address, setAddress] = useState<string>();
  const atCompany = isCompanyHost();
  const { field, submit, sending, failure } = useAppForm({
    schema: Credentials,
    initialValues: { username: "", password: "" },
    checks: {
      username: async (typed) => {
        setAddress(typed.includes("@") ? typed.trim() : undefined);
        return undefined;
      },
    },
    send: async (credentials) => {
      setRefusal(undefined);
      try {
        await signIn(credentials);
      } catch (error) {
        const challenge = challengeOf(error);
        if (challenge) return setStep(challenge);
        if (!needsProvider(error) || atCompany || credentials.username.includes("@")) throw error;
        setRefusal(`${error.detail} ${texts.byAddress}`);
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
        <Suspense fallback={<Loader role="img" aria-label={texts.loading} />}>
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
      {atCompany && (
        <Suspense fallback={null}>
          <HostSignIn />
        </Suspense>
      )}
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
        {!atCompany && address !== undefined && (
          <Suspense fallback={null}>
            <AddressSignIn address={address} />
          </Suspense>
        )}
        <Anchor href="/forgot-password" ta="center">
          {texts.forgotLink}
        </Anchor>
        {hasPasskeys() && <PasskeyButton onFailure={setRefusal} />}
      </form>
    </SignInLayout>
  );
};
