-- Whether a user can decide about orders now, by a rule or a budget, as a deputy, by escalation or as a company admin.
create or replace function mcc.decides(u mcc.users) returns boolean
  language sql stable set search_path = mcc, pg_temp as $$
  select u.is_company_admin or exists (
    select from company_configurations settings
    where settings.company_id = u.company_id and settings.has_order_approval
      and (settings.escalation_role_id = u.role_id
        or exists (select from approval_rules rule
          where rule.company_id = u.company_id and (rule.user_id = u.id or rule.role_id = u.role_id))
        or exists (select from budgets
          where budgets.company_id = u.company_id and budgets.role_id = u.role_id and budgets.deleted_at is null)
        or exists (select from delegations given
          where given.company_id = u.company_id and given.deputy_id = u.id and given.ended_at is null
            and given.starts_at <= now() and given.ends_at > now())))
$$;

-- Whether a user has to have a second factor. The accounts of the demo have a password that everybody knows.
create or replace function mcc.needs_second_factor(u mcc.users) returns boolean
  language sql stable set search_path = mcc, pg_temp as $$
  select case when u.is_mcc_admin then not u.is_demo
    else coalesce((select case second_factor when 'everybody' then true when 'approvers' then mcc.decides(u) else false end
                   from security_policies where company_id = u.company_id), false) end
$$;

-- What of the policy of a company requests need to know.
create or replace function mcc.policy_of(u mcc.users) returns jsonb
  language sql stable set search_path = mcc, pg_temp as $$
  select jsonb_build_object('networks', networks, 'idle_minutes', idle_minutes,
                            'session_hours', session_hours, 'confirm_minutes', confirm_minutes,
                            'confirm_rules', confirm_rules)
  from security_policies where company_id = u.company_id and not u.is_mcc_admin
$$;

create or replace function mcc.note_second_factor() returns trigger
  language plpgsql security definer set search_path = mcc, pg_temp as $$
declare
  whose bigint := coalesce(new.user_id, old.user_id);
  has boolean := exists (select from factors where user_id = whose and confirmed_at is not null);
begin
  update users set has_second_factor = has where id = whose and has_second_factor <> has;
  if not has then
    delete from recovery_codes where user_id = whose;
  end if;
  return null;
end $$;

create or replace trigger note_second_factor after insert or update of confirmed_at or delete on mcc.factors
  for each row execute function mcc.note_second_factor();

-- A company admin removes the factors of a user of the company. The lock is that of every change of factors: one that is
-- being added is removed, too.
create or replace function tenant.reset_factors(whose bigint) returns bigint
  language plpgsql security definer set search_path = mcc, pg_temp as $$
declare
  removed bigint;
begin
  perform from users where id = whose and company_id = current_setting('mcc.company_id')::bigint for no key update;
  if not found then
    return 0;
  end if;
  with gone as (delete from factors where user_id = whose returning 1) select count(*) into removed from gone;
  return removed;
end $$;

revoke all on function tenant.reset_factors from public;
grant execute on function tenant.reset_factors to mcc_request;
