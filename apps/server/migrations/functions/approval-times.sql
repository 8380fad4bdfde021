-- The moment when the clocks of a time zone first show a time; one that is skipped when clocks go forward is the moment
-- they do. As `momentOf` in the contract's working-time.ts.
create or replace function mcc.moment_of(clock timestamp, zone text) returns timestamptz
  language plpgsql stable as $$
declare
  shown timestamptz := clock at time zone 'UTC';
  earlier timestamptz := shown - interval '1 day';
  later timestamptz := shown + interval '1 day';
  middle timestamptz;
begin
  earlier := shown - ((earlier at time zone zone) - (earlier at time zone 'UTC'));
  if earlier at time zone zone = clock then
    return earlier;
  end if;
  later := shown - ((later at time zone zone) - (later at time zone 'UTC'));
  if later at time zone zone = clock then
    return later;
  end if;
  if later < earlier then
    middle := earlier;
    earlier := later;
    later := middle;
  end if;
  while later - earlier > interval '1 second' loop
    middle := date_trunc('second', earlier + (later - earlier) / 2);
    if middle at time zone zone < clock then
      earlier := middle;
    else
      later := middle;
    end if;
  end loop;
  return later;
end $$;

-- The working time between two moments in seconds, as `workingTimeBetween` in the contract. A test compares both.
create or replace function mcc.working_seconds(
  since timestamptz, until timestamptz, days smallint[], starts text, ends text, zone text
) returns double precision language plpgsql stable as $$
declare
  day date := (since at time zone zone)::date - 1;
  last_day date := (until at time zone zone)::date + 1;
  passed double precision := 0;
begin
  while day <= last_day loop
    if extract(isodow from day)::smallint = any(days) then
      passed := passed + greatest(0, extract(epoch from
        least(until, mcc.moment_of(day + ends::interval, zone)) - greatest(since, mcc.moment_of(day + starts::interval, zone))));
    end if;
    day := day + 1;
  end loop;
  return passed;
exception when invalid_parameter_value then
  -- A time zone that only browsers know.
  return greatest(0, extract(epoch from until - since));
end $$;

-- Rounded up: to a minute within an hour, to 5 within 8 hours, to 15 within 40, to an hour within 200, then to 4 hours.
create or replace function mcc.rounded_minutes(seconds double precision) returns integer language sql immutable
  return case when seconds <= 3600 then ceil(seconds / 60)
    when seconds <= 28800 then ceil(seconds / 300) * 5
    when seconds <= 144000 then ceil(seconds / 900) * 15
    when seconds <= 720000 then ceil(seconds / 3600) * 60
    else ceil(seconds / 14400) * 240 end::integer;

-- What the steps of orders say now. A step that was settled together with an earlier one has not waited. An order counts
-- as a whole when no step is open, unless it was canceled before. A time that was counted stays, with the working hours
-- of its decision.
create or replace function mcc.note_approval_times(company bigint, ids bigint[]) returns void language sql as $$
  with decided as (
    select step.id, step.order_id, orders.site_id, step.current_since, step.acted_at, coalesce(step.acted_by_name, '') as approver,
      step.name, step.user_id is not null as of_person, step.escalated_at is not null as escalated,
      step.principal_id is not null as delegated, step.by_email, step.state = 'rejected' as rejected
    from mcc.order_steps step
    join mcc.orders on orders.company_id = company and orders.id = step.order_id
    where step.company_id = company and step.order_id = any(ids) and step.state in ('done', 'rejected')
      and step.current_since is not null),
  settled as (
    select distinct on (order_id) id, order_id, site_id, min(current_since) over whole as current_since, acted_at, approver, name,
      of_person, bool_or(escalated) over whole as escalated, bool_or(delegated) over whole as delegated,
      bool_or(by_email) over whole as by_email, bool_or(rejected) over whole as rejected
    from decided
    where not exists (select from mcc.order_steps other where other.company_id = company
      and other.order_id = decided.order_id and (other.state = 'open' or other.is_canceled))
    window whole as (partition by order_id)
    order by order_id, acted_at desc, id desc),
  timed as (select false as of_order, * from decided union all select true, * from settled),
  gone as (
    delete from mcc.approval_times times where times.company_id = company and times.order_id = any(ids)
      and not exists (select from timed where timed.of_order = times.of_order and timed.id = times.step_id))
  insert into mcc.approval_times as kept (company_id, of_order, step_id, order_id, site_id, decided_at, approver, step, minutes,
    escalated, delegated, by_email, rejected, since, of_person)
  select company, timed.of_order, timed.id, timed.order_id, timed.site_id, timed.acted_at, timed.approver, timed.name,
    coalesce(
      (select before.minutes from mcc.approval_times before
        where before.company_id = company and before.of_order = timed.of_order and before.step_id = timed.id
          and before.decided_at = timed.acted_at and coalesce(before.since, timed.current_since) = timed.current_since),
      mcc.rounded_minutes(mcc.working_seconds(timed.current_since, timed.acted_at, settings.working_days,
        settings.working_from, settings.working_until, settings.time_zone))),
    timed.escalated, timed.delegated, timed.by_email, timed.rejected, timed.current_since, timed.of_person
  from timed
  join mcc.company_configurations settings on settings.company_id = company
  order by timed.of_order, timed.id
  on conflict (company_id, of_order, step_id) do update set site_id = excluded.site_id, decided_at = excluded.decided_at,
    approver = excluded.approver, step = excluded.step, minutes = excluded.minutes, escalated = excluded.escalated,
    delegated = excluded.delegated, by_email = excluded.by_email, rejected = excluded.rejected, since = excluded.since,
    of_person = excluded.of_person
  where kept is distinct from excluded;
