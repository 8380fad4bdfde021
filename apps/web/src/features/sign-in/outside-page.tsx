import { Anchor, Button } from "@mantine/core";
import { outsideNetworks } from "../../platform/session/auth-state.ts";
import { signOut } from "../../platform/session/session.ts";
import { useSlice } from "../../platform/state/cache-slice.ts";
import { signInTexts as texts } from "./sign-in.texts.ts";
import classes from "./sign-in-layout.module.css";
import { SignInLayout } from "./sign-in-layout.tsx";

/** For a user who opens the portal outside of the company's networks. The session stays. */
export const OutsidePage = () => {
  const reason = useSlice(outsideNetworks);
  return (
    <SignInLayout heading={texts.outside} title={texts.outside}>
      <div className={classes.form}>
        <p className={classes.words}>
          {reason} {texts.outsideHint}
        </p>
        <Button onClick={() => location.reload()}>{texts.tryAgain}</Button>
        <Anchor component="button" type="button" onClick={() => void signOut()}>
          {texts.logOut}
        </Anchor>
      </div>
    </SignInLayout>
  );
};
