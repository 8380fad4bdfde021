import type { CompanyTable } from "../../platform/db/company-tables.ts";

/** What is not deleted with a company, and why. */
const KEPT: Readonly<Record<string, string>> = {
  company_closings: "What became of the company, with the certificate of its deletion",
};
/** Rows that a trigger would delete with those of another table, and nobody would count. */
const FIRST = ["approval_times"];
/** With the company itself, in the last transaction. */
const LAST = ["companies", "access_versions"];

/**
 * Tables that refer to others first. Those that refer to nothing but the company come after the rest: they hold what
 * triggers count while rows are deleted.
 */
export const deletionOrder = (tables: readonly CompanyTable[]): CompanyTable[] => {
  const left = new Map(
    tables.filter(({ name }) => !(name in KEPT) && !LAST.includes(name)).map((table) => [table.name, table]),
  );
  const isReferredTo = (name: string): boolean =>
    [...left.values()].some((other) => other.name !== name && other.refersTo.includes(name));
  const isAlone = ({ name, refersTo }: CompanyTable): boolean =>
    refersTo.every((other) => other === "companies") && !isReferredTo(name);
  const alone = [...left.values()].filter(isAlone);
  for (const { name } of alone) left.delete(name);
  const ordered: CompanyTable[] = [];
  while (left.size > 0) {
    const free = [...left.values()].filter(({ name }) => !isReferredTo(name));
    if (free.length === 0)
      throw new Error(`These tables refer to each other: ${[...left.keys()].join(", ")}.`);
    for (const table of free) left.delete(table.name);
    ordered.push(...free);
  }
  const isFirst = ({ name }: CompanyTable): boolean => FIRST.includes(name);
  return [...alone.filter(isFirst), ...ordered, ...alone.filter((table) => !isFirst(table))];
};
