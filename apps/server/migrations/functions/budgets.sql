-- The period of a budget that has this day, if one has: n months after each other, or as many days as the first one.
create or replace function tenant.budget_period(period text, starts_on date, ends_on date, repeats boolean, day date,
  out first_day date, out last_day date)
  language plpgsql immutable as $$
declare
  months integer := case period when 'month' then 1 when 'quarter' then 3 when 'year' then 12 end;
  days integer := ends_on - starts_on + 1;
  at integer;
begin
  if day < starts_on then
    return;
  end if;
  if months is null then
    at := (day - starts_on) / days;
    first_day := starts_on + at * days;
    last_day := first_day + days - 1;
  else
    at := ((extract(year from day) - extract(year from starts_on)) * 12
      + extract(month from day) - extract(month from starts_on))::integer / months;
    if starts_on + make_interval(months => at * months) > day then
      at := at - 1;
    end if;
    first_day := starts_on + make_interval(months => at * months);
    last_day := least((starts_on + make_interval(months => (at + 1) * months))::date - 1, ends_on);
  end if;
  if (at > 0 and not repeats) or day > last_day then
    first_day := null;
    last_day := null;
  end if;
end $$;

-- The period of today, or the one that is nearest to it.
create or replace function tenant.current_budget_period(period text, starts_on date, ends_on date, repeats boolean,
  today date, out first_day date, out last_day date)
  language plpgsql immutable as $$
begin
  select * into first_day, last_day from tenant.budget_period(period, starts_on, ends_on, repeats, today);
  if first_day is null then
    select * into first_day, last_day from tenant.budget_period(period, starts_on, ends_on, repeats,
      case when today < starts_on or not repeats then starts_on else ends_on end);
  end if;
end $$;

-- "Q4", "November" or "2026" of a calendar period, otherwise "Nov 15 – Dec 14"; with the year where it stands alone.
create or replace function tenant.budget_period_label(period text, first_day date, last_day date, with_year boolean)
  returns text language sql immutable
  return case
    when period = 'year' and to_char(first_day, 'MMDD') = '0101' and to_char(last_day, 'MMDD') = '1231'
      then to_char(first_day, 'YYYY')
    when period = 'quarter' and first_day = date_trunc('quarter', first_day)
        and last_day = (date_trunc('quarter', first_day) + interval '3 months - 1 day')::date
      then to_char(first_day, '"Q"Q') || case when with_year then to_char(first_day, ' YYYY') else '' end
    when period = 'month' and first_day = date_trunc('month', first_day)
        and last_day = (date_trunc('month', first_day) + interval '1 month - 1 day')::date
      then to_char(first_day, 'FMMonth') || case when with_year then to_char(first_day, ' YYYY') else '' end
    else to_char(first_day, 'Mon DD')
      || case when with_year and extract(year from first_day) <> extract(year from last_day)
           then to_char(first_day, ' YYYY') else '' end
      || ' – ' || to_char(last_day, 'Mon DD') || case when with_year then to_char(last_day, ' YYYY') else '' end end;

create or replace function tenant.dollars(amount numeric) returns text language sql immutable
  return case when amount < 0 then '-' else '' end || to_char(abs(amount), 'FM"$"999,999,999,999,999,990.00');

-- "Rig 117, Q4: $1,240.00 beyond $50,000.00"
create or replace function tenant.beyond_words(name text, label text, used numeric, amount numeric) returns text
  language sql immutable
  return name || ', ' || label || ': ' || tenant.dollars(used - amount) || ' beyond ' || tenant.dollars(amount);

create or replace function mcc.nodes_above(company bigint, site bigint) returns bigint[]
  language sql stable set search_path = mcc, pg_temp as $$
  with recursive above as (
    select node.id, node.parent_id from sites join organization_nodes node
      on node.company_id = company and node.id = sites.node_id
    where sites.company_id = company and sites.id = site
    union all
    select node.id, node.parent_id from above join organization_nodes node
      on node.company_id = company and node.id = above.parent_id)
  select array_agg(id) from above $$;

