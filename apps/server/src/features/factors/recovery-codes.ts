import { randomBytes } from "node:crypto";
import { RECOVERY_CODES } from "@mcc/contract/factors/factors.schema.ts";
import { hashToken } from "../../platform/access/tokens.ts";

/** Without letters and digits that look alike. */
const LETTERS = "abcdefghjkmnpqrstuvwxyz023456789";
const LENGTH = 28;

const newCode = (): string =>
  [...randomBytes(LENGTH)]
    .map((byte) => LETTERS[byte % LETTERS.length])
    .join("")
    .replace(/(.{7})(?=.)/g, "$1-");

/** Codes of 140 random bits, which are shown once. */
export const newCodes = (): string[] => Array.from({ length: RECOVERY_CODES }, newCode);

export const hashCode = (code: string): Buffer => hashToken(code.toLowerCase().replace(/[^a-z0-9]/g, ""));
