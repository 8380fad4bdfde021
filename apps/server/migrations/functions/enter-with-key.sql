-- Starts every request with an API key: finds the key, checks its scope, and limits the transaction to the company of the
-- path. No key_id: no such key, revoked, or expired. Not allowed: not a scope of this key. No company_id: no such company, or not
-- one this key is valid for, which gets the same answer. Without a slug the transaction is limited to no company.
create or replace function tenant.enter_with_key(
  hash bytea, slug text, needed text,
  out key_id bigint, out key_name text, out key_company_id bigint, out allowed boolean, out unused_lately boolean,
  out company_id bigint, out approvals boolean, out hierarchy boolean)
  language plpgsql security definer set search_path = mcc, pg_temp as $$
declare
  k mcc.api_keys;
begin
  select * into k from api_keys where key_hash = hash and revoked_at is null and (expires_at is null or expires_at > now());
  if not found then
    return;
  end if;
  key_id := k.id;
  key_name := k.name;
  key_company_id := k.company_id;
  allowed := needed = any (k.scopes);
  unused_lately := k.last_used_at is null or k.last_used_at < now() - interval '1 minute';
  if not allowed or slug is null then
    return;
  end if;
  select c.id, f.has_order_approval is true, f.has_company_hierarchy is true
    into company_id, approvals, hierarchy
    from companies c left join company_configurations f on f.company_id = c.id
    where c.slug_name = slug and c.closed_at is null and (k.company_id is null or k.company_id = c.id);
  if company_id is not null then
    perform set_config('mcc.company_id', company_id::text, true);
  end if;
end $$;

revoke all on function tenant.enter_with_key from public;
grant execute on function tenant.enter_with_key to mcc_request;
