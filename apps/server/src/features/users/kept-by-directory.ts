import { type DirectoryField, directoryMessages } from "@mcc/contract/directory/directory.schema.ts";
import { failField } from "@mcc/contract/kit/errors.ts";
import type { UserRow } from "@mcc/contract/users/users.schema.ts";
import { sql } from "kysely";
import type { Condition } from "../../platform/lists/list.ts";

/** What of the user in the current row the directory decides, while the company has a token for it; null: nothing. */
export const keptByDirectory = (companyId: number): Condition => sql`
  case when users.kept_by_directory and exists (select from directory_tokens where company_id = ${companyId})
    then json_build_object('decides', json_build_array('username', 'first_name', 'last_name', 'email')) end`;

/** Refuses changes of what the directory decides: it would undo them. */
export const mustBeDecidedHere = (
  { directory }: Pick<UserRow, "directory">,
  changed: Readonly<Partial<Record<DirectoryField, unknown>>>,
): void => {
  const field = directory?.decides.find((each) => changed[each] !== undefined);
  if (field) failField(field, directoryMessages.decides);
};
