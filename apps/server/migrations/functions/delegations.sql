-- The delegations that hold now, as far as a user is their deputy. Every request of theirs rests on this.
create or replace function mcc.delegations_to(u mcc.users) returns jsonb
  language sql stable set search_path = mcc, pg_temp as $$
  select coalesce(jsonb_agg(jsonb_build_object('id', given.id, 'cap', given.cap::text, 'site_ids', given.site_ids,
      'principal', jsonb_build_object('id', principal.id, 'role_id', principal.role_id,
        'is_company_admin', principal.is_company_admin, 'site_ids', access.site_ids)) order by given.id), '[]')
  from delegations given
    join users principal on principal.id = given.principal_id
      and principal.deleted_at is null and principal.disabled_at is null
    cross join lateral mcc.access_of(principal) as access
  where given.company_id = u.company_id and given.deputy_id = u.id and given.ended_at is null
    and given.starts_at <= now() and given.ends_at > now()
$$;

-- A delegation ends with its deputy, with its principal, and with the right of the principal to approve.
create or replace function mcc.end_delegations(company bigint, people bigint[]) returns void
  language sql set search_path = mcc, pg_temp as $$
  update delegations given set ended_at = clock_timestamp()
  from users principal, users deputy
  where given.company_id = company and given.ended_at is null
    and (people is null or given.principal_id = any (people) or given.deputy_id = any (people))
    and principal.id = given.principal_id and deputy.id = given.deputy_id
    and (principal.deleted_at is not null or deputy.deleted_at is not null
      or principal.disabled_at is not null or deputy.disabled_at is not null
      or not principal.is_company_admin and not exists (select from approval_rules
          where company_id = company and (user_id = principal.id or role_id = principal.role_id))
        and not exists (select from company_configurations
          where company_id = company and escalation_role_id = principal.role_id))
$$;

create or replace function mcc.end_delegations_of_user() returns trigger
  language plpgsql security definer set search_path = mcc, pg_temp as $$
begin
  -- A directory changes thousands of users at once, of whom few have any.
  if exists (select from delegations where company_id = new.company_id and ended_at is null
      and (principal_id = new.id or deputy_id = new.id)) then
    perform mcc.end_delegations(new.company_id, array[new.id]);
  end if;
  return null;
end $$;
create or replace trigger end_delegations after update of deleted_at, disabled_at, role_id, is_company_admin on mcc.users
  for each row when ((old.deleted_at, old.disabled_at, old.role_id, old.is_company_admin)
    is distinct from (new.deleted_at, new.disabled_at, new.role_id, new.is_company_admin))
  execute function mcc.end_delegations_of_user();

create or replace function mcc.end_delegations_of_rules() returns trigger
  language plpgsql security definer set search_path = mcc, pg_temp as $$
begin
  perform mcc.end_delegations(deleted.company_id, null)
    from (select distinct company_id from old_rows order by company_id) as deleted;
  return null;
end $$;
create or replace trigger end_delegations after delete on mcc.approval_rules
  referencing old table as old_rows for each statement execute function mcc.end_delegations_of_rules();

-- A rule of somebody else, or another role for escalated steps.
create or replace function mcc.end_delegations_of_company() returns trigger
  language plpgsql security definer set search_path = mcc, pg_temp as $$
begin
  perform mcc.end_delegations(new.company_id, null);
  return null;
end $$;
create or replace trigger end_delegations_of_others after update of role_id, user_id on mcc.approval_rules
  for each row when ((old.role_id, old.user_id) is distinct from (new.role_id, new.user_id))
  execute function mcc.end_delegations_of_company();
create or replace trigger end_delegations after update of escalation_role_id on mcc.company_configurations
  for each row when (old.escalation_role_id is distinct from new.escalation_role_id)
  execute function mcc.end_delegations_of_company();
