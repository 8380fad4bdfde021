-- Deletes some rows of a company whose waiting time is over from a table, and returns how many: also from those that only
-- grow, such as the audit, from which nobody else may delete. A table that does not name the company names a record of it,
-- in the column link of rows of the table linked. Without a number it deletes all rows at once.
create or replace function mcc.delete_company_rows(company bigint, source text, most integer, link text, linked text)
  returns bigint language plpgsql security definer set search_path = mcc, pg_temp
  -- A company with a large part of a table would be looked for from the beginning of the table, once for each batch.
  set enable_seqscan = off
  -- Foreign keys are checked row by row. For each order, the check of documents was planned anew: a plan for one of their
  -- partitions looks cheaper than the one for all that is kept, although planning takes longer than both.
  set plan_cache_mode = force_generic_plan as $$
declare
  condition text;
  deleted bigint;
begin
  if not exists (select from companies where id = company and delete_after <= now()) then
    raise exception 'the waiting time of this company is not over';
  end if;
  condition := case
    when link is not null then format('%I in (select id from %I where company_id = %L::bigint)', link, linked, company)
    when source = 'audit_hashes' then format('chain = %L::bigint', company)
    else format('company_id = %L::bigint', company) end;
  -- By their place: looked up by key again, orders and documents of all companies were read once for each batch.
  if most is not null then
    condition := format('ctid = any(array(select ctid from %I where %s limit %s)) and %s', source, condition, most,
      condition);
  end if;
  perform set_config('mcc.deletes_company', 'on', true);
  execute format('delete from %I where %s', source, condition);
  get diagnostics deleted = row_count;
  perform set_config('mcc.deletes_company', '', true);
  return deleted;
end $$;

revoke all on function mcc.delete_company_rows from public;
grant execute on function mcc.delete_company_rows to mcc_platform;