$$;

create or replace function mcc.time_decisions() returns trigger
  language plpgsql security definer set search_path = mcc, pg_temp as $$
declare
  touched record;
begin
  -- Another name for a person who is erased, which the times get as well: working hours may have changed since.
  if current_setting('mcc.erasing', true) = 'on' then
    return null;
  end if;
  if tg_op = 'UPDATE' then
    for touched in
      select after.company_id, array_agg(distinct after.order_id) as ids
      from new_rows after join old_rows before on before.id = after.id
      where (before.state, before.acted_at, before.acted_by_name, before.principal_id) is distinct from
          (after.state, after.acted_at, after.acted_by_name, after.principal_id)
        or (after.acted_at is not null and (before.name, before.current_since, before.escalated_at, before.by_email) is distinct from
          (after.name, after.current_since, after.escalated_at, after.by_email))
      group by 1 order by 1
    loop
      perform mcc.note_approval_times(touched.company_id, touched.ids);
    end loop;
  elsif tg_op = 'INSERT' then
    for touched in
      select company_id, array_agg(distinct order_id) as ids from new_rows after
      where acted_at is not null or exists (select from approval_times times
        where times.company_id = after.company_id and times.order_id = after.order_id and times.of_order)
      group by 1 order by 1
    loop
      perform mcc.note_approval_times(touched.company_id, touched.ids);
    end loop;
  else
    for touched in
      select company_id, array_agg(distinct order_id) as ids from old_rows before
      where exists (select from approval_times times
        where times.company_id = before.company_id and times.order_id = before.order_id)
      group by 1 order by 1
    loop
      perform mcc.note_approval_times(touched.company_id, touched.ids);
    end loop;
  end if;
  return null;
end $$;

create or replace trigger time_added after insert on mcc.order_steps
  referencing new table as new_rows for each statement execute function mcc.time_decisions();
create or replace trigger time_changed after update on mcc.order_steps
  referencing old table as old_rows new table as new_rows for each statement execute function mcc.time_decisions();
create or replace trigger time_deleted after delete on mcc.order_steps
  referencing old table as old_rows for each statement execute function mcc.time_decisions();

-- The times of an order are seen where the order is.
create or replace function mcc.move_approval_times() returns trigger
  language plpgsql security definer set search_path = mcc, pg_temp as $$
begin
  update approval_times times set site_id = after.site_id
    from new_rows after join old_rows before on before.company_id = after.company_id and before.id = after.id
    where before.site_id <> after.site_id and times.company_id = after.company_id and times.order_id = after.id;
  return null;
end $$;

create or replace trigger times_moved after update on mcc.orders
  referencing old table as old_rows new table as new_rows for each statement execute function mcc.move_approval_times();

-- Only adds rows, so that decisions of different steps never wait for each other; a job adds them up.
create or replace function mcc.count_approval_times() returns trigger
  language plpgsql security definer set search_path = mcc, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    perform mcc.add_month_times(array(select row(come.*)::approval_times from new_rows come), '{}');
  elsif tg_op = 'DELETE' then
    perform mcc.add_month_times('{}', array(select row(gone.*)::approval_times from old_rows gone));
  else
    perform mcc.add_month_times(array(select row(come.*)::approval_times from new_rows come),
      array(select row(gone.*)::approval_times from old_rows gone));
  end if;
  return null;
end $$;