-- The budgets that cover orders with these values, each in its period, by the coverage that holds and by the one that is
-- being computed. Every condition that is given holds. Places and periods are compared once for all orders of a site and
-- of a day. A plan that was made while tables were empty is kept for long: it must use their indexes from the beginning.
create or replace function mcc.budgets_covering(company bigint, order_ids bigint[], sites bigint[], dates timestamptz[],
  afes text[], fields jsonb[], only_budget bigint default null)
  returns table (order_id bigint, budget_id bigint, is_next boolean, has_next boolean, day date, first_day date)
  language plpgsql stable set search_path = mcc, pg_temp set enable_seqscan = off as $$
#variable_conflict use_column
declare
  zone text := coalesce((select time_zone from company_configurations where company_id = company), 'UTC');
begin
  return query
    with placed as materialized (
      select given.id, given.site, lower(trim(given.afe)) as afe, given.fields,
        (given.placed_at at time zone zone)::date as day
      from unnest(order_ids, sites, dates, afes, fields) as given (id, site, placed_at, afe, fields)),
    places as materialized (select distinct placed.site from placed),
    near as materialized (
      select places.site, named.budget_id, named.revision
      from places join budget_sites named on named.site_id = places.site
      where only_budget is null or named.budget_id = only_budget
      union all
      select places.site, coverage.budget_id, coverage.revision
      from places cross join budget_coverages coverage
      where coverage.company_id = company and coverage.site_ids is null
        and (only_budget is null or coverage.budget_id = only_budget)),
    found as materialized (
      select coverage.budget_id, coverage.revision, coverage.revision > budget.revision as is_next,
        budget.next_revision is not null as has_next, coverage.node_ids, lower(coverage.afe_number) as afe,
        coverage.field_name, coverage.field_value, coverage.period, coverage.starts_on, coverage.repeats,
        coalesce(coverage.ends_on, 'infinity') as ends_on
      from (select distinct near.budget_id, near.revision from near) as named
      join budgets budget on budget.company_id = company and budget.id = named.budget_id
        and budget.deleted_at is null and named.revision in (budget.revision, budget.next_revision)
      join budget_coverages coverage on coverage.company_id = company and coverage.budget_id = named.budget_id
        and coverage.revision = named.revision),
    periods as materialized (
      select kinds.*, days.day, span.first_day
      from (select distinct found.period, found.starts_on, found.ends_on, found.repeats from found) as kinds
      cross join (select distinct placed.day from placed) as days
      cross join lateral tenant.budget_period(kinds.period, kinds.starts_on, nullif(kinds.ends_on, 'infinity'),
        kinds.repeats, days.day) as span
      where span.first_day is not null),
    paths as materialized (
      select places.site, mcc.nodes_above(company, places.site) as nodes
      from places where exists (select from found where found.node_ids is not null)),
    spans as materialized (
      select near.site, found.budget_id, found.is_next, found.has_next, found.afe, found.field_name, found.field_value,
        periods.day, periods.first_day
      from near
      join found on found.budget_id = near.budget_id and found.revision = near.revision
      join periods on periods.period = found.period and periods.starts_on = found.starts_on
        and periods.ends_on = found.ends_on and periods.repeats = found.repeats
      left join paths on paths.site = near.site
      where found.node_ids is null or found.node_ids && paths.nodes)
    select placed.id, spans.budget_id, spans.is_next, spans.has_next, placed.day, spans.first_day
    from placed
    join spans on spans.site = placed.site and spans.day = placed.day
    where (spans.afe is null or placed.afe = spans.afe)
      and (spans.field_name is null or trim(placed.fields ->> spans.field_name) = spans.field_value);
end $$;

-- What these orders cost now in each budget, and what their entries say, where that is not the same. With `recounted`,
-- in the coverage of that budget which is being computed only.
create or replace function mcc.budget_differences(company bigint, moved bigint[], recounted bigint)
  returns table (place bigint, order_id bigint, budget_id bigint, is_next boolean, period_start date, day date,
    reserved_before numeric, committed_before numeric, reserved numeric, committed numeric)
  language plpgsql stable set search_path = mcc, pg_temp set enable_seqscan = off as $$
