import { sql } from "kysely";
import type { CompanyScope } from "../../platform/access/scope.ts";
import { newestMatches } from "../../platform/lists/fast/newest-matches.ts";

export interface FoundDocument {
  id: number;
  document_name: string;
  document_type: number;
  order_identifier: string | null;
  site: string;
}

/** The newest documents with this in their name or in the numbers of their order. */
export const documentsByName = async (
  scope: CompanyScope,
  typed: string,
  limit: number,
): Promise<FoundDocument[]> => {
  const ids = newestMatches(scope, { table: "documents", typed, limit });
  const { rows } = await sql<FoundDocument>`
    select documents.id, document_name, document_type, order_identifier,
      (select name from sites where company_id = ${scope.companyId} and sites.id = documents.site_id) as site
    from unnest(array(${ids})) with ordinality as listed (id, place)
    join documents on documents.company_id = ${scope.companyId} and documents.id = listed.id
    order by listed.place`.execute(scope.db);
  return rows;
};
