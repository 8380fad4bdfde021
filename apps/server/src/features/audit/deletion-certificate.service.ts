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

/** Everyone can verify with the public key; only this installation can sign. */
const keysOf = (signer: ContentSigner): { privateKey: KeyObject; publicKey: string } => {
  const seed = Buffer.from(signer.sign("key of deletion certificates"), "hex");
  const privateKey = createPrivateKey({ key: Buffer.concat([PKCS8, seed]), format: "der", type: "pkcs8" });
  const publicKey = createPublicKey(privateKey).export({ format: "der", type: "spki" });
  return { privateKey, publicKey: publicKey.toString("base64") };
};

const contentOf = (certificate: DeletionCertificate): Buffer => Buffer.from(JSON.stringify(certificate));

export const signCertificate = (signer: ContentSigner, certificate: DeletionCertificate): string => {
  const { privateKey, publicKey } = keysOf(signer);
  const signature = sign(null, contentOf(certificate), privateKey).toString("base64");
  const signed: SignedCertificate = { certificate, public_key: publicKey, signature };
  return `${JSON.stringify(signed, null, 2)}\n`;
};

/** The certificate in a text; nothing when it was changed, or was not signed by this installation. */
export const readCertificate = (signer: ContentSigner, text: string): DeletionCertificate | undefined => {
  try {
    const { certificate, signature } = JSON.parse(text) as SignedCertificate;
    const { publicKey } = keysOf(signer);
    const key = createPublicKey({ key: Buffer.from(publicKey, "base64"), format: "der", type: "spki" });
    return verify(null, contentOf(certificate), key, Buffer.from(signature, "base64"))
      ? certificate
      : undefined;
  } catch {
    return undefined;
  }
};
