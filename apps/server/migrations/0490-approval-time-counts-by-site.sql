-- not side by side: the counts get another form, which only functions of the database write. They are counted again from
-- the single times, for which decisions wait.

-- The counts of a month in one value instead of a row for each time, and also by site: a page reads some thousand rows
-- instead of every decision.
lock table mcc.approval_times in share row exclusive mode;
drop view tenant.approval_month_times;
drop table mcc.approval_month_times;
create table mcc.approval_month_times (
  company_id bigint not null references mcc.companies (id),
  of_order boolean not null,
  counted_by text not null check (counted_by in ('all', 'approver', 'step', 'person', 'site', 'site step')),
  -- 0 where all sites are counted together
  site_id bigint not null,
  month date not null, -- its first day, in UTC
  name text not null,
  -- how many decisions took how long: two bytes of a time and one of a number, again and again (functions/approval-times.sql)
  times bytea not null,
  decisions bigint not null,
  escalated bigint not null,
  delegated bigint not null,
  by_email bigint not null,
  rejected bigint not null,
  added_up boolean not null default false
);

-- A time and how many decisions took it, as counts are stored: two bytes of a time, which above 200 hours is in steps of 4
-- hours, and one byte of a number, of which as many follow each other as are needed.
create or replace function tenant.packed_times(minutes integer, decisions integer) returns bytea language sql immutable
  return (select string_agg(
      int2send(least(32767, case when minutes <= 12000 then minutes else 12000 + (minutes - 12000) / 240 end)::smallint)
        || substr(int2send(greatest(-127, least(127, decisions - sign(decisions)::integer * done))::smallint), 2), '')
    from generate_series(0, abs(decisions) - 1, 127) as done);

create or replace function tenant.unpacked_times(times bytea, out minutes integer, out decisions integer) returns setof record
  language sql immutable as $$
  select case when time <= 12000 then time else 12000 + (time - 12000) * 240 end, number - case when number > 127 then 256 else 0 end
  from generate_series(0, length(times) - 1, 3) as at
  cross join lateral (values (get_byte(times, at) * 256 + get_byte(times, at + 1), get_byte(times, at + 2))) as packed (time, number);
$$;

insert into mcc.approval_month_times
  select company_id, of_order, counted_by, site_id, month, name,
    string_agg(tenant.packed_times(minutes, decisions), '' order by minutes),
    sum(decisions), sum(escalated), sum(delegated), sum(by_email), sum(rejected), true
  from (
    select company_id, of_order, counted.by as counted_by, counted.site_id,
      date_trunc('month', decided_at at time zone 'UTC')::date as month, counted.name, minutes, count(*)::integer as decisions,
      sum(escalated::int) as escalated, sum(delegated::int) as delegated, sum(by_email::int) as by_email,
      sum(rejected::int) as rejected
    from mcc.approval_times times
      cross join lateral (values ('all', 0, ''), ('approver', 0, approver), (case when of_person then 'person' else 'step' end, 0, step),
        ('site', times.site_id, ''), (case when not of_person then 'site step' end, times.site_id, step))
        as counted (by, site_id, name)
    where counted.by is not null
    group by 1, 2, 3, 4, 5, 6, 7) as counts
  group by 1, 2, 3, 4, 5, 6;

create index approval_month_times_key on mcc.approval_month_times (company_id, of_order, counted_by, site_id, month, name);
create index approval_month_times_new on mcc.approval_month_times (company_id, month) where not added_up;
call mcc.publish('approval_month_times');
revoke insert, update, delete on tenant.approval_month_times from mcc_request;
