import { ADMIN, APPROVER, MANAGER_ROLE } from "./data-plan.ts";

/** Whether the row is pending one user's approval: named or covered as a blanket approver, and free to act. */
const ofCompany = "company_id = $1";
const blanket = (whose: string): string =>
  `select from mcc.approval_rules rule where rule.${ofCompany} and rule.limit_amount = -1 and ${whose}`;
const coversSite = `exists (select from mcc.approval_rule_sites place
  where place.${ofCompany} and place.rule_id = rule.id and place.site_id = step.site_id)`;

const canStillAct = (id: string): string => `${id} <> all(step.approved_by) and (${id} <> all(step.placed_by)
  or (select allow_self_approval from mcc.company_configurations where ${ofCompany}))`;

const isAssigned = (userId: number, roleId: number | null): string => `(step.user_id = ${userId}
  ${roleId === null ? "" : `or step.role_id = ${roleId} or exists (${blanket(`rule.role_id = ${roleId}`)})`}
  or exists (${blanket(`rule.user_id = ${userId} and ${coversSite}`)}))`;

/** There is no other eligible approver: then an admin may act. Each kind of user is looked up by its own index. */
const eligible = `person.${ofCompany} and person.deleted_at is null and ${canStillAct("person.id")}
  and (person.is_company_admin or exists (select from mcc.site_users seen
    where seen.${ofCompany} and seen.user_id = person.id and seen.site_id = step.site_id))`;
const isUnassigned = `(not exists (select from mcc.users person where ${eligible} and person.id = step.user_id)
  and not exists (select from mcc.users person where ${eligible} and person.role_id = step.role_id)
  and not exists (select from mcc.approval_rules rule
    join mcc.users person on person.role_id = rule.role_id or (person.id = rule.user_id and ${coversSite})
    where rule.${ofCompany} and rule.limit_amount = -1 and ${eligible}))`;

const userApproval = (userId: number, entitled: string): string => `,
  case when orders.status = 2 then (select (${entitled}) and ${canStillAct(String(userId))}
    from (select *, array(select user_id from mcc.order_approvals
        where ${ofCompany} and order_id = orders.id) as approved_by
      from mcc.order_steps where ${ofCompany} and order_id = orders.id and is_current limit 1) as step) end as may_act`;

export const FOR_APPROVER = userApproval(APPROVER, isAssigned(APPROVER, MANAGER_ROLE));
export const FOR_ADMIN = userApproval(ADMIN, `${isAssigned(ADMIN, null)} or ${isUnassigned}`);

/** The number of orders pending the approver, read from the steps. */
export const WAITING_FOR_APPROVER = `select count(*) as count
  from (select *, array(select user_id from mcc.order_approvals given
      where given.${ofCompany} and given.order_id = waiting.order_id) as approved_by
    from mcc.order_steps waiting where ${ofCompany} and is_current offset 0) as step
  where ${isAssigned(APPROVER, MANAGER_ROLE)} and ${canStillAct(String(APPROVER))}`;
