import { Anchor, Button, Loader } from "@mantine/core";
import { checkResetToken } from "@mcc/contract/sign-in/sign-in.api.ts";
import { signInMessages as says } from "@mcc/contract/sign-in/sign-in.messages.ts";
import { FormAlert } from "@mcc/ui/forms/form-alert.tsx";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { queryFor } from "../../platform/api/call.ts";
import { CallError, GENERIC_FAILURE } from "../../platform/api/call-error.ts";
import { NewPasswordForm } from "./new-password-form.tsx";
import { signInTexts as texts } from "./sign-in.texts.ts";
import classes from "./sign-in-layout.module.css";
import { SignInLayout } from "./sign-in-layout.tsx";

/** Other failures say nothing about the token. */
const isAboutToken = (error: Error): boolean =>
  error instanceof CallError && [400, 401, 403, 404].includes(error.status);

const CheckedToken = ({ token, onDone }: { token: string; onDone: () => void }) => {
  const check = useQuery({
    ...queryFor(checkResetToken, { body: { token } }),
    enabled: token !== "",
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
  });
  if (check.isSuccess) return <NewPasswordForm token={token} onDone={onDone} />;
  if (token === "" || (check.error && isAboutToken(check.error))) {
    return (
      <>
        <p className={classes.words}>{says.tokenInvalid}</p>
        <Anchor href="/forgot-password">{texts.forgotLink}</Anchor>
      </>
    );
  }
  if (check.isLoading) return <Loader role="img" aria-label="Checking the link" />;
  return (
    <div className={classes.form}>
      <FormAlert>{check.error instanceof CallError ? check.error.detail : GENERIC_FAILURE}</FormAlert>
      <Button variant="default" loading={check.isFetching} onClick={() => void check.refetch()}>
        Try again
      </Button>
    </div>
  );
};

export const ResetPasswordPage = () => {
  const token = new URLSearchParams(location.search).get("token") ?? "";
  const [done, setDone] = useState(false);
  return (
    <SignInLayout
      heading={texts.createButton}
      title={texts.createButton}
      below={<Anchor href="/">Back to login</Anchor>}
    >
      <div role="status">{done && <p className={classes.words}>{says.passwordSet}</p>}</div>
      {!done && <CheckedToken token={token} onDone={() => setDone(true)} />}
    </SignInLayout>
  );
};
