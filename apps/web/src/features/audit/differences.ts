import type { AuditEntry } from "@mcc/contract/audit/audit.schema.ts";

/** One field of a record before and after a change, in words. */
export interface Difference {
  readonly field: string;
  readonly before: string;
  readonly after: string;
  readonly isChanged: boolean;
}

const NOTHING = "–";

/** Whose words alone do not say what was done. */
const NAMES: Readonly<Record<string, string>> = {
  "site.login_as": "Logged in as site",
  "support_access.viewed": "Page viewed by support",
  "support_access.opened": "Company opened by support",
};

/** "can_impersonate" becomes "Can impersonate". */
export const inWords = (name: string): string => {
  const own = NAMES[name];
  if (own) return own;
  const words = name.replace(/[._]/g, " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
};

/** A record inside a field is told by its name, a list by its entries; anything else as JSON. */
const textOf = (value: unknown): string => {
  if (value === undefined || value === null || value === "") return NOTHING;
  if (typeof value === "boolean") return value ? "Yes" : "No";
  if (typeof value !== "object") return String(value);
  if (Array.isArray(value)) return value.length === 0 ? NOTHING : value.map(textOf).join(", ");
  const { name, username } = value as Record<string, unknown>;
  const called = name ?? username;
  return typeof called === "string" ? called : JSON.stringify(value);
};

/** The fields of an entry, those that have changed first. */
export const differencesOf = ({ before, after }: Pick<AuditEntry, "before" | "after">): Difference[] => {
  const fields = [...new Set([...Object.keys(after ?? {}), ...Object.keys(before ?? {})])];
  return fields
    .map((field): Difference => {
      const [was, is] = [before?.[field], after?.[field]];
      return {
        field: inWords(field),
        before: textOf(was),
        after: textOf(is),
        isChanged: JSON.stringify(was ?? null) !== JSON.stringify(is ?? null),
      };
    })
    .sort((a, b) => Number(b.isChanged) - Number(a.isChanged));
};
