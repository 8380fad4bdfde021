-- What `tenant.enter` answers for a session changes with its user's own row, and with whatever of the company rights
-- and sites are made of. The changes of the latter are counted here, in their own transaction, so that whoever has
-- entered before can ask in one short statement whether anything has changed since.
create table mcc.access_versions (
  company_id bigint primary key, -- refers to nothing: the last change of a company may be its end
  version bigint not null
);

create function mcc.note_access_change() returns trigger
  language plpgsql security definer set search_path = mcc, pg_temp as $$
begin
  -- In key order, so that two writers never wait for each other in a circle.
  insert into access_versions as kept
    select distinct company_id, 1 from changed order by 1
    on conflict (company_id) do update set version = kept.version + 1;
  return null;
end $$;

create function mcc.note_company_change() returns trigger
  language plpgsql security definer set search_path = mcc, pg_temp as $$
begin
  insert into access_versions as kept
    select id, 1 from changed order by 1
    on conflict (company_id) do update set version = kept.version + 1;
  return null;
end $$;

do $$
declare
  source text;
begin
  foreach source in array array['company_configurations', 'addresses', 'roles', 'approval_rules',
                                'approval_rule_sites', 'approval_rule_nodes', 'policy_sites', 'site_users',
                                'organization_nodes', 'sites'] loop
    execute format('create trigger access_gained after insert on mcc.%I referencing new table as changed
      for each statement execute function mcc.note_access_change()', source);
    execute format('create trigger access_changed after update on mcc.%I referencing old table as changed
      for each statement execute function mcc.note_access_change()', source);
    execute format('create trigger access_lost after delete on mcc.%I referencing old table as changed
      for each statement execute function mcc.note_access_change()', source);
  end loop;
end $$;
create trigger access_changed after update on mcc.companies referencing old table as changed
  for each statement execute function mcc.note_company_change();