#variable_conflict use_column
begin
  return query
    -- By their ids, before the places are joined: a plan for few orders must not read all those of the company.
    with stored as materialized (
      select id, status, total, site_id, order_date, afe_number, custom_checkout_data from orders
      where company_id = company and id = any (moved)),
    placed as materialized (
      select stored.*, given.place
      from unnest(moved) with ordinality as given (id, place) join stored on stored.id = given.id),
    wanted as materialized (
      select placed.id as order_id, found.budget_id, found.is_next, found.has_next, found.first_day as period_start,
        found.day, case when placed.status = 2 then placed.total else 0 end as reserved,
        case when mcc.is_spent(placed.status) then placed.total else 0 end as committed
      from (select array_agg(id) as ids, array_agg(site_id) as sites, array_agg(order_date) as dates,
          array_agg(afe_number) as afes, array_agg(custom_checkout_data) as fields
        from placed where status = 2 or mcc.is_spent(status)) as given
      cross join lateral mcc.budgets_covering(company, given.ids, given.sites, given.dates, given.afes, given.fields,
        recounted) as found
      join placed on placed.id = found.order_id),
    written as materialized (
      select entry.company_id, entry.order_id, entry.budget_id, entry.revision, entry.period_start, entry.day,
        entry.reserved, entry.committed
      from budget_entries entry where entry.order_id = any (moved)),
    -- The coverage that holds, and beyond it the one that is being computed: what it has is what the first one has from
    -- now on, with its own entries. A job that computes the next one leaves the first one as it is.
    held as materialized (
      select known.order_id, known.budget_id, known.is_next, known.period_start, max(known.day) as day,
        sum(known.reserved) as reserved, sum(known.committed) as committed
      from (
        select entry.order_id, entry.budget_id, entry.revision > budget.revision as is_next, entry.period_start,
          entry.day, entry.reserved, entry.committed
        from written entry
        join budgets budget on budget.company_id = company and budget.id = entry.budget_id
          and budget.deleted_at is null
        where entry.company_id = company and (recounted is null or entry.budget_id = recounted)
        union all
        select wanted.order_id, wanted.budget_id, true, wanted.period_start, wanted.day, wanted.reserved,
          wanted.committed
        from wanted where recounted is null and wanted.has_next and not wanted.is_next
        union all
        select entry.order_id, entry.budget_id, true, entry.period_start, entry.day, entry.reserved, entry.committed
        from written entry
        join budgets budget on budget.company_id = company and budget.id = entry.budget_id
          and entry.revision <= budget.revision
        where entry.company_id = company and entry.budget_id = recounted) as known
      group by 1, 2, 3, 4),
    compared as (
      select order_id, budget_id, is_next, period_start, greatest(wanted.day, held.day) as day,
        coalesce(held.reserved, 0) as reserved_before, coalesce(held.committed, 0) as committed_before,
        coalesce(wanted.reserved, 0) as reserved, coalesce(wanted.committed, 0) as committed
      from wanted full join held using (order_id, budget_id, is_next, period_start))
    select placed.place, compared.*
    from compared join placed on placed.id = compared.order_id
    where (recounted is null or compared.is_next)
      and (compared.reserved <> compared.reserved_before or compared.committed <> compared.committed_before);
end $$;

-- These have returned less before.
drop function if exists mcc.move_budgets, tenant.move_budgets, mcc.add_budget_notices, mcc.reserved_after,
  tenant.reserved_after;

-- What pending orders that have come to these budgets after an order have reserved: it has its place before them, and
-- they have steps of their own. An order comes with the entry by which it takes something of a period, `came_by`.
-- `others` have a place although they may not be pending.
create function mcc.reserved_after(company bigint, named bigint[], others bigint[])
  returns table (budget_id bigint, period_start date, order_id bigint, reserved numeric, came_by bigint)
  language plpgsql stable set search_path = mcc, pg_temp set enable_seqscan = off as $$
#variable_conflict use_column
begin
  if named = '{}' then
    return;
  end if;
  return query
    select placed.budget_id, placed.period_start, placed.order_id, coalesce(sum(placed.reserved) over (
        partition by placed.budget_id, placed.period_start order by placed.came_by desc
        rows between unbounded preceding and 1 preceding), 0), placed.came_by
    from (
      select entry.budget_id, entry.period_start, entry.order_id, sum(entry.reserved) as reserved,
        coalesce(max(entry.id) filter (where entry.kind = 'reserve'), min(entry.id)) as came_by
      from (
        select orders.id from orders where orders.company_id = company and orders.status = 2
        union
        select unnest(others)) as waiting
      join budget_entries entry on entry.company_id = company and entry.order_id = waiting.id
      join budgets budget on budget.company_id = company and budget.id = entry.budget_id
        and entry.revision <= budget.revision
      where entry.budget_id = any (named)
      group by 1, 2, 3 having sum(entry.reserved) <> 0 or sum(entry.committed) <> 0) as placed;
