import { randomBytes } from "node:crypto";
import { COMPANY_KEY_SCOPES } from "@mcc/contract/access/company-key-kinds.ts";
import { hashToken } from "../platform/access/tokens.ts";
import type { TestServer } from "./test-server.ts";

interface KeyTraits {
  name: string;
  scopes: readonly string[];
  /** Limits it to these, together with the nodes. */
  sites: readonly number[];
  nodes: readonly number[];
  expiresAt: Date;
}

/** A key of a company, as if an admin had created it: with every scope, for every site. */
export const addCompanyKey = async (
  { sql }: Pick<TestServer, "sql">,
  companyId: number,
  { name = "ERP", scopes = COMPANY_KEY_SCOPES, sites, nodes, expiresAt }: Partial<KeyTraits> = {},
) => {
  const key = `mcc_company_${randomBytes(24).toString("hex")}`;
  const isLimited = sites !== undefined || nodes !== undefined;
  const [row] = await sql<{ id: number }>(
    `insert into company_keys (company_id, name, prefix, key_hash, scopes, site_ids, node_ids, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8) returning id`,
    [
      ...[companyId, name, key.slice(0, 18), hashToken(key), scopes],
      ...(isLimited ? [sites ?? [], nodes ?? []] : [null, null]),
      expiresAt ?? null,
    ],
  );
  return { id: Number(row?.id), key, headers: { authorization: `ApiKey ${key}` } };
};
