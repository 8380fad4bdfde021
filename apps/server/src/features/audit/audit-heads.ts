import { z } from "zod";
import type { ContentSigner } from "../../platform/access/secrets/content-signer.ts";

/** Hexadecimal digits; in the log in groups, because it takes longer ones for secrets. */
const Digits = z.string().transform((value) => value.replaceAll(":", ""));
const grouped = (digits: string): string => digits.match(/.{1,16}/g)?.join(":") ?? "";

const Head = z.strictObject({
  /** The id of the company; 0 for the platform. */
  chain: z.int().min(0),
  name: z.string(),
  /** How many entries the chain has, and the hash of the last one. */
  entries: z.int().min(1),
  hash: Digits,
});
export type Head = z.output<typeof Head>;

const SignedHeads = z.strictObject({
  written_at: z.iso.datetime(),
  heads: z.array(Head),
  signature: Digits,
});
export type SignedHeads = z.output<typeof SignedHeads>;

/** What is signed: all of it, in one order. */
const contentOf = ({ written_at, heads }: Omit<SignedHeads, "signature">): string =>
  JSON.stringify([written_at, heads.map(({ chain, name, entries, hash }) => [chain, name, entries, hash])]);

export const signHeads = (signer: ContentSigner, heads: readonly Head[], at: Date): SignedHeads => {
  const content = { written_at: at.toISOString(), heads: [...heads] };
  return { ...content, signature: signer.sign(contentOf(content)) };
};

/** For a line of the log, which is read like the file. */
export const loggedHeads = ({ heads, signature, written_at }: SignedHeads): SignedHeads => ({
  written_at,
  heads: heads.map(({ hash, ...head }) => ({ ...head, hash: grouped(hash) })),
  signature: grouped(signature),
});

const parsedJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** Refuses heads that are incomplete or that were not signed by this installation. */
export const readHeads = (signer: ContentSigner, text: string): SignedHeads => {
  const { data } = SignedHeads.safeParse(parsedJson(text));
  if (!data) throw new Error("These are no audit heads, or they are incomplete.");
  if (!signer.isSigned(contentOf(data), data.signature)) {
    throw new Error(
      "The signature of the audit heads does not fit: they were changed, or signed with another MCC_SECRET.",
    );
  }
  return data;
};