end $$;

-- Brings every budget to what these orders cost now: entries for the difference, and the balances with them. Whoever
-- changes an order calls it last, with the order's row locked; doing it again writes nothing. The steps of `stepped` were
-- just determined: if they no longer fit, the transaction starts again. With `recounted`, only the
-- coverage of that budget which is being computed is moved. Returns whether there is a notice for owners.
create function mcc.move_budgets(company bigint, moved bigint[], stepped bigint[], actor bigint,
  actor_called text, recounted bigint default null) returns boolean
  language plpgsql set search_path = mcc, pg_temp as $$
declare
  -- what is used in the periods of whose percentages owners are told, and the entries of orders whose steps were just
  -- determined, where these may no longer fit
  written mcc.budget_move[];
  checked mcc.budget_move[];
  is_noticed boolean := false;
begin
  -- A change of a coverage waits for the orders that are being moved, and they for the change.
  if recounted is null then
    perform pg_advisory_xact_lock_shared(7011, company::integer);
  end if;
  if stepped <> '{}' then
    -- A budget that was deleted meanwhile, or has another role now, must not leave its step with an order: until the
    -- transaction ends, it stays as it is.
    perform from budgets where company_id = company and id in (
        select step.budget_id from order_steps step
        where step.company_id = company and step.order_id = any (stepped) and step.state = 'open'
          and step.budget_id is not null)
      order by id for key share;
    if found and exists (
      select from order_steps step join budgets budget on budget.company_id = company and budget.id = step.budget_id
      where step.company_id = company and step.order_id = any (stepped) and step.state = 'open'
        and step.role_id is distinct from budget.role_id) then
      raise exception 'The step of a budget has changed meanwhile.' using errcode = '40001';
    end if;
  end if;
  if not exists (select from budgets where company_id = company and deleted_at is null) then
    return false;
  end if;
  with moves as materialized (
    select found.*, found.reserved - found.reserved_before as more_reserved,
      found.committed - found.committed_before as more_committed
    from mcc.budget_differences(company, moved, recounted) as found),
  totals as materialized (
    select budget_id, period_start, sum(more_reserved) as reserved, sum(more_committed) as committed
    from moves where not is_next group by 1, 2),
  balances as (
    insert into budget_balances as kept (company_id, budget_id, period_start, reserved, committed)
    select company, budget_id, period_start, reserved, committed from totals order by budget_id, period_start
    on conflict (company_id, budget_id, period_start) do update
      set reserved = kept.reserved + excluded.reserved, committed = kept.committed + excluded.committed
    returning budget_id, period_start, reserved + committed as used),
  before as (
    select budget_id, period_start, balances.used - totals.reserved - totals.committed as used
    from balances join totals using (budget_id, period_start)),
  entries as (
    insert into budget_entries (company_id, budget_id, revision, period_start, day, order_id, kind, reserved, committed,
      used, actor_id, actor_name)
    select company, moves.budget_id, case when is_next then budget.next_revision else budget.revision end,
      moves.period_start, moves.day, moves.order_id,
      case when recounted is not null or is_next then 'adjust'
        when moves.committed <> 0 and committed_before = 0 then 'commit'
        when moves.reserved = 0 and moves.committed = 0 then 'release'
        when reserved_before = 0 and committed_before = 0 then 'reserve'
        when more_reserved + more_committed < 0 then 'release'
        else 'adjust' end,
      more_reserved, more_committed,
      before.used + sum(more_reserved + more_committed) over (
        partition by moves.budget_id, moves.is_next, moves.period_start order by moves.place rows unbounded preceding),
      actor, actor_called
    from moves
    join budgets budget on budget.company_id = company and budget.id = moves.budget_id
    left join before on not moves.is_next and before.budget_id = moves.budget_id
      and before.period_start = moves.period_start
    order by moves.place, moves.budget_id
    returning budget_id, order_id, period_start, reserved + committed as added, used),
  open_steps as materialized (
    select order_id, budget_id from order_steps
    where company_id = company and order_id = any (stepped) and budget_id is not null and state = 'open')
  select array(
      select row(balances.budget_id, null, balances.period_start, 0, balances.used)::mcc.budget_move
      from balances join budgets budget on budget.company_id = company and budget.id = balances.budget_id
      -- Most orders reach no percentage: then owners are not looked for.
      where case when balances.used * 100 >= budget.amount * (select min(percent) from unnest(budget.tell_at) as percent)
        then exists (select from budget_owners where company_id = company and budget_id = balances.budget_id) end),
    array(
      select row(entries.budget_id, entries.order_id, entries.period_start, entries.added, entries.used)::mcc.budget_move
      from entries join budgets budget on budget.company_id = company and budget.id = entries.budget_id
        and budget.beyond = 'step'
      where entries.order_id = any (stepped)
        and (entries.used > budget.amount or (entries.order_id, entries.budget_id) in (select * from open_steps)))
    into written, checked;
  if written <> '{}' then
    is_noticed := mcc.add_budget_notices(company, written);
  end if;
  if checked = '{}' then
    return is_noticed;
  end if;
  -- An order that took something of the budget before has its place among the pending ones.
  if exists (
    select from unnest(checked) as move join orders placed on placed.company_id = company and placed.id = move.order_id
    where move.added < placed.total) then
    checked := array(
      select row(move.budget_id, move.order_id, move.period_start, move.added, move.used - coalesce(later.reserved, 0))
        ::mcc.budget_move
      from unnest(checked) as move
      left join mcc.reserved_after(company, array(select budget_id from unnest(checked)), stepped) as later
        using (budget_id, period_start, order_id));
  end if;
  if exists (
    select from unnest(checked) as move
    join budgets budget on budget.company_id = company and budget.id = move.budget_id
    join (select id, total from orders where company_id = company and id = any (stepped) offset 0) as placed
      on placed.id = move.order_id
    cross join lateral (select
      coalesce(bool_or(state = 'open'), false) as is_open, count(*) > 0 as is_there from order_steps
      where company_id = company and order_id = move.order_id and budget_id = move.budget_id and state <> 'dropped')
      as step
    where move.used is not null and move.added <> 0
      and case when move.used > budget.amount and placed.total > 0
        then move.added > 0 and not step.is_there else step.is_open end) then
    raise exception 'Other orders have moved a budget meanwhile.' using errcode = '40001';
  end if;
  update order_steps step set reason = tenant.beyond_words(budget.name, tenant.budget_period_label(coverage.period,
      span.first_day, span.last_day, false), move.used, budget.amount)
    from unnest(checked) as move
    join budgets budget on budget.company_id = company and budget.id = move.budget_id
    join budget_coverages coverage on coverage.company_id = company and coverage.budget_id = budget.id
      and coverage.revision = budget.revision
    cross join lateral tenant.budget_period(coverage.period, coverage.starts_on, coverage.ends_on, coverage.repeats,
      move.period_start) as span
    where move.used > budget.amount and step.company_id = company
      and step.order_id = move.order_id and step.budget_id = move.budget_id and step.state = 'open';
  return is_noticed;
