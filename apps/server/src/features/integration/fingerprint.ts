import { createHash } from "node:crypto";
import type { OrderDraft } from "@mcc/contract/integration/order-input.ts";

const hash = (value: unknown): Buffer => createHash("sha256").update(JSON.stringify(value)).digest();
const HALF = 32;

/** Two halves: what the order is, and how far it is. Drafts are canonical, so the same order hashes the same. */
export const fingerprintOf = ({ content, progress }: OrderDraft, siteId: number): Buffer =>
  Buffer.concat([hash([siteId, content]), hash(progress)]);

export const isSameContent = (a: Buffer | null, b: Buffer): boolean =>
  a?.subarray(0, HALF).equals(b.subarray(0, HALF)) === true;
