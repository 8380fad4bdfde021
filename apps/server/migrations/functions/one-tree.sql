-- The nodes of a company form one tree: no node is above itself, however many moves happen at the same time. Moves of one
-- company take turns, so that each sees the others. (That there is one root at most, an index says.)
create or replace function mcc.refuse_cycle() returns trigger
  language plpgsql security definer set search_path = mcc, pg_temp as $$
begin
  if new.parent_id is null then
    return null;
  end if;
  perform pg_advisory_xact_lock(7004, new.company_id::int);
  if exists (
    with recursive above as (
      select new.parent_id as id
      union -- each node once: it also ends if there is a cycle
      select node.parent_id from above join organization_nodes node
        on node.company_id = new.company_id and node.id = above.id and node.parent_id is not null)
    select from above where id = new.id) then
    raise exception 'node % would be above itself', new.id
      using errcode = 'check_violation', constraint = 'organization_nodes_one_tree';
  end if;
  return null;
end $$;

create or replace trigger one_tree after insert or update of parent_id on mcc.organization_nodes
  for each row execute function mcc.refuse_cycle();
