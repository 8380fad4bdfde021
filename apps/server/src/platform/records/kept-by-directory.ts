import { type DirectoryField, directoryMessages } from "@mcc/contract/directory/directory.schema.ts";
import { failField } from "@mcc/contract/kit/errors.ts";
import { sql } from "kysely";
import type { CompanyData } from "../access/scope.ts";
import type { Condition } from "../lists/list.ts";

/** What mappings give is decided by the groups of the user, if the directory has said which these are. */
const MAPPED = {
  role: sql`role_id is not null`,
  node: sql`node_id is not null`,
  sites: sql`cardinality(site_ids) > 0`,
  is_company_admin: sql`is_company_admin`,
} as const satisfies Partial<Record<DirectoryField, Condition>>;
type MappedField = keyof typeof MAPPED;

/** Whether the directory keeps the user in the current row: as long as the company has a token for it. */
export const isKeptByDirectory = (companyId: number): Condition => sql`
  users.kept_by_directory and exists (select from directory_tokens where company_id = ${companyId})`;

const isMapped = (companyId: number): Condition => sql`
  exists (select from user_claims known where known.company_id = ${companyId}
    and known.user_id = users.id and known.source = 'directory')`;

const isGiven = (companyId: number, field: MappedField): Condition => sql`
  exists (select from access_mappings where company_id = ${companyId} and ${MAPPED[field]})`;

const mappedFields = (companyId: number): Condition => sql`
  case when ${isMapped(companyId)}
  then array_remove(array[${sql.join(
    Object.keys(MAPPED).map(
      (field) => sql`case when ${isGiven(companyId, field as MappedField)} then ${sql.lit(field)} end`,
    ),
  )}], null) else '{}' end`;

/** What of the user in the current row the directory decides; null: nothing. */
export const keptByDirectory = (companyId: number): Condition => sql`
  case when ${isKeptByDirectory(companyId)}
    then json_build_object('decides',
      array['username', 'first_name', 'last_name', 'email'] || ${mappedFields(companyId)}) end`;

/** Refuses changes of what the directory decides: it would undo them. */
export const mustBeDecidedHere = (
  { directory }: { readonly directory: { readonly decides: readonly DirectoryField[] } | null },
  changed: Readonly<Partial<Record<DirectoryField, unknown>>>,
): void => {
  const field = directory?.decides.find((each) => changed[each] !== undefined);
  if (field) failField(field, directoryMessages.decides);
};

/** Whether the directory decides the node or the sites of the user in the current row. */
const isDecidedThere = (companyId: number, field: MappedField): Condition => sql`
  ${isKeptByDirectory(companyId)} and ${isMapped(companyId)} and ${isGiven(companyId, field)}`;

/** Of these users, those for whom the directory decides it. */
export const decidedThere = async (
  { db, companyId }: CompanyData,
  field: MappedField,
  userIds: readonly number[],
): Promise<{ id: number; username: string }[]> => {
  if (userIds.length === 0) return [];
  const { rows } = await sql<{ id: number; username: string }>`
    select id, username from users where company_id = ${companyId} and id = any(${[...userIds]}::bigint[])
      and ${isDecidedThere(companyId, field)} order by username`.execute(db);
  return rows;
};

const MOST_NAMED = 3;

/** Refuses the same for many users at once, wherever they are assigned. `name` is the field of the request. */
export const mustBeAssignedHere = async (
  data: CompanyData,
  field: MappedField,
  userIds: readonly number[],
  name: string,
): Promise<void> => {
  const kept = await decidedThere(data, field, userIds);
  const names = kept.map(({ username }) => username);
  if (kept.length > 0) failField(name, directoryMessages.decidesOf(names, MOST_NAMED));
};
