/** Whom the grid tries every endpoint with. */
export const KINDS = [
  "anonymous",
  "expired",
  "forged",
  "regular",
  "limited",
  "approver",
  "impersonator",
  "admin",
  "bareAdmin",
  "platform",
  "key",
  "siteKey",
  "wholeKey",
] as const;
export type Kind = (typeof KINDS)[number];

/** A rule, whom it allows, and the endpoints that it is about. */
export interface RightsRow {
  readonly rule: string;
  readonly allowed: readonly Kind[];
  readonly endpoints: readonly string[];
}
