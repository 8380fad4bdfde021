-- Version 2 of the chain: the hash of an entry holds what never identifies a person, and a commitment to the rest, salted
-- so that nobody can guess it. Without its salt a commitment says nothing, and the chain still fits. Entries of before
-- have neither. The previous version verifies them only.
alter table mcc.audit_hashes add column salt bytea, add column commitment bytea;

-- Not replaced when functions change: every hash written from now on depends on these three.
create function mcc.audit_commitment(salt bytea, entry mcc.audit_entries) returns bytea language sql stable as $$
  select sha256(salt || convert_to(jsonb_build_array(
    entry.actor_name, entry.on_behalf_of, entry.record_name, entry.details, entry.address)::text, 'UTF8'))
$$;
create function mcc.audit_hash(previous bytea, entry mcc.audit_entries, commitment bytea) returns bytea
  language sql stable as $$
  select sha256(convert_to(jsonb_build_array(
    encode(previous, 'hex'), entry.id, entry.company_id, extract(epoch from entry.created_at), entry.actor_id,
    entry.action, entry.record_type, entry.record_id, encode(commitment, 'hex'))::text, 'UTF8'))
$$;
-- Of an entry as it is after names were taken out of it.
create function mcc.audit_digest(salt bytea, entry mcc.audit_entries) returns bytea language sql stable as $$
  select sha256(salt || convert_to(jsonb_build_array(
    entry.id, entry.company_id, extract(epoch from entry.created_at), entry.actor_id, entry.actor_name,
    entry.on_behalf_of, entry.action, entry.record_type, entry.record_id, entry.record_name, entry.details,
    entry.address)::text, 'UTF8'))
$$;

create or replace function mcc.add_audit_hash(entry mcc.audit_entries) returns void language sql as $$
  with salted as materialized (select uuid_send(gen_random_uuid()) as salt)
  insert into mcc.audit_hashes (entry_id, company_id, position, hash, salt, commitment)
  select entry.id, entry.company_id, coalesce(latest.position, 0) + 1,
    mcc.audit_hash(latest.hash, entry, mcc.audit_commitment(salt, entry)), salt, mcc.audit_commitment(salt, entry)
  from salted left join lateral (
    select position, hash from mcc.audit_hashes where chain = coalesce(entry.company_id, 0)
    order by position desc limit 1) as latest on true
$$;

-- Entries that a person was taken out of, by the entry that says so; its details hold a digest over these rows. Of an
-- entry with several the latest counts, and the others have no salt any more.
create table mcc.audit_redactions (
  redaction_id bigint not null,
  entry_id bigint not null,
  company_id bigint references mcc.companies (id), -- none: entries of the platform
  salt bytea,
  digest bytea not null,
  primary key (entry_id, redaction_id)
);
create trigger append_only before update or delete or truncate on mcc.audit_redactions
  for each statement execute function mcc.refuse_change();
revoke insert, update, delete on mcc.audit_redactions from mcc_platform;

-- What the entry about an erasure says of the rows that belong to it.
create function mcc.digest_of_redaction(of_redaction bigint) returns text language sql stable as $$
  select encode(sha256(convert_to(coalesce(string_agg(entry_id || ':' || encode(digest, 'hex'), ',' order by entry_id), ''),
    'UTF8')), 'hex') from mcc.audit_redactions where redaction_id = of_redaction
$$;

-- Only the functions that erase a person or end the time of entries may change them, and they leave an entry about it;
-- all go with their company: see mcc.delete_company_rows.
create or replace function mcc.refuse_change() returns trigger language plpgsql as $$
begin
  if (tg_op <> 'TRUNCATE' and current_setting('mcc.audit_change', true) = 'on')
    or (tg_op = 'DELETE' and current_setting('mcc.deletes_company', true) = 'on') then
    return null;
  end if;
  raise exception 'entries of % can only be appended', tg_table_name;
end $$;
