import type { TextCipher } from "../../platform/access/secrets/text-cipher.ts";

/** Authenticator apps: RFC 6238 with the values that every app knows. Loaded with the first use. */
const PERIOD = 30;
/** A code of the step before or after is taken, too: clocks differ. */
const WINDOW = 1;

const otp = () => import("otpauth");

export interface NewApp {
  readonly secret: string;
  readonly url: string;
}

export const newApp = async (issuer: string, username: string): Promise<NewApp> => {
  const { Secret, TOTP } = await otp();
  const secret = new Secret({ size: 20 });
  return { secret: secret.base32, url: new TOTP({ issuer, label: username, secret }).toString() };
};

/** The secret of an app; nothing if it was encrypted with another MCC_SECRET. */
export const secretOf = ({ decrypt }: TextCipher, encrypted: string | null): string => {
  try {
    return decrypt(encrypted ?? "");
  } catch {
    return "";
  }
};

/** The time step of a code, if it is one of the secret; a step up to `lastStep` was used before. */
export const stepOfCode = async (
  secret: string,
  token: string,
  lastStep: number,
): Promise<number | undefined> => {
  if (secret === "" || !/^\d{6}$/.test(token)) return undefined;
  const { Secret, TOTP } = await otp();
  const timestamp = Date.now();
  const delta = TOTP.validate({
    token,
    secret: Secret.fromBase32(secret),
    timestamp,
    period: PERIOD,
    window: WINDOW,
  });
  if (delta === null) return undefined;
  const step = Math.floor(timestamp / 1000 / PERIOD) + delta;
  return step > lastStep ? step : undefined;
};
