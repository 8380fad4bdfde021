import { platformTransaction } from "../../platform/access/scope.ts";
import type { ContentSigner } from "../../platform/access/secrets/content-signer.ts";
import type { Database } from "../../platform/db/database.ts";
import { headsAreDue } from "./audit-chain.queries.ts";
import { verifyAudit } from "./audit-chain.service.ts";
import { compareHeads } from "./audit-heads.service.ts";
import type { SignedHeads } from "./audit-heads.ts";

const number = (value: number): string => value.toLocaleString("en-US");

/** Whether no audit entry was changed or removed, in the lines that `npm run audit` prints. */
export const verifyWithHeads = async (
  database: Database,
  signed: { readonly heads: SignedHeads; readonly signer: ContentSigner } | undefined,
  company: string | undefined,
): Promise<{ succeeded: boolean; lines: string[] }> => {
  const known = signed?.heads;
  const { chains, heads, lost, areMissing } = await platformTransaction(database, async (db) => {
    const chains = await verifyAudit(db, company);
    // The name of a company can change; a company that is gone is known by its name only.
    const ids = new Set(chains.map(({ id }) => id));
    const heads = (known?.heads ?? []).filter(
      ({ chain, name }) => company === undefined || (ids.size > 0 ? ids.has(chain) : name === company),
    );
    const areMissing = !known && (await headsAreDue(db));
    const lost = signed
      ? await compareHeads(db, signed.signer, { heads, written_at: signed.heads.written_at })
      : [];
    return { chains, heads, lost, areMissing };
  });
  if (chains.length === 0 && heads.length === 0) throw new Error("There is no such company.");
  const lines = chains.map(({ name, entries, hash, broken }) => {
    const result = broken === null ? "all fit" : `entry ${broken} does not fit`;
    return `${name}: ${number(entries)} entries, ${result}${hash === null ? "" : `, last ${hash}`}`;
  });
  lines.push(
    known
      ? `Compared with ${number(heads.length)} heads of ${known.written_at}.`
      : "Compared with no heads, because none are stored or MCC_SECRET is not set: a removed end of a chain cannot be found.",
  );
  if (areMissing)
    lines.push(
      "The audit is older than two days, so its heads should have been stored: they were removed, or the job that writes them does not run.",
    );
  lines.push(...lost.map(({ name, problem }) => `${name}: ${problem}`));
  const succeeded = !areMissing && lost.length === 0 && chains.every(({ broken }) => broken === null);
  return { succeeded, lines };
};
