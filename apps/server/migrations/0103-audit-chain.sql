-- What a record is called, for the audit page: found in what was written about it.
create function mcc.audited_name(record_type text, record_id text, details jsonb, actor_id bigint, actor_name text)
  returns text language sql immutable as $$
  select coalesce(details ->> 'name', details ->> 'username', details ->> 'file_name',
    details -> 'role' ->> 'name', details -> 'user' ->> 'name', details -> 'user' ->> 'username',
    details -> 'site' ->> 'name',
    case when record_type = 'order' then record_id
         when record_type in ('user', 'notification_preferences') and record_id = actor_id::text then actor_name end)
$$;

alter table mcc.audit_entries
  -- in whose name the actor acted, as with login as
  add column on_behalf_of text,
  -- the network address that the request came from; none for jobs and commands
  add column address text,
  add column record_name text
    generated always as (mcc.audited_name(record_type, record_id, details, actor_id, actor_name)) stored;

-- A table of its own: a hash is known at the commit only, and entries are never updated.
create table mcc.audit_hashes (
  entry_id bigint primary key,
  company_id bigint references mcc.companies (id), -- none: entries of the platform
  chain bigint not null generated always as (coalesce(company_id, 0)) stored,
  position bigint not null,
  hash bytea not null,
  unique (chain, position)
);
create trigger append_only before update or delete or truncate on mcc.audit_hashes
  for each statement execute function mcc.refuse_change();

-- Not among the functions that are replaced when they change: every hash ever written depends on it.
create function mcc.audit_hash(previous bytea, entry mcc.audit_entries) returns bytea language sql stable as $$
  select sha256(convert_to(jsonb_build_array(
    encode(previous, 'hex'), entry.id, entry.company_id, extract(epoch from entry.created_at),
    entry.actor_id, entry.actor_name, entry.on_behalf_of, entry.action, entry.record_type, entry.record_id,
    entry.record_name, entry.details, entry.address)::text, 'UTF8'))
$$;

create function mcc.add_audit_hash(entry mcc.audit_entries) returns void language sql as $$
  insert into mcc.audit_hashes (entry_id, company_id, position, hash)
  select entry.id, entry.company_id, coalesce(latest.position, 0) + 1, mcc.audit_hash(latest.hash, entry)
  from (select) as one left join lateral (
    select position, hash from mcc.audit_hashes where chain = coalesce(entry.company_id, 0)
    order by position desc limit 1) as latest on true
$$;

-- At the end of the transaction, when nothing else is locked any more: two transactions of a company wait for each
-- other for the time of a commit, and never in a circle.
create function mcc.chain_audit_entry() returns trigger
  language plpgsql security definer set search_path = mcc, pg_temp as $$
begin
  perform pg_advisory_xact_lock(7103, (coalesce(new.company_id, 0) % 2147483647)::int);
  perform mcc.add_audit_hash(new);
  return null;
end $$;

do $$
declare
  entry mcc.audit_entries;
begin
  for entry in select * from mcc.audit_entries order by company_id, id loop
    perform mcc.add_audit_hash(entry);
  end loop;
end $$;

create constraint trigger chain after insert on mcc.audit_entries
  deferrable initially deferred for each row execute function mcc.chain_audit_entry();

call mcc.publish('audit_entries');
call mcc.publish('audit_hashes');
revoke update, delete on tenant.audit_entries from mcc_request;
revoke insert, update, delete on tenant.audit_hashes from mcc_request;
revoke update, delete, truncate on mcc.audit_entries, mcc.audit_hashes from mcc_platform;
revoke insert on mcc.audit_hashes from mcc_platform;
revoke all on function mcc.add_audit_hash, mcc.chain_audit_entry from public;

-- The audit page filters by record, and by day and person along the index that exists.
create index audit_entries_record on mcc.audit_entries (company_id, record_type, record_id, id desc);
