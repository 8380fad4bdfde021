-- The users whom an order names: who goes by one of its names or ever did. A username that is somebody's now bars
-- those who had it before, too.
create or replace function mcc.who_placed(company bigint, people bigint[]) returns bigint[] language sql stable
  return array(
    select person.user_id from mcc.person_snapshots person
    where person.company_id = company and person.id = any(people) and person.user_id is not null
    union
    select known.user_id from mcc.person_snapshots person
    join mcc.user_identities known on known.company_id = company and known.key = any(person.keys)
    where person.company_id = company and person.id = any(people)
    union
    select known.user_id from mcc.person_snapshots person
    join mcc.users named on named.id = person.user_id
    join mcc.user_identities known on known.company_id = company and known.key = mcc.person_key(named.username)
    where person.company_id = company and person.id = any(people) and person.username is null);

-- The first open step of an order is its current one, in the transaction of every change.
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
    -- Whoever is barred stays barred: a name may have passed to somebody else and changed again meanwhile.
    update order_steps step set placed_by = named.placed_by
      from (select orders.company_id, orders.id, array(
              select unnest(mcc.who_placed(orders.company_id,
                array[orders.creator_id, orders.ordered_by_id, orders.requested_by_id]))
              union
              select unnest(known.placed_by) from order_steps known
              where known.company_id = orders.company_id and known.order_id = orders.id
              order by 1) as placed_by
            from (select distinct company_id, order_id from new_rows where state = 'open') as added
            join orders on orders.company_id = added.company_id and orders.id = added.order_id) as named
      where step.company_id = named.company_id and step.order_id = named.id and step.state = 'open'
        and step.placed_by <> named.placed_by;
    update order_steps step set is_current = false, current_since = null, escalated_at = null, reminders = 0
      from new_rows added
      where step.company_id = added.company_id and step.order_id = added.order_id and step.is_current
        and added.state = 'open' and added.position < step.position;
  end if;
  update order_steps step
    set is_current = true, site_id = orders.site_id, current_since = coalesce(step.current_since, now())
    from (select distinct on (waiting.company_id, waiting.order_id) waiting.id, waiting.company_id, waiting.order_id
          from (select distinct company_id, order_id from new_rows) as touched
          join order_steps waiting on waiting.company_id = touched.company_id
            and waiting.order_id = touched.order_id and waiting.state = 'open'
          order by waiting.company_id, waiting.order_id, waiting.position) as first
    join orders on orders.company_id = first.company_id and orders.id = first.order_id
    where step.id = first.id and not step.is_current;
  return null;
end $$;

create or replace trigger mark_added after insert on mcc.order_steps
  referencing new table as new_rows for each statement execute function mcc.mark_current_steps();
create or replace trigger mark_changed after update on mcc.order_steps
  referencing new table as new_rows for each statement execute function mcc.mark_current_steps();

-- A step that is decided or dropped is not the current one any more. A link in an e-mail is marked as used before it
-- decides.
create or replace function mcc.leave_step() returns trigger
  language plpgsql security definer set search_path = mcc, pg_temp as $$
begin
  new.is_current := false;
  new.by_email := new.acted_at is not null and exists (select from decision_links link
    where link.company_id = new.company_id and link.order_id = new.order_id and link.step_id = new.id
      and link.user_id = new.acted_by_id and link.used_at is not null);
  return new;
end $$;

create or replace trigger leave_step before update on mcc.order_steps
  for each row when (old.is_current and new.state <> 'open') execute function mcc.leave_step();

-- The previous release calls this one, also beside this release: to be dropped in the next.
create or replace function mcc.placers(company bigint, people bigint[], since timestamptz) returns bigint[] language sql stable
  return array(
    select person.user_id from mcc.person_snapshots person
    where person.company_id = company and person.id = any(people) and person.user_id is not null
    union
    select known.user_id from mcc.person_snapshots person
    join mcc.user_identities known on known.company_id = company and known.key = any(person.keys)
      and (known.lost_at is null or known.lost_at > since)
    where person.company_id = company and person.id = any(people));

-- Its name until now.
drop function if exists mcc.placers(bigint, bigint[]);
