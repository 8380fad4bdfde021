import { Button } from "@mantine/core";
import { passkeySignInOptions, signInWithPasskey } from "@mcc/contract/sign-in/sign-in.api.ts";
import { IconFingerprint } from "@tabler/icons-react";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { call } from "../../platform/api/call.ts";
import { CallError, GENERIC_FAILURE } from "../../platform/api/call-error.ts";
import { canAutofill, readPasskey } from "../../platform/session/passkeys.ts";
import { acceptSignIn } from "../../platform/session/session.ts";
import { signInTexts as texts } from "./sign-in.texts.ts";

/** The server accepts an answer for five minutes. */
const FRESH_MS = 4 * 60_000;
/** How often it is looked whether the offer is still fresh. */
const LOOK_MS = 15_000;

const signInByPasskey = async (autofill: boolean): Promise<void> => {
  const options = await call(passkeySignInOptions, {});
  const assertion = await readPasskey(options, autofill);
  acceptSignIn(await call(signInWithPasskey, { body: { assertion } }));
};

const wordsOf = (error: unknown): string => (error instanceof CallError ? error.detail : GENERIC_FAILURE);

/** The browser offers its passkeys in the username, if one was used here before; anew before the server forgets what it offered. */
const usePasskeyAutofill = (isBusy: boolean, onFailure: (words: string) => void): void => {
  const offeredAt = useRef(0);
  const offer = useEffectEvent(async (stopped: AbortSignal) => {
    // A new offer ends a passkey that is being used.
    if (isBusy || document.hidden || Date.now() - offeredAt.current < FRESH_MS) return;
    if (!(await canAutofill()) || stopped.aborted) return;
    offeredAt.current = Date.now();
    await signInByPasskey(true).catch((error: unknown) => {
      // It was replaced by another one, or the browser has nothing to offer.
      const isTold = error instanceof CallError && error.status >= 400;
      if (isTold && !stopped.aborted) onFailure(wordsOf(error));
    });
  });
  useEffect(() => {
    const stop = new AbortController();
    const look = () => void offer(stop.signal);
    look();
    const timer = setInterval(look, LOOK_MS);
    addEventListener("focus", look, { signal: stop.signal });
    return () => {
      clearInterval(timer);
      stop.abort();
    };
  }, []);
};

/** Signs in with a passkey, without username and password. */
export const PasskeyButton = ({ onFailure }: { onFailure: (words: string | undefined) => void }) => {
  const [busy, setBusy] = useState(false);
  usePasskeyAutofill(busy, onFailure);
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
