import { createPrivateKey, createPublicKey, type KeyObject, sign, verify } from "node:crypto";
import type { ContentSigner } from "../../platform/access/secrets/content-signer.ts";

/** What was deleted with a company, and when. */
export interface DeletionCertificate {
  readonly format: 1;
  readonly company: { readonly id: number; readonly name: string; readonly slug: string };
  readonly closed_at: string;
  readonly closed_by: string;
  readonly deletion_began_at: string;
  readonly deleted_at: string;
  /** By table. */
  readonly records: Readonly<Record<string, number>>;
  readonly files: { readonly count: number; readonly bytes: number };
  /** The number of entries of the company's audit, and the hash of the last one. */
  readonly audit: { readonly entries: number; readonly last_hash: string | null };
}

interface SignedCertificate {
  readonly certificate: DeletionCertificate;
  /** Of this installation, for Ed25519. */
  readonly public_key: string;
  readonly signature: string;
}

/** The beginning of an Ed25519 key in PKCS #8, before its 32 bytes. */
const PKCS8 = Buffer.from("302e020100300506032b657004220420", "hex");

const KEY_NAME = "key of deletion certificates";

/** Everyone can verify with the public key; only this installation can sign. */
const privateKeyOf = (signature: string): KeyObject => {
  const seed = Buffer.from(signature, "hex");
  return createPrivateKey({ key: Buffer.concat([PKCS8, seed]), format: "der", type: "pkcs8" });
};

const contentOf = (certificate: DeletionCertificate): Buffer => Buffer.from(JSON.stringify(certificate));

export const signCertificate = (signer: ContentSigner, certificate: DeletionCertificate): string => {
  const privateKey = privateKeyOf(signer.sign(KEY_NAME));
  const signature = sign(null, contentOf(certificate), privateKey).toString("base64");
  const publicKey = createPublicKey(privateKey).export({ format: "der", type: "spki" });
  const signed: SignedCertificate = { certificate, public_key: publicKey.toString("base64"), signature };
  return `${JSON.stringify(signed, null, 2)}\n`;
};

/** The certificate in a text; nothing when it was changed, or was not signed by this installation. */
export const readCertificate = (signer: ContentSigner, text: string): DeletionCertificate | undefined => {
  try {
    const { certificate, signature } = JSON.parse(text) as SignedCertificate;
    // It may have been signed before the secret of the installation was changed.
    const keys = signer.signatures(KEY_NAME).map((seed) => createPublicKey(privateKeyOf(seed)));
    const content = contentOf(certificate);
    return keys.some((key) => verify(null, content, key, Buffer.from(signature, "base64")))
      ? certificate
      : undefined;
  } catch {
    return undefined;
  }
};