end $$;

-- Owners are notified of each percentage that a period has reached, once, by `used` of each. The notice is about the last
-- order.
create function mcc.add_budget_notices(company bigint, written mcc.budget_move[]) returns boolean
  language plpgsql set search_path = mcc, pg_temp as $$
begin
  insert into budget_notices (company_id, budget_id, period_start, percent, order_id, content)
  select company, budget.id, reached.period_start, percent, last.order_id,
    budget.name || ', ' || tenant.budget_period_label(coverage.period, span.first_day, span.last_day, true) || ': '
      || percent || '% is reached. ' || tenant.dollars(reached.used) || ' of ' || tenant.dollars(budget.amount)
      || ' is used.'
  from unnest(written) as reached
  join budgets budget on budget.company_id = company and budget.id = reached.budget_id
  join budget_coverages coverage on coverage.company_id = company and coverage.budget_id = budget.id
    and coverage.revision = budget.revision
  cross join lateral tenant.budget_period(coverage.period, coverage.starts_on, coverage.ends_on, coverage.repeats,
    reached.period_start) as span
  cross join lateral unnest(budget.tell_at) as percent
  cross join lateral (select entry.order_id from budget_entries entry
    where entry.company_id = company and entry.budget_id = budget.id and entry.period_start = reached.period_start
      and entry.revision <= budget.revision
    order by entry.moment desc, entry.id desc limit 1) as last
  where reached.used * 100 >= budget.amount * percent
    and exists (select from budget_owners where company_id = company and budget_id = budget.id)
    and not exists (select from budget_notices notice where notice.company_id = company
      and notice.budget_id = budget.id and notice.period_start = reached.period_start and notice.percent = percent.percent)
  on conflict do nothing;
  return found;
