import type { ImportColumn } from "../sheets/sheet-columns.ts";

/** The columns of a file of nodes (server rules, section 10). */
export const nodeColumns = {
  name: "name",
  group: "group",
  parent: "parent",
  users: "users",
  sites: "sites",
} as const;
export type NodeColumnKey = keyof typeof nodeColumns;

const REQUIRED: readonly NodeColumnKey[] = ["name", "group"];

export const nodeImportColumns = Object.entries(nodeColumns).map(([key, header]) => ({
  key,
  header,
  required: REQUIRED.includes(key as NodeColumnKey),
})) as ImportColumn<NodeColumnKey>[];

/** Several users or sites in one cell are separated by semicolons, bars or line breaks; users also by commas. */
export const namesIn = (cell: string | undefined, separators: RegExp): string[] =>
  (cell ?? "")
    .split(separators)
    .map((name) => name.trim())
    .filter(Boolean);
export const USER_SEPARATORS = /[,;|\n]/;
export const SITE_SEPARATORS = /[;|\n]/;
