-- The sites of a node and everything below it, limited by policy sites where there are any.
create or replace function mcc.hierarchy_sites(company bigint, node bigint, policy bigint[]) returns bigint[]
  language plpgsql stable as $$
declare
  subtree bigint[];
begin
  if node is null then
    return policy; -- exactly the policy sites; without any, none
  end if;
  if policy = '{}'
    and exists (select from mcc.organization_nodes where company_id = company and id = node and parent_id is null)
    and not exists (select from mcc.sites where company_id = company and node_id is null) then
    return null; -- the root of a company without loose sites: every site
  end if;
  with recursive below as (
    select id from mcc.organization_nodes where company_id = company and id = node
    union all
    select child.id from mcc.organization_nodes child join below on child.parent_id = below.id
      where child.company_id = company
  )
  select array_agg(id) into subtree from below;
  return array(select id from mcc.sites
    where company_id = company and node_id = any (subtree) and (policy = '{}' or id = any (policy)));
end $$;
