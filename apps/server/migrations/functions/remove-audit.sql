-- Removes the first entries of a company's chain, at most so many, that are older than the company keeps them; the last
-- entry of a chain stays. The entry that says so holds the position and the hash of the last one that was removed: the
-- chain goes on from there. What the entry about an erasure has a digest over stays as long as that entry.
create or replace function mcc.remove_audit(of_company bigint, before timestamptz, most integer) returns integer
  language plpgsql security definer set search_path = mcc, pg_temp as $$
declare
  first_position bigint;
  last_position bigint;
  last_hash bytea;
begin
  if before > now() - interval '365 days' then
    raise exception 'audit entries are kept for 365 days at least';
  end if;
  select min(position), coalesce(min(position) filter (where created_at >= before), max(position)) - 1
    into first_position, last_position
    from (select link.position, entry.created_at from audit_hashes link join audit_entries entry on entry.id = link.entry_id
      where link.chain = of_company order by link.position limit most + 1) as oldest;
  if first_position is null or last_position < first_position then
    return 0;
  end if;
  select hash into last_hash from audit_hashes where chain = of_company and position = last_position;
  perform set_config('mcc.audit_change', 'on', true);
  delete from audit_redactions using audit_hashes link
    where link.chain = of_company and link.position <= last_position and redaction_id = link.entry_id;
  delete from audit_entries using audit_hashes link
    where link.chain = of_company and link.position <= last_position and audit_entries.id = link.entry_id;
  delete from audit_hashes where chain = of_company and position <= last_position;
  perform set_config('mcc.audit_change', '', true);
  insert into audit_entries (company_id, actor_name, action, record_type, record_id, details)
    values (of_company, 'Retention', 'audit.removed', 'company', of_company::text, jsonb_build_object(
      'entries', last_position - first_position + 1, 'position', last_position, 'hash', encode(last_hash, 'hex')));
  return last_position - first_position + 1;
end $$;
revoke all on function mcc.remove_audit from public;
grant execute on function mcc.remove_audit to mcc_platform;
