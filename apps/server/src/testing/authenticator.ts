import { createHash, generateKeyPairSync, randomBytes, sign } from "node:crypto";

type Cbor = number | string | Buffer | ReadonlyMap<number | string, Cbor>;

const head = (major: number, count: number): Buffer => {
  if (count < 24) return Buffer.from([(major << 5) | count]);
  if (count < 256) return Buffer.from([(major << 5) | 24, count]);
  return Buffer.from([(major << 5) | 25, count >> 8, count & 255]);
};

const cbor = (value: Cbor): Buffer => {
  if (typeof value === "number") return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === "string")
    return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  const entries = [...value].flatMap(([key, entry]) => [cbor(key), cbor(entry)]);
  return Buffer.concat([head(5, value.size), ...entries]);
};

const FLAGS = { present: 1, verified: 4, attested: 64 };
const base64 = (bytes: Buffer): string => bytes.toString("base64url");
const sha256 = (bytes: Buffer | string): Buffer => createHash("sha256").update(bytes).digest();

interface Ceremony {
  readonly origin: string;
  readonly host: string;
  /** What a hostile or broken client does differently. */
  readonly counter?: number;
  readonly unverified?: boolean;
  readonly challenge?: string;
  readonly format?: string;
  /** What is signed as the id of the new passkey, while the browser names another one. */
  readonly signedId?: Buffer;
}

/** An authenticator in software: real keys, real signatures, one passkey. */
export const makeAuthenticator = () => {
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const { x = "", y = "" } = publicKey.export({ format: "jwk" });
  const id = randomBytes(32);
  let uses = 0;
  let userHandle: string | undefined;
  const clientData = (type: string, challenge: unknown, origin: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  const authData = (host: string, flags: number, counter: number, attested = Buffer.alloc(0)) => {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    return Buffer.concat([sha256(host), Buffer.from([flags]), count, attested]);
  };
  const flagsOf = ({ unverified }: Ceremony) => FLAGS.present | (unverified ? 0 : FLAGS.verified);
  const credential = { id: base64(id), rawId: base64(id), type: "public-key" as const };
  return {
    id: base64(id),
    /** The answer to `startRegistration`. */
    create: (options: Record<string, unknown>, ceremony: Ceremony) => {
      userHandle = (options.user as { id: string }).id;
      const key = new Map<number, Cbor>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, Buffer.from(x, "base64url")],
        [-3, Buffer.from(y, "base64url")],
      ]);
      const signedId = ceremony.signedId ?? id;
      const length = Buffer.from([signedId.length >> 8, signedId.length & 255]);
      const attested = Buffer.concat([Buffer.alloc(16), length, signedId, cbor(key)]);
      const data = authData(ceremony.host, flagsOf(ceremony) | FLAGS.attested, uses, attested);
      const client = clientData("webauthn.create", ceremony.challenge ?? options.challenge, ceremony.origin);
      const format = ceremony.format ?? "none";
      const statement = new Map<string, Cbor>([
        ["alg", -7],
        ["sig", sign("sha256", Buffer.concat([data, sha256(client)]), privateKey)],
      ]);
      const object = new Map<string, Cbor>([
        ["fmt", format],
        ["attStmt", format === "none" ? new Map() : statement],
        ["authData", data],
      ]);
      return {
        ...credential,
        response: {
          clientDataJSON: base64(client),
          attestationObject: base64(cbor(object)),
          transports: ["internal"],
        },
      };
    },
    /** The answer to `startAuthentication`. */
    get: (options: Record<string, unknown>, ceremony: Ceremony) => {
      uses = ceremony.counter ?? uses + 1;
      const data = authData(ceremony.host, flagsOf(ceremony), uses);
      const client = clientData("webauthn.get", ceremony.challenge ?? options.challenge, ceremony.origin);
      return {
        ...credential,
        response: {
          clientDataJSON: base64(client),
          authenticatorData: base64(data),
          signature: base64(sign("sha256", Buffer.concat([data, sha256(client)]), privateKey)),
          userHandle,
        },
      };
    },
  };
};
