import { Button } from "@mantine/core";
import { passkeySignInOptions, signInWithPasskey } from "@mcc/contract/sign-in/sign-in.api.ts";
import { IconFingerprint } from "@tabler/icons-react";
import { useEffect, useEffectEvent, useState } from "react";
import { call } from "../../platform/api/call.ts";
import { CallError, GENERIC_FAILURE } from "../../platform/api/call-error.ts";
import { canAutofill, readPasskey } from "../../platform/session/passkeys.ts";
import { acceptSignIn } from "../../platform/session/session.ts";
import { signInTexts as texts } from "./sign-in.texts.ts";

/** The server accepts an answer for five minutes. */
const FRESH_MS = 4 * 60_000;

const signInByPasskey = async (autofill: boolean): Promise<void> => {
  const options = await call(passkeySignInOptions, {});
  const assertion = await readPasskey(options, autofill);
  acceptSignIn(await call(signInWithPasskey, { body: { assertion } }));
};

const wordsOf = (error: unknown): string => (error instanceof CallError ? error.detail : GENERIC_FAILURE);

/** The browser offers its passkeys in the username, if one was used here before; anew after a while away. */
const usePasskeyAutofill = (onFailure: (words: string) => void): void => {
  const offer = useEffectEvent(async (stopped: AbortSignal) => {
    if (!(await canAutofill()) || stopped.aborted) return;
    await signInByPasskey(true).catch((error: unknown) => {
      // It was replaced by another one, or the browser has nothing to offer.
      const isTold = error instanceof CallError && error.status >= 400;
      if (isTold && !stopped.aborted) onFailure(wordsOf(error));
    });
  });
  useEffect(() => {
    const stop = new AbortController();
    let offered = Date.now();
    void offer(stop.signal);
    const again = () => {
      if (Date.now() - offered < FRESH_MS) return;
      offered = Date.now();
      void offer(stop.signal);
    };
    addEventListener("focus", again, { signal: stop.signal });
    return () => stop.abort();
  }, []);
};

/** Signs in with a passkey, without username and password. */
export const PasskeyButton = ({ onFailure }: { onFailure: (words: string | undefined) => void }) => {
  const [busy, setBusy] = useState(false);
  usePasskeyAutofill(onFailure);
  const press = async () => {
    setBusy(true);
    onFailure(undefined);
    await signInByPasskey(false).catch((error: unknown) => onFailure(wordsOf(error)));
    setBusy(false);
  };
  return (
    <Button
      variant="default"
      fullWidth
      loading={busy}
      leftSection={<IconFingerprint size={18} aria-hidden />}
      onClick={() => void press()}
    >
      {texts.passkey}
    </Button>
  );
};