create or replace function mcc.add_month_times(come mcc.approval_times[], gone mcc.approval_times[]) returns void
  language sql as $$
  insert into mcc.approval_month_times (company_id, of_order, counted_by, site_id, month, name, times, decisions, escalated,
    delegated, by_email, rejected)
  select company_id, of_order, counted_by, site_id, month, name,
    coalesce(string_agg(tenant.packed_times(minutes, decisions), '') filter (where decisions <> 0), ''),
    sum(decisions), sum(escalated), sum(delegated), sum(by_email), sum(rejected)
  from (
    select company_id, of_order, counted.by as counted_by, counted.site_id,
      date_trunc('month', decided_at at time zone 'UTC')::date as month, counted.name, minutes, sum(factor)::integer as decisions,
      sum(factor * escalated::int) as escalated, sum(factor * delegated::int) as delegated,
      sum(factor * by_email::int) as by_email, sum(factor * rejected::int) as rejected
    from (select 1 as factor, * from unnest(come) union all select -1, * from unnest(gone)) as changed
      cross join lateral (values ('all', 0, ''), ('approver', 0, approver),
        (case when of_person then 'person' else 'step' end, 0, step), ('site', changed.site_id, ''),
        (case when not of_person then 'site step' end, changed.site_id, step)) as counted (by, site_id, name)
    where counted.by is not null
    group by 1, 2, 3, 4, 5, 6, 7) as counts
  where decisions <> 0 or escalated <> 0 or delegated <> 0 or by_email <> 0 or rejected <> 0
  group by 1, 2, 3, 4, 5, 6;
$$;

-- Adds up what decisions have added since the last time; returns how many rows that were.
create or replace function mcc.add_up_month_times(most integer) returns bigint language sql as $$
  with fresh as (
    select ctid from mcc.approval_month_times where not added_up order by company_id, month limit most for update skip locked),
  keys as (
    select distinct company_id, of_order, counted_by, site_id, month, name
    from mcc.approval_month_times where ctid = any(array(select ctid from fresh))),
  gone as (
    delete from mcc.approval_month_times where ctid = any(array(
      select ctid from fresh
      union all
      select times.ctid from keys
      join mcc.approval_month_times times using (company_id, of_order, counted_by, site_id, month, name) where times.added_up))
    returning *),
  counts as (
    select company_id, of_order, counted_by, site_id, month, name, minutes, sum(counted.decisions)::integer as decisions
    from gone cross join lateral tenant.unpacked_times(times) as counted
    group by 1, 2, 3, 4, 5, 6, 7 having sum(counted.decisions) <> 0),
  packed as (
    select company_id, of_order, counted_by, site_id, month, name,
      string_agg(tenant.packed_times(minutes, decisions), '' order by minutes) as times
    from counts group by 1, 2, 3, 4, 5, 6),
  sums as (
    select company_id, of_order, counted_by, site_id, month, name, sum(decisions) as decisions, sum(escalated) as escalated,
      sum(delegated) as delegated, sum(by_email) as by_email, sum(rejected) as rejected
    from gone group by 1, 2, 3, 4, 5, 6),
  added as (
    insert into mcc.approval_month_times
    select company_id, of_order, counted_by, site_id, month, name, packed.times, decisions, escalated, delegated, by_email,
      rejected, true
    from sums join packed using (company_id, of_order, counted_by, site_id, month, name))
  select count(*) from fresh;
$$;

create or replace trigger count_added after insert on mcc.approval_times
  referencing new table as new_rows for each statement execute function mcc.count_approval_times();
create or replace trigger count_changed after update on mcc.approval_times
  referencing old table as old_rows new table as new_rows for each statement execute function mcc.count_approval_times();
create or replace trigger count_removed after delete on mcc.approval_times
  referencing old table as old_rows for each statement execute function mcc.count_approval_times();

-- Times some steps from before, in the order of their ids; false when none are left. Two workers do not do it at once.
create or replace function mcc.time_earlier_steps(most integer) returns boolean language plpgsql as $$
declare
  part record;
  last bigint;
  batch record;
begin
  select * into part from mcc.untimed_steps for update skip locked;
  if not found then
    return false;
  end if;
  select max(id) into last from (select id from mcc.order_steps
    where id > part.done_up_to and id <= part.last_id order by id limit most) as next;
  if last is null then
    delete from mcc.untimed_steps;
    return false;
  end if;
  for batch in
    select company_id, array_agg(distinct order_id) as ids from mcc.order_steps
    where id > part.done_up_to and id <= last and state in ('done', 'rejected') and current_since is not null
    group by 1 order by 1
  loop
    perform mcc.note_approval_times(batch.company_id, batch.ids);
  end loop;
  update mcc.untimed_steps set done_up_to = last;
  return true;
end $$;
