-- Tables live in schema mcc, which the request-time role cannot touch. Schema tenant holds one view per
-- company-owned table, narrowed to the company the transaction has entered. Jobs and platform work use mcc_platform.
create extension if not exists pg_trgm;

create schema mcc;
create schema tenant;

do $$
declare
  wanted text;
begin
  foreach wanted in array array['mcc_request', 'mcc_platform'] loop
    if not exists (select from pg_roles where rolname = wanted) then
      begin
        execute format('create role %I nologin', wanted);
      exception when duplicate_object or unique_violation then
        null; -- another database of this cluster is being set up at the same moment
      end;
    end if;
    begin
      execute format('grant %I to current_user', wanted);
    exception when insufficient_privilege then
      null; -- made by another login, which has to have granted it
    end;
  end loop;
end $$;

grant usage on schema tenant to mcc_request, mcc_platform;
grant usage on schema mcc to mcc_platform;
alter default privileges in schema mcc grant select, insert, update, delete on tables to mcc_platform;
alter default privileges in schema mcc grant usage, select on sequences to mcc_platform;
revoke all on schema public from public;

-- The job queue owns its own schema.
create schema pgboss authorization mcc_platform;

-- One view per company-owned table. Unset, the setting raises an error: a query without a company fails closed.
create procedure mcc.publish(table_name text) language plpgsql as $$
begin
  execute format(
    'create or replace view tenant.%1$I as select * from mcc.%1$I
       where company_id = current_setting(''mcc.company_id'')::bigint
     with local check option', table_name);
  execute format(
    'alter view tenant.%I alter column company_id set default current_setting(''mcc.company_id'')::bigint', table_name);
  execute format('grant select, insert, update, delete on tenant.%I to mcc_request', table_name);
end $$;

-- Names as people sort them: in any case, accents beside their letters, numbers by their value. It is deterministic, so
-- that names which differ at all stay different, and whatever compares or searches them stays as it is. It stands in
-- schema tenant because requests see no other.
do $$
begin
  create collation tenant.by_name (provider = icu, locale = 'und-u-kn-true');
exception when feature_not_supported then
  raise exception 'This PostgreSQL was built without ICU, which sorts names.';
end $$;

-- Keys of this installation that are nobody's secret and say nothing about one: random, made once, the same for every
-- process. The page shows the theme key to our own theme service.
create table mcc.installation_keys (
  name text primary key,
  value text not null
);
insert into mcc.installation_keys (name, value)
  values ('theme', replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''));

-- Counted in the database so that the limits hold across processes; lost on a crash, which is fine.
create unlogged table mcc.rate_limits (
  bucket text primary key,
  hits integer not null,
  ends_at timestamptz not null
);
create index rate_limits_end on mcc.rate_limits (ends_at);
