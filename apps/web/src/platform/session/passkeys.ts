import type { Assertion, Attestation, PasskeyOptions } from "@mcc/contract/factors/factors.schema.ts";
import { CallError } from "../api/call-error.ts";

const USED = "passkey-used";

/** Whether this browser can use passkeys. */
export const hasPasskeys = (): boolean => typeof PublicKeyCredential === "function";

/** Whether a passkey was created or used in this browser. Only then the login page offers them while one types. */
export const hasUsedPasskey = (): boolean => localStorage.getItem(USED) !== null;

const DETAILS: Readonly<Record<string, string>> = {
  InvalidStateError: "This device has a passkey of your account already.",
  NotAllowedError: "No passkey was used. Try again, or choose another way.",
  AbortError: "No passkey was used. Try again, or choose another way.",
};
const FAILED = "This browser could not use a passkey. Try again, or choose another way.";

const load = () => import("@simplewebauthn/browser");

const use = async <Result>(
  act: (library: Awaited<ReturnType<typeof load>>) => Promise<Result>,
): Promise<Result> => {
  try {
    const result = await act(await load());
    localStorage.setItem(USED, "true");
    return result;
  } catch (error) {
    const name = error instanceof Error ? error.name : "";
    throw new CallError({ kind: "refused", status: 0, code: name, detail: DETAILS[name] ?? FAILED });
  }
};

export const createPasskey = (options: PasskeyOptions): Promise<Attestation> =>
  use(({ startRegistration }) => startRegistration({ optionsJSON: options as never }));

/** With `autofill`, the browser offers the passkeys among what it fills into the username; ends when one is chosen. */
export const readPasskey = (options: PasskeyOptions | null, autofill = false): Promise<Assertion> =>
  use(({ startAuthentication }) =>
    startAuthentication({ optionsJSON: options as never, useBrowserAutofill: autofill }),
  );

/** Whether the browser can offer passkeys while one types. */
export const canAutofill = async (): Promise<boolean> =>
  hasPasskeys() &&
  hasUsedPasskey() &&
  (await PublicKeyCredential.isConditionalMediationAvailable?.()) === true;
