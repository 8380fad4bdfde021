import { Anchor } from "@mantine/core";
import type { FactorMethod, PasskeyOptions } from "@mcc/contract/factors/factors.schema.ts";
import { giveSecondFactor } from "@mcc/contract/sign-in/sign-in.api.ts";
import { call } from "../../platform/api/call.ts";
import { CallError } from "../../platform/api/call-error.ts";
import { ProofForm } from "../../platform/session/proof-form.tsx";
import { acceptSignIn } from "../../platform/session/session.ts";
import { signInTexts as texts } from "./sign-in.texts.ts";
import classes from "./sign-in-layout.module.css";

/** What the server sends instead of a token to a user with a second factor. */
export interface Challenge {
  readonly detail: string;
  readonly challenge: string;
  readonly methods: readonly FactorMethod[];
  readonly options: PasskeyOptions | null;
}

interface SecondStepProps {
  readonly step: Challenge;
  /** To the password, with the reason unless the user chose to. */
  readonly back: (reason?: string) => void;
}

/** The second step of a sign-in: a code, a passkey or a recovery code. */
export const SecondStep = ({ step: { detail, challenge, methods, options }, back }: SecondStepProps) => (
  <>
    <p className={classes.words}>{detail}</p>
    <ProofForm
      methods={methods}
      passkeyOptions={async () => options}
      submit={texts.logIn}
      send={async ({ code, assertion }) => {
        try {
          acceptSignIn(await call(giveSecondFactor, { body: { challenge, code, assertion } }));
        } catch (error) {
          if (!(error instanceof CallError) || error.code !== "auth.challenge_ended") throw error;
          back(error.detail);
        }
      }}
    >
      <Anchor component="button" type="button" onClick={() => back()}>
        {texts.backToPassword}
      </Anchor>
    </ProofForm>
  </>
);
