import { generateKeyPairSync, type KeyObject, sign } from "node:crypto";

const tagged = (tag: number, ...parts: Buffer[]): Buffer => {
  const content = Buffer.concat(parts);
  const { length } = content;
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
};
const sequence = (...parts: Buffer[]): Buffer => tagged(0x30, ...parts);
const SHA256_RSA = sequence(Buffer.from("06092a864886f70d01010b", "hex"), Buffer.from("0500", "hex"));
const COMMON_NAME = Buffer.from("0603550403", "hex");
const nameOf = (name: string): Buffer =>
  sequence(tagged(0x31, sequence(COMMON_NAME, tagged(0x0c, Buffer.from(name)))));
const time = (text: string): Buffer => tagged(0x17, Buffer.from(text));

export interface SigningKey {
  readonly key: string;
  readonly privateKey: KeyObject;
  /** In base64, as in metadata. */
  readonly certificate: string;
  readonly pem: string;
}

let serial = 0;

/** A key of an identity provider, or of a host, with a certificate that it has signed itself. */
export const makeSigningKey = (host = "provider.test"): SigningKey => {
  const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const name = nameOf(host);
  const content = sequence(
    tagged(0x02, Buffer.from([++serial])),
    SHA256_RSA,
    name,
    sequence(time("200101000000Z"), time("491231000000Z")),
    name,
    publicKey.export({ type: "spki", format: "der" }),
  );
  const signature = tagged(0x03, Buffer.from([0]), sign("sha256", content, privateKey));
  const certificate = sequence(content, SHA256_RSA, signature).toString("base64");
  return {
    key: privateKey.export({ type: "pkcs8", format: "pem" }) as string,
    privateKey,
    certificate,
    pem: `-----BEGIN CERTIFICATE-----\n${certificate.replace(/.{64}(?=.)/g, "$&\n")}\n-----END CERTIFICATE-----\n`,
  };
};
