import type { TestServer } from "../test-server.ts";

/** What every request may change: it counts requests and says when a session or a key was last used. */
const COUNTERS = ["company_requests", "rate_limits", "company_key_use", "company_key_calls"];
const LAST_USE = ["last_used_at", "last_address"];

/** A checksum of every table by its name, of all rows or of those of one company. */
export const tablesOf = async ({ sql }: TestServer, companyId?: number): Promise<Record<string, string>> => {
  const tables = await sql<{ name: string; owned: boolean }>(
    `select relname as name, exists (
       select from pg_attribute where attrelid = pg_class.oid and attname = 'company_id') as owned
     from pg_class where relnamespace = 'mcc'::regnamespace and relkind in ('r', 'p') and not relispartition
     order by relname`,
  );
  const checksums: [string, string][] = [];
  for (const { name } of tables.filter((table) => table.owned || companyId === undefined)) {
    if (COUNTERS.includes(name)) continue;
    const [row] = await sql<{ checksum: string }>(
      `select md5(coalesce(string_agg(content, ' ' order by content), '')) as checksum
       from (select (to_jsonb(whole) - $1::text[])::text as content from ${name} as whole
             ${companyId === undefined ? "" : `where company_id = ${companyId}`}) as rows`,
      [LAST_USE],
    );
    checksums.push([name, row?.checksum ?? ""]);
  }
  return Object.fromEntries(checksums);
};
