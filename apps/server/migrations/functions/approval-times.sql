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
-- as a whole when no step is open, unless it was canceled before.
create or replace function mcc.note_approval_times(company bigint, ids bigint[]) returns void language sql as $$
  delete from mcc.approval_times where company_id = company and order_id = any(ids);
  with decided as (
    select step.id, step.order_id, orders.site_id, step.current_since, step.acted_at, coalesce(step.acted_by_name, '') as approver,
      step.name, step.escalated_at is not null as escalated, step.principal_id is not null as delegated, step.by_email,
      step.state = 'rejected' as rejected
    from mcc.order_steps step
    join mcc.orders on orders.company_id = company and orders.id = step.order_id
    where step.company_id = company and step.order_id = any(ids) and step.state in ('done', 'rejected')
      and step.current_since is not null),
  settled as (
    select distinct on (order_id) id, order_id, site_id, min(current_since) over whole as current_since, acted_at, approver, name,
      bool_or(escalated) over whole as escalated, bool_or(delegated) over whole as delegated,
      bool_or(by_email) over whole as by_email, bool_or(rejected) over whole as rejected
    from decided
    where not exists (select from mcc.order_steps other where other.company_id = company
      and other.order_id = decided.order_id and (other.state = 'open' or other.is_canceled))
    window whole as (partition by order_id)
    order by order_id, acted_at desc, id desc)
  insert into mcc.approval_times
  select company, timed.of_order, timed.id, timed.order_id, timed.site_id, timed.acted_at, timed.approver, timed.name,
    mcc.rounded_minutes(mcc.working_seconds(timed.current_since, timed.acted_at, settings.working_days,
      settings.working_from, settings.working_until, settings.time_zone)),
    timed.escalated, timed.delegated, timed.by_email, timed.rejected
  from (select false as of_order, * from decided union all select true, * from settled)
    as timed (of_order, id, order_id, site_id, current_since, acted_at, approver, name, escalated, delegated, by_email, rejected)
  join mcc.company_configurations settings on settings.company_id = company
  order by timed.of_order, timed.id;
$$;

create or replace function mcc.time_decisions() returns trigger
  language plpgsql security definer set search_path = mcc, pg_temp as $$
declare
  touched record;
begin
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

-- Rows are taken in key order, so that two writers never wait for each other in a circle.
create or replace function mcc.count_approval_times() returns trigger
  language plpgsql security definer set search_path = mcc, pg_temp as $$
declare
  factor integer := case tg_op when 'DELETE' then -1 else 1 end;
begin
  insert into approval_month_times as kept
  select company_id, of_order, counted.by, date_trunc('month', decided_at at time zone 'UTC')::date, counted.name, minutes,
    factor * count(*), factor * count(*) filter (where escalated), factor * count(*) filter (where delegated),
    factor * count(*) filter (where by_email), factor * count(*) filter (where rejected)
  from changed cross join lateral (values ('all', ''), ('approver', approver), ('step', step)) as counted (by, name)
  group by 1, 2, 3, 4, 5, 6 order by 1, 2, 3, 4, 5, 6
  on conflict (company_id, of_order, counted_by, month, name, minutes) do update
    set decisions = kept.decisions + excluded.decisions, escalated = kept.escalated + excluded.escalated,
      delegated = kept.delegated + excluded.delegated, by_email = kept.by_email + excluded.by_email,
      rejected = kept.rejected + excluded.rejected;
  return null;
end $$;

create or replace trigger count_added after insert on mcc.approval_times
  referencing new table as changed for each statement execute function mcc.count_approval_times();
create or replace trigger count_removed after delete on mcc.approval_times
  referencing old table as changed for each statement execute function mcc.count_approval_times();

-- What was decided before there were times.
do $$
declare
  untimed record;
begin
  for untimed in
    select step.company_id, array_agg(distinct step.order_id) as ids from mcc.order_steps step
    where step.state in ('done', 'rejected') and step.current_since is not null
      and not exists (select from mcc.approval_times times
        where times.company_id = step.company_id and not times.of_order and times.step_id = step.id)
    group by 1 order by 1
  loop
    perform mcc.note_approval_times(untimed.company_id, untimed.ids);
  end loop;
end $$;
