-- What users go by.
create or replace function mcc.identity_keys(username text, email text, first_name text, last_name text) returns text[]
  language sql immutable parallel safe
  return array(select distinct key from unnest(array[mcc.person_key(username), mcc.person_key(email),
    mcc.person_key(first_name || ' ' || last_name)]) as key where key is not null);

-- Somebody who is added or renamed is barred from the orders that wait and name them so. What they were called before
-- is kept: it bars them from orders that name it, whenever these arrive. Steps are taken in the order in which approvals
-- take them.
create or replace function mcc.note_identities() returns trigger
  language plpgsql security definer set search_path = mcc, pg_temp as $$
declare
  held text[] := mcc.identity_keys(new.username, new.email, new.first_name, new.last_name);
  people bigint[];
begin
  perform pg_advisory_xact_lock(7002, new.company_id::int);
  insert into user_identities (company_id, user_id, key)
    select new.company_id, new.id, key from unnest(held) as key
    on conflict (company_id, key, user_id) do nothing;
  people := array(select id from person_snapshots where company_id = new.company_id and keys && held);
  if people <> '{}' then
    update order_steps step set placed_by = array_append(step.placed_by, new.id)
      from (select waiting.id from order_steps waiting
            join orders on orders.company_id = new.company_id and orders.id = waiting.order_id and orders.status = 2
              and (orders.creator_id = any(people) or orders.ordered_by_id = any(people)
                or orders.requested_by_id = any(people))
            where waiting.company_id = new.company_id and waiting.state = 'open' and new.id <> all(waiting.placed_by)
            order by waiting.order_id, waiting.position for update of waiting) as found
      where step.id = found.id and new.id <> all(step.placed_by);
  end if;
  return null;
end $$;

create or replace trigger identities_gained after insert on mcc.users
  for each row when (new.company_id is not null) execute function mcc.note_identities();
create or replace trigger identities_changed after update on mcc.users
  for each row when (new.company_id is not null
    and (old.company_id, old.username, old.email, old.first_name, old.last_name)
      is distinct from (new.company_id, new.username, new.email, new.first_name, new.last_name))
  execute function mcc.note_identities();
