-- Support access ends with the company admin who granted it: when they are deleted, deactivated or no company admin any
-- more, whoever does it.
create or replace function mcc.end_support_access() returns trigger
  language plpgsql security definer set search_path = mcc, pg_temp as $$
begin
  with ended as (
    update support_accesses set revoked_at = now()
      where company_id = new.company_id and granted_by = new.id and revoked_at is null and ends_at > now()
      returning id, ends_at)
  insert into audit_entries (company_id, actor_name, action, record_type, record_id, details)
    select new.company_id, 'Support access', 'support_access.revoked', 'support_access', id::text,
      jsonb_build_object('ends_at', ends_at, 'reason', 'Who granted it is no company admin any more.')
    from ended;
  return null;
end $$;

create or replace trigger support_access_ends after update on mcc.users
  for each row when (old.is_company_admin and old.deleted_at is null and old.disabled_at is null
    and (not new.is_company_admin or new.deleted_at is not null or new.disabled_at is not null))
  execute function mcc.end_support_access();
