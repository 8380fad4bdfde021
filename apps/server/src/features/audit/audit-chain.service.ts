import type { Kysely } from "kysely";
import type { Tables } from "../../platform/db/tables.ts";
import { type Chain, chainRows, checkChain } from "./audit-chain.queries.ts";

interface CheckedChain extends Chain {
  readonly entries: number;
  /** Of the last entry; null if there is none. */
  readonly hash: string | null;
  /** The id of the first entry that was changed, removed or put in between; null if every entry fits. */
  readonly broken: number | null;
}

/** Computes every hash again, of all companies or of one; none for an unknown company. */
export const verifyAudit = async (db: Kysely<Tables>, slug?: string): Promise<CheckedChain[]> => {
  const checked: CheckedChain[] = [];
  for (const chain of await chainRows(db, slug))
    checked.push({ ...chain, ...(await checkChain(db, chain.id)) });
  return checked;
};
