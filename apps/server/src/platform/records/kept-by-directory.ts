import { type DirectoryField, directoryMessages } from "@mcc/contract/directory/directory.schema.ts";
import { failField } from "@mcc/contract/kit/errors.ts";
import type { UserRow } from "@mcc/contract/users/users.schema.ts";
import { sql } from "kysely";
import type { Condition } from "../../platform/lists/list.ts";

/** What mappings give is decided by the groups of the user, if the directory has said which these are. */
const MAPPED: readonly (readonly [DirectoryField, Condition])[] = [
  ["role", sql`role_id is not null`],
  ["node", sql`node_id is not null`],
  ["sites", sql`cardinality(site_ids) > 0`],
  ["is_company_admin", sql`is_company_admin`],
];

const mappedFields = (companyId: number): Condition => sql`
  case when exists (select from user_claims known where known.company_id = ${companyId}
    and known.user_id = users.id and known.source = 'directory')
  then array_remove(array[${sql.join(
    MAPPED.map(
      ([field, gives]) => sql`case when exists (select from access_mappings
        where company_id = ${companyId} and ${gives}) then ${sql.lit(field)} end`,
    ),
  )}], null) else '{}' end`;

/** What of the user in the current row the directory decides, while the company has a token for it; null: nothing. */
export const keptByDirectory = (companyId: number): Condition => sql`
  case when users.kept_by_directory and exists (select from directory_tokens where company_id = ${companyId})
    then json_build_object('decides',
      array['username', 'first_name', 'last_name', 'email'] || ${mappedFields(companyId)}) end`;

/** Refuses changes of what the directory decides: it would undo them. */
export const mustBeDecidedHere = (
  { directory }: Pick<UserRow, "directory">,
  changed: Readonly<Partial<Record<DirectoryField, unknown>>>,
): void => {
  const field = directory?.decides.find((each) => changed[each] !== undefined);
  if (field) failField(field, directoryMessages.decides);
};
