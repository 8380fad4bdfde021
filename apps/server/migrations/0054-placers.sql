-- Who placed an order is found by every name the sender gave: a username, an e-mail address or a full name, however it
-- is written. Two spellings are the same name when their keys are: NFKC, without blanks and characters nobody sees, in
-- one case. Upper case first, so that letters with several lower-case forms meet.
create function mcc.person_key(said text) returns text language sql immutable parallel safe
  return nullif(normalize(lower(upper(regexp_replace(normalize(said, NFKC),
    '[\u0001-\u0020\u007F-\u00A0\u00AD\u034F\u061C\u115F\u1160\u1680\u17B4\u17B5\u180B-\u180F\u2000-\u200F\u2028-\u202F'
    '\u205F-\u206F\u2800\u3000\u3164\uFE00-\uFE0F\uFEFF\uFFA0\uFFF0-\uFFFB\U0001BCA0-\U0001BCA3\U0001D173-\U0001D17A'
    '\U000E0000-\U000E0FFF]+', '', 'g') collate tenant.by_name)), NFKC), '');

-- What was sent as a username beside a name is kept even where nobody goes by it: it may be an e-mail address, or that of
-- a user to come. Of somebody who was named by nothing but a username that is known, the name is ours and not the
-- sender's: it bars nobody else of that name.
alter table mcc.person_snapshots add column username text;
alter table mcc.person_snapshots add column keys text[] not null generated always as
  (case when user_id is not null and username is null then '{}'
    else array_remove(array[mcc.person_key(name), mcc.person_key(username)], null) end) stored;
alter table mcc.person_snapshots
  drop constraint person_snapshots_company_id_user_id_name_key,
  add unique nulls not distinct (company_id, user_id, name, username);
create index person_snapshots_keys on mcc.person_snapshots using gin (keys);

-- What users go by, and went by until `lost_at`: renaming somebody does not free them for an order that is there already.
create table mcc.user_identities (
  company_id bigint not null references mcc.companies (id),
  user_id bigint not null references mcc.users (id) on delete cascade,
  key text not null,
  lost_at timestamptz,
  primary key (company_id, key, user_id)
);
create index user_identities_user on mcc.user_identities (user_id);

create function mcc.identity_keys(username text, email text, first_name text, last_name text) returns text[]
  language sql immutable parallel safe
  return array(select distinct key from unnest(array[mcc.person_key(username), mcc.person_key(email),
    mcc.person_key(first_name || ' ' || last_name)]) as key where key is not null);

insert into mcc.user_identities (company_id, user_id, key)
  select company_id, id, unnest(mcc.identity_keys(username, email, first_name, last_name))
  from mcc.users where company_id is not null;

-- The users whom an order that arrived at `since` names.
drop function mcc.placers(bigint, bigint, bigint);
create function mcc.placers(company bigint, people bigint[], since timestamptz) returns bigint[] language sql stable
  return array(
    select person.user_id from mcc.person_snapshots person
    where person.company_id = company and person.id = any(people) and person.user_id is not null
    union
    select known.user_id from mcc.person_snapshots person
    join mcc.user_identities known on known.company_id = company and known.key = any(person.keys)
      and (known.lost_at is null or known.lost_at > since)
    where person.company_id = company and person.id = any(people));

-- Every open step carries them from the beginning, so that whoever asks, for one order or for a list, only compares
-- ids. A step can be added in front of the current one, which then is the current one no more.
create or replace function mcc.mark_current_steps() returns trigger
  language plpgsql security definer set search_path = mcc, pg_temp as $$
begin
  if pg_trigger_depth() > 1 then
    return null; -- its own work
  end if;
  if tg_op = 'INSERT' then
    -- Users who get a name meanwhile wait, and then find these steps.
    perform pg_advisory_xact_lock_shared(7002, added.company_id::int)
      from (select distinct company_id from new_rows order by company_id) as added;
    update order_steps step set placed_by = named.placed_by
      from (select orders.company_id, orders.id, mcc.placers(orders.company_id,
              array[orders.creator_id, orders.ordered_by_id, orders.requested_by_id], orders.created_at) as placed_by
            from (select distinct company_id, order_id from new_rows where state = 'open') as added
            join orders on orders.company_id = added.company_id and orders.id = added.order_id) as named
      where step.company_id = named.company_id and step.order_id = named.id and step.state = 'open'
        and step.placed_by <> named.placed_by;
    update order_steps step set is_current = false
      from new_rows added
      where step.company_id = added.company_id and step.order_id = added.order_id and step.is_current
        and added.state = 'open' and added.position < step.position;
  end if;
  update order_steps step set is_current = true, site_id = orders.site_id
    from (select distinct on (waiting.company_id, waiting.order_id) waiting.id, waiting.company_id, waiting.order_id
          from (select distinct company_id, order_id from new_rows) as touched
          join order_steps waiting on waiting.company_id = touched.company_id
            and waiting.order_id = touched.order_id and waiting.state = 'open'
          order by waiting.company_id, waiting.order_id, waiting.position) as first
    join orders on orders.company_id = first.company_id and orders.id = first.order_id
    where step.id = first.id and not step.is_current;
  return null;
end $$;

-- Somebody who is added or renamed is barred from the orders that wait and name them so. Steps are taken in the order in
-- which approvals take them.
create function mcc.note_identities() returns trigger
  language plpgsql security definer set search_path = mcc, pg_temp as $$
declare
  held text[] := mcc.identity_keys(new.username, new.email, new.first_name, new.last_name);
  people bigint[];
begin
  perform pg_advisory_xact_lock(7002, new.company_id::int);
  update user_identities set lost_at = clock_timestamp()
    where user_id = new.id and lost_at is null and (company_id <> new.company_id or key <> all(held));
  insert into user_identities as known (company_id, user_id, key)
    select new.company_id, new.id, key from unnest(held) as key
    on conflict (company_id, key, user_id) do update set lost_at = null where known.lost_at is not null;
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

create trigger identities_gained after insert on mcc.users
  for each row when (new.company_id is not null) execute function mcc.note_identities();
create trigger identities_changed after update on mcc.users
  for each row when (new.company_id is not null
    and (old.company_id, old.username, old.email, old.first_name, old.last_name)
      is distinct from (new.company_id, new.username, new.email, new.first_name, new.last_name))
  execute function mcc.note_identities();

update mcc.order_steps step set placed_by = mcc.placers(orders.company_id,
    array[orders.creator_id, orders.ordered_by_id, orders.requested_by_id], orders.created_at)
  from mcc.orders
  where step.state = 'open' and orders.company_id = step.company_id and orders.id = step.order_id;

call mcc.publish('person_snapshots');
