import { platformSignInList, signInList } from "@mcc/contract/security/sign-ins.api.ts";
import type { SignIn } from "@mcc/contract/security/sign-ins.schema.ts";
import { sql } from "kysely";
import type { CompanyScope, PlatformScope } from "../../platform/access/scope.ts";
import type { Condition } from "../../platform/lists/list.ts";
import { requiredValue, value } from "../../platform/lists/plain-columns.ts";
import { plainList } from "../../platform/lists/plain-list.ts";
import { PERSON, PERSON_NAME } from "./person.queries.ts";

type SignInRecord = Omit<SignIn, "at"> & { at: Date };

const sourceOf = <Scope extends CompanyScope | PlatformScope>(
  list: typeof signInList,
  visible: (scope: Scope) => Condition,
) =>
  plainList<typeof signInList, SignInRecord, Scope>(list, {
    from: sql`sign_ins entry left join users on users.id = entry.user_id`,
    id: sql`entry.id`,
    visible: (scope) => [visible(scope)],
    columns: {
      at: requiredValue(sql`entry.at`),
      user: value(PERSON_NAME),
      method: requiredValue(sql`entry.method`),
      result: requiredValue(sql`entry.result`),
      address: requiredValue(sql`entry.address`),
      device: requiredValue(sql`entry.device`),
      reference: value(sql`entry.reference`),
      reason: value(sql`entry.reason`),
    },
    search: sql`concat_ws(' ', ${PERSON_NAME}, users.username, entry.address, entry.device, entry.reference)`,
    fields: () => sql`entry.id, entry.at, ${PERSON} as user, entry.method, entry.result,
      entry.address, entry.device, entry.reason, entry.reference`,
    toRows: (records) => records.map(({ at, ...record }) => ({ ...record, at: at.toISOString() })),
  });

export const signInSource = sourceOf<CompanyScope>(
  signInList,
  ({ companyId }) => sql`entry.company_id = ${companyId}`,
);
/** Of platform admins, and of accounts that do not exist. */
export const platformSignInSource = sourceOf<PlatformScope>(
  platformSignInList as unknown as typeof signInList,
  () => sql`entry.company_id is null`,
);