end $$;

-- The budgets with a step that these orders, as they would be, go beyond: one after the other, as they are stored.
create or replace function mcc.budgets_beyond(company bigint, drafts jsonb)
  returns table (place integer, budget_id bigint, role_id bigint, role_name text)
  language plpgsql stable set search_path = mcc, pg_temp set enable_seqscan = off as $$
begin
  if not exists (select from budgets where company_id = company and beyond = 'step' and deleted_at is null) then
    return;
  end if;
  return query
    with given as materialized (
      select * from jsonb_to_recordset(drafts) as draft (place integer, order_id bigint, site_id bigint,
        order_date timestamptz, afe_number text, custom_checkout_data jsonb, total numeric, is_canceled boolean)),
    written as materialized (
      select entry.company_id, entry.order_id, entry.budget_id, entry.revision, entry.period_start,
        entry.reserved + entry.committed as used
      from budget_entries entry where entry.order_id = any (array(select given.order_id from given))),
    held as materialized (
      select entry.order_id, entry.budget_id, entry.period_start, sum(entry.used) as used
      from written entry
      join budgets budget on budget.company_id = company and budget.id = entry.budget_id
        and entry.revision <= budget.revision
      where entry.company_id = company group by 1, 2, 3)
    select running.place, running.budget_id, roles.id, roles.name
    from (
      select draft.place, draft.order_id, draft.total, draft.total - coalesce(before.used, 0) as added, found.budget_id,
        found.first_day, budget.role_id, budget.amount,
        coalesce(balance.reserved + balance.committed, 0)
          + sum(case when draft.is_canceled then 0 else draft.total - coalesce(before.used, 0) end) over (
              partition by found.budget_id, found.first_day order by draft.place)
          + case when draft.is_canceled then draft.total else 0 end as used
      from (select array_agg(given.place::bigint) as places, array_agg(given.site_id) as sites,
          array_agg(given.order_date) as dates, array_agg(given.afe_number) as afes,
          array_agg(given.custom_checkout_data) as fields
        from given) as every
      cross join lateral mcc.budgets_covering(company, every.places, every.sites, every.dates, every.afes,
        every.fields) as found
      join given as draft on draft.place = found.order_id
      join budgets budget on budget.company_id = company and budget.id = found.budget_id
        and not found.is_next and budget.beyond = 'step'
      left join budget_balances balance on balance.company_id = company and balance.budget_id = budget.id
        and balance.period_start = found.first_day
      left join held before on before.order_id = draft.order_id and before.budget_id = budget.id
        and before.period_start = found.first_day) as running
    join roles on roles.company_id = company and roles.id = running.role_id
    -- An order that takes no more of a budget than before needs no step because of others.
    where running.used > running.amount and running.total > 0
      and (running.added > 0 or exists (select from order_steps step where step.company_id = company
        and step.order_id = running.order_id and step.budget_id = running.budget_id and step.state <> 'dropped'))
      -- Pending orders that have come after a stored one are behind it.
      and case when running.added < running.total then running.used - running.amount > coalesce((
        select later.reserved from mcc.reserved_after(company, array[running.budget_id], '{}') as later
        where later.order_id = running.order_id and later.period_start = running.first_day), 0) else true end
    order by 1, 2;
end $$;

-- The coverage that was computed holds from now on. Its balances are added up anew; in the transaction that holds the lock
-- of the company's coverages.
create or replace function mcc.finish_recount(company bigint, budget bigint) returns void
  language plpgsql set search_path = mcc, pg_temp as $$
begin
  update budgets set revision = coalesce(next_revision, revision), next_revision = null
    where company_id = company and id = budget;
  delete from budget_sites sites using budgets held
    where sites.company_id = company and sites.budget_id = budget and held.id = budget and sites.revision < held.revision;
  update budget_balances set reserved = 0, committed = 0 where company_id = company and budget_id = budget;
  insert into budget_balances (company_id, budget_id, period_start, reserved, committed)
    select company, budget, period_start, sum(reserved), sum(committed) from budget_entries
    where company_id = company and budget_id = budget group by period_start order by period_start
    on conflict (company_id, budget_id, period_start) do update
      set reserved = excluded.reserved, committed = excluded.committed;
