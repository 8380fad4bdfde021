import { companySessionList } from "@mcc/contract/security/sign-ins.api.ts";
import type { CompanySession } from "@mcc/contract/security/sign-ins.schema.ts";
import { sql } from "kysely";
import type { CompanyScope } from "../../platform/access/scope.ts";
import { requiredValue } from "../../platform/lists/plain-columns.ts";
import { plainList } from "../../platform/lists/plain-list.ts";
import { PERSON, PERSON_NAME } from "./person.queries.ts";

type SessionRecord = Omit<CompanySession, "created_at" | "last_used_at" | "is_current"> & {
  created_at: Date;
  last_used_at: Date;
};

const DEVICE = sql`coalesce(nullif(session.device, ''), 'Unknown device')`;

/** Those that the policy lets live: one that was not used for too long has not been ended yet. */
const IS_OPEN = sql`session.ended_at is null and session.expires_at > now()
  and (policy.session_hours is null or session.created_at > now() - policy.session_hours * interval '1 hour')
  and (policy.idle_minutes is null or session.last_used_at > now() - policy.idle_minutes * interval '1 minute')
  and (policy.sso_required is not true or session.method = 'Single sign-on'
    or session.user_id = any(policy.emergency_admins)) and users.disabled_at is null`;

export const companySessionSource = plainList<typeof companySessionList, SessionRecord>(companySessionList, {
  from: sql`sessions session join users on users.id = session.user_id and users.deleted_at is null
    left join security_policies policy on policy.company_id = session.company_id`,
  id: sql`session.id`,
  visible: ({ companyId }: CompanyScope) => [sql`session.company_id = ${companyId}`, IS_OPEN],
  columns: {
    user: requiredValue(PERSON_NAME),
    device: requiredValue(DEVICE),
    address: requiredValue(sql`session.address`),
    method: requiredValue(sql`session.method`),
    created_at: requiredValue(sql`session.created_at`),
    last_used_at: requiredValue(sql`session.last_used_at`),
  },
  search: sql`concat_ws(' ', ${PERSON_NAME}, users.username, ${DEVICE}, session.address)`,
  fields: () => sql`session.id, ${PERSON} as user, session.method, ${DEVICE} as device, session.address,
    session.created_at, session.last_used_at`,
  toRows: (records, { sessionId }) =>
    records.map(({ created_at, last_used_at, ...record }) => ({
      ...record,
      created_at: created_at.toISOString(),
      last_used_at: last_used_at.toISOString(),
      is_current: record.id === sessionId,
    })),
});
