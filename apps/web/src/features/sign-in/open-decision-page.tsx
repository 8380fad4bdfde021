import { Anchor, Button, Loader } from "@mantine/core";
import { displayName } from "@mcc/contract/access/session.ts";
import { openDecisionLink } from "@mcc/contract/decision-links/decision-links.api.ts";
import { decisionPath, tokenInSignInPath } from "@mcc/contract/decision-links/decision-path.ts";
import { FormAlert } from "@mcc/ui/forms/form-alert.tsx";
import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { queryFor } from "../../platform/api/call.ts";
import { CallError, GENERIC_FAILURE } from "../../platform/api/call-error.ts";
import { authState } from "../../platform/session/auth-state.ts";
import { signOut } from "../../platform/session/session.ts";
import { useSlice } from "../../platform/state/cache-slice.ts";
import { useBrand } from "../../platform/theme/brand.ts";
import { signInTexts as texts } from "./sign-in.texts.ts";
import classes from "./sign-in-layout.module.css";
import { SignInLayout } from "./sign-in-layout.tsx";

/** The page of the decision has no access to the token of the portal: a form takes the proof of the sign-in there. */
const handOver = (token: string, proof: string): void => {
  const form = document.createElement("form");
  form.method = "post";
  form.action = decisionPath(token) + location.search;
  const field = document.createElement("input");
  field.type = "hidden";
  field.name = "proof";
  field.value = proof;
  form.append(field);
  document.body.append(form);
  form.submit();
};

/** The login page comes next, at the same address. */
const signInAsOther = async (): Promise<void> => {
  const { pathname, search } = location;
  const ended = signOut();
  history.replaceState(null, "", pathname + search);
  await ended;
};

/** Leads a user who has signed in back to the decision of an e-mail. */
export const OpenDecisionPage = () => {
  const token = tokenInSignInPath(location.pathname) ?? "";
  const user = useSlice(authState.user);
  const { hasOrderApproval } = useBrand();
  const { data, error, refetch, isFetching } = useQuery({
    ...queryFor(openDecisionLink, { body: { token } }),
    retry: false,
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
  useEffect(() => {
    if (data) handOver(token, data.proof);
  }, [data, token]);
  const isEnded = error instanceof CallError && [400, 403, 404].includes(error.status);
  return (
    <SignInLayout heading={texts.decision} title={texts.decision}>
      {!error && <Loader role="img" aria-label={texts.opening} />}
      {isEnded && (
        <div className={classes.form}>
          <p className={classes.words}>{texts.decisionEnded(user ? displayName(user) : "")}</p>
          {hasOrderApproval && (
            <Button component="a" href="/pending-approvals">
              {texts.pending}
            </Button>
          )}
          <Anchor component="button" type="button" onClick={() => void signInAsOther()}>
            {texts.otherAccount}
          </Anchor>
        </div>
      )}
      {error && !isEnded && (
        <div className={classes.form}>
          <FormAlert>{error instanceof CallError ? error.detail : GENERIC_FAILURE}</FormAlert>
          <Button variant="default" loading={isFetching} onClick={() => void refetch()}>
            Try again
          </Button>
        </div>
      )}
    </SignInLayout>
  );
};