end $$;

-- Whether a user may see the amounts of a budget: an owner, or who sees every site that it covers; null is all sites.
create or replace function mcc.sees_budget(company bigint, budget bigint, person bigint, own_sites bigint[])
  returns boolean language sql stable set search_path = mcc, pg_temp as $$
  with recursive coverage as (
    select coverage.site_ids, coverage.node_ids from budget_coverages coverage
    join budgets held on held.company_id = company and held.id = budget
    where coverage.company_id = company and coverage.budget_id = budget
      and coverage.revision = greatest(held.revision, 1)),
  below as (
    select node.id from coverage join organization_nodes node
      on node.company_id = company and node.id = any (coverage.node_ids)
    union
    select child.id from below join organization_nodes child on child.company_id = company and child.parent_id = below.id)
  select own_sites is null
    or exists (select from budget_owners where company_id = company and budget_id = budget and user_id = person)
    or not exists (select from coverage join sites on sites.company_id = company
      where (coverage.site_ids is null or sites.id = any (coverage.site_ids))
        and (coverage.node_ids is null or sites.node_id in (select id from below))
        and sites.id <> all (own_sites)) $$;

-- What requests call: for the company that they have entered.
create or replace function tenant.sees_budget(budget bigint, person bigint, own_sites bigint[])
  returns boolean language sql stable security definer set search_path = mcc, pg_temp as $$
  select mcc.sees_budget(current_setting('mcc.company_id')::bigint, budget, person, own_sites) $$;
create function tenant.move_budgets(moved bigint[], stepped bigint[], actor bigint, actor_called text,
  recounted bigint default null)
  returns boolean language sql security definer set search_path = mcc, pg_temp as $$
  select mcc.move_budgets(current_setting('mcc.company_id')::bigint, moved, stepped, actor, actor_called, recounted) $$;
create or replace function tenant.finish_recount(budget bigint)
  returns void language sql security definer set search_path = mcc, pg_temp as $$
  select mcc.finish_recount(current_setting('mcc.company_id')::bigint, budget) $$;
create or replace function tenant.budgets_beyond(drafts jsonb)
  returns table (place integer, budget_id bigint, role_id bigint, role_name text)
  language sql stable security definer set search_path = mcc, pg_temp as $$
  select * from mcc.budgets_beyond(current_setting('mcc.company_id')::bigint, drafts) $$;

create function tenant.reserved_after(named bigint[])
  returns table (budget_id bigint, period_start date, order_id bigint, reserved numeric, came_by bigint)
  language sql stable security definer set search_path = mcc, pg_temp as $$
  select * from mcc.reserved_after(current_setting('mcc.company_id')::bigint, named, '{}') $$;

revoke all on function tenant.move_budgets, tenant.finish_recount, tenant.budgets_beyond, tenant.sees_budget,
  tenant.reserved_after from public;
grant execute on function tenant.move_budgets, tenant.finish_recount, tenant.budgets_beyond, tenant.sees_budget,
  tenant.reserved_after to mcc_request, mcc_platform;

-- Moved places and another time zone change what budgets cover: a job computes those that it may concern again.
create or replace function mcc.note_stale_budgets() returns trigger
  language plpgsql security definer set search_path = mcc, pg_temp as $$
begin
  update budgets set is_stale = true
    where company_id = new.company_id and not is_stale and deleted_at is null
      and (tg_table_name = 'company_configurations' or exists (select from budget_coverages coverage
        where coverage.company_id = budgets.company_id and coverage.budget_id = budgets.id
          and coverage.node_ids is not null));
  return null;
end $$;

create or replace trigger note_stale_budgets after update of node_id on mcc.sites
  for each row when (old.node_id is distinct from new.node_id) execute function mcc.note_stale_budgets();
create or replace trigger note_stale_budgets after update of parent_id on mcc.organization_nodes
  for each row when (old.parent_id is distinct from new.parent_id) execute function mcc.note_stale_budgets();
create or replace trigger note_stale_budgets after update of time_zone on mcc.company_configurations
  for each row when (old.time_zone is distinct from new.time_zone) execute function mcc.note_stale_budgets();
