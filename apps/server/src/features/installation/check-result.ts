import type { CheckResult } from "@mcc/contract/installation/checklist.schema.ts";

export const ok = (found: string): CheckResult => ({ state: "ok", found, advice: null });
export const warning = (found: string, advice: string): CheckResult => ({ state: "warning", found, advice });
export const failed = (found: string, advice: string): CheckResult => ({ state: "failed", found, advice });

const REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: "nothing listens there",
  ENOTFOUND: "its name is not known",
  EDNS: "its name is not known",
  EAI_AGAIN: "its name could not be looked up",
  ETIMEDOUT: "it did not respond in time",
  ECONNRESET: "it closed the connection",
  EHOSTUNREACH: "there is no route to it",
};

/** Why a connection failed, in words; what the system says where there are none. */
export const reasonOf = (error: unknown): string => {
  const { code, message, cause, name } = error as Error & { code?: string };
  if (name === "TimeoutError") return REASONS.ETIMEDOUT as string;
  if (code && code in REASONS) return REASONS[code] as string;
  if (cause) return reasonOf(cause);
  const known = Object.keys(REASONS).find((one) => message.includes(one));
  return known ? (REASONS[known] as string) : message.slice(0, 300);
};
