-- The sites of a key: those it names and those below its nodes. Null: every site of the company.
create or replace function mcc.sites_of_key(k mcc.company_keys, hierarchy boolean) returns bigint[]
  language plpgsql stable set search_path = mcc, pg_temp as $$
declare
  node bigint;
  below bigint[];
  found bigint[] := k.site_ids;
begin
  if found is null then
    return null;
  end if;
  if hierarchy then
    foreach node in array k.node_ids loop
      below := mcc.hierarchy_sites(k.company_id, node, '{}');
      if below is null then
        return null;
      end if;
      found := found || below;
    end loop;
  end if;
  found := array(select distinct unnest(found));
  if cardinality(found) > 0 and cardinality(found) = (select count(*) from sites where company_id = k.company_id) then
    return null;
  end if;
  return found;
end $$;

-- Starts every request with a key of a company, which is found by its hash or, for a link that was made for it, by its id:
-- limits the transaction to the company, and answers like tenant.enter who asks: somebody without an account, named
-- after the key, with the first characters by which its page shows it. A key without a limit is answered like a company admin, a limited one like a user with its sites.
-- Nothing when there is no such key, or it has expired or was deleted.
create or replace function tenant.enter_with_company_key(
  hash bytea, id_of_key bigint,
  out key_id bigint, out scopes text[], out whose bigint, out who jsonb, out site_ids bigint[])
  language plpgsql security definer set search_path = mcc, pg_temp as $$
declare
  k mcc.company_keys;
  u mcc.users;
begin
  select * into k from company_keys
    where (key_hash = hash or id = id_of_key) and (expires_at is null or expires_at > now()) and deleted_at is null;
  if not found then
    return;
  end if;
  perform set_config('mcc.company_id', k.company_id::text, true);
  key_id := k.id;
  scopes := k.scopes;
  whose := k.company_id;
  u.company_id := k.company_id;
  u.username := 'API key (' || k.name || ', ' || k.prefix || ')';
  u.first_name := '';
  u.last_name := '';
  u.email := '';
  u.is_company_admin := k.site_ids is null;
  u.is_mcc_admin := false;
  u.enable_analytics := false;
  u.alerts_enabled := false;
  u.has_second_factor := false;
  -- A policy for second factors is about people; its networks hold for keys too.
  select access.who || jsonb_build_object('must_enroll', false, 'policy', mcc.policy_of(u)) into who from mcc.access_of(u) as access;
  site_ids := mcc.sites_of_key(k, (who -> 'company' ->> 'has_company_hierarchy')::boolean);
end $$;

revoke all on function tenant.enter_with_company_key from public;
grant execute on function tenant.enter_with_company_key to mcc_request, mcc_platform;
