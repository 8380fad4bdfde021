import type { Assertion, Attestation, PasskeyOptions } from "@mcc/contract/factors/factors.schema.ts";
import { isApiHost, pageHostOf } from "@mcc/contract/kit/host.ts";
import { nameIn } from "../../platform/hosts/host-name.ts";
import type { FactorRow } from "./factors.queries.ts";

/** Loaded with the first use: most processes serve no passkey for a while. */
const webAuthn = () => import("@simplewebauthn/server");

/** The host that a page is opened at: a passkey of one host is none of another. */
export interface PasskeyHost {
  readonly name: string;
  readonly origins: string[];
}

/** Behind a proxy that ends TLS our protocol is http while the page's is https. */
export const passkeyHostOf = ({ protocol, host }: URL): PasskeyHost => {
  const page = isApiHost(host) ? pageHostOf(host) : host;
  return { name: nameIn(page), origins: [`${protocol}//${page}`, `https://${page}`] };
};

const bytesOf = (challenge: string) => new Uint8Array(Buffer.from(challenge, "base64url"));
const TIMEOUT = 5 * 60 * 1000;
/** Ed25519, P-256 and RSA: what every browser has. */
const ALGORITHMS = [-8, -7, -257];

const listed = (passkeys: readonly FactorRow[]) =>
  passkeys.map(({ credential_id, transports }) => ({ id: credential_id ?? "", transports }));

interface PasskeyUser {
  readonly id: number;
  readonly username: string;
  readonly name: string;
}

/** For the browser that creates a passkey. */
export const creationOptions = async (
  { name: rpID }: PasskeyHost,
  challenge: string,
  rpName: string,
  user: PasskeyUser,
  known: readonly FactorRow[],
): Promise<PasskeyOptions> => {
  const { generateRegistrationOptions } = await webAuthn();
  const options = await generateRegistrationOptions({
    rpID,
    rpName,
    challenge: bytesOf(challenge),
    userID: new TextEncoder().encode(String(user.id)) as Uint8Array<ArrayBuffer>,
    userName: user.username,
    userDisplayName: user.name,
    timeout: TIMEOUT,
    excludeCredentials: listed(known),
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
    supportedAlgorithmIDs: ALGORITHMS,
  });
  return { ...options };
};

/** For the browser that uses a passkey: one of those listed, or any of this host. */
export const requestOptions = async (
  { name: rpID }: PasskeyHost,
  challenge: string,
  known: readonly FactorRow[] = [],
): Promise<PasskeyOptions> => {
  const { generateAuthenticationOptions } = await webAuthn();
  const options = await generateAuthenticationOptions({
    rpID,
    challenge: bytesOf(challenge),
    userVerification: "required",
    timeout: TIMEOUT,
    allowCredentials: listed(known),
  });
  return { ...options };
};

/** The challenge that an answer of a browser says it belongs to; whether that is true is verified with it. */
export const challengeIn = ({ response }: Assertion | Attestation): string => {
  try {
    const said = JSON.parse(Buffer.from(response.clientDataJSON, "base64url").toString("utf8"));
    return typeof said?.challenge === "string" ? said.challenge : "";
  } catch {
    return "";
  }
};

/** What browsers send unless they are asked for more, which we do not; all others are parsers nobody needs. */
const FORMATS = ["none", "packed"];

const formatOf = async ({ response }: Attestation): Promise<string> => {
  const { decodeAttestationObject, isoBase64URL } = await import("@simplewebauthn/server/helpers");
  return decodeAttestationObject(isoBase64URL.toBuffer(response.attestationObject)).get("fmt");
};

const PUBLIC_KEY = { type: "public-key", clientExtensionResults: {} } as const;

/** The passkey that a browser has created; nothing if the answer is not valid. */
export const verifyCreation = async (host: PasskeyHost, challenge: string, attestation: Attestation) => {
  const { verifyRegistrationResponse } = await webAuthn();
  try {
    if (!FORMATS.includes(await formatOf(attestation))) return undefined;
    const { registrationInfo } = await verifyRegistrationResponse({
      response: { ...attestation, ...PUBLIC_KEY } as never,
      expectedChallenge: challenge,
      expectedOrigin: host.origins,
      expectedRPID: host.name,
      requireUserVerification: true,
      supportedAlgorithmIDs: ALGORITHMS,
    });
    // What the authenticator signed is of any length, and the library does not compare it with what the browser names.
    return registrationInfo?.credential.id === attestation.id ? registrationInfo.credential : undefined;
  } catch {
    return undefined;
  }
};

/** The new counter of a passkey; nothing if the answer is not valid, was given before, or comes from a copy. */
export const verifyUse = async (
  host: PasskeyHost,
  challenge: string,
  assertion: Assertion,
  { credential_id, public_key, counter, user_id }: FactorRow,
): Promise<number | undefined> => {
  const { userHandle } = assertion.response;
  if (userHandle && Buffer.from(userHandle, "base64url").toString() !== String(user_id)) return undefined;
  const { verifyAuthenticationResponse } = await webAuthn();
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { ...assertion, ...PUBLIC_KEY },
      expectedChallenge: challenge,
      expectedOrigin: host.origins,
      expectedRPID: host.name,
      requireUserVerification: true,
      credential: {
        id: credential_id ?? "",
        publicKey: new Uint8Array(public_key ?? []),
        counter: Number(counter),
      },
    });
    return verified ? authenticationInfo.newCounter : undefined;
  } catch {
    return undefined;
  }
};
