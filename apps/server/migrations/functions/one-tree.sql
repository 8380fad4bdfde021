-- The nodes of a company form one tree: no node is above itself, however many moves happen at the same time. Moves of one
-- company take turns, so that each sees the others. (That there is one root at most, an index says.)
create or replace function mcc.refuse_cycle() returns trigger
  language plpgsql security definer set search_path = mcc, pg_temp as $$
declare
  above bigint := new.parent_id;
  steps integer := 0;
begin
  if above is null then
    return null;
  end if;
  perform pg_advisory_xact_lock(7004, new.company_id::int);
  if not exists (select from organization_nodes where company_id = new.company_id and parent_id = new.id) then
    return null; -- nothing is below it, as below most nodes that are inserted
  end if;
  while above is not null loop -- one row by its key each time, which is fast before the table is analyzed, too
    steps := steps + 1;
    if above = new.id or steps > 10000 then -- or there is a cycle above it, made by the same statement
      raise exception 'node % would be above itself', new.id
        using errcode = 'check_violation', constraint = 'organization_nodes_one_tree';
    end if;
    select parent_id into above from organization_nodes where company_id = new.company_id and id = above;
  end loop;
  return null;
end $$;

create or replace trigger one_tree after insert or update of parent_id on mcc.organization_nodes
  for each row execute function mcc.refuse_cycle();
