-- An order that is rejected keeps the step it was rejected at; the steps behind it are asked of nobody any more.
alter table mcc.order_steps
  drop constraint order_steps_state_check,
  drop constraint order_steps_check,
  add constraint order_steps_state_check check (state in ('open', 'done', 'rejected', 'dropped')),
  add constraint order_steps_acted check ((state in ('done', 'rejected')) = (acted_at is not null)),
  -- the step an order waits for, and its site: kept by the trigger below, whoever writes
  add column is_current boolean not null default false,
  add column site_id bigint,
  -- when the people who may act on it were written to: a current step without it is the outbox of those messages
  add column told_at timestamptz,
  add constraint order_steps_current check (not is_current or (state = 'open' and site_id is not null));

-- Only orders that wait have open steps.
update mcc.order_steps step set state = 'dropped'
  from mcc.orders
  where step.state = 'open' and orders.company_id = step.company_id and orders.id = step.order_id and orders.status <> 2;

-- Nobody is written to about what waited before this was installed.
update mcc.order_steps step set is_current = true, site_id = orders.site_id, told_at = now()
  from mcc.orders
  where step.state = 'open' and orders.company_id = step.company_id and orders.id = step.order_id
    and not exists (select from mcc.order_steps earlier
      where earlier.company_id = step.company_id and earlier.order_id = step.order_id and earlier.state = 'open'
        and earlier.position < step.position);

-- One step of an order at most is the current one.
create unique index order_steps_current on mcc.order_steps (company_id, order_id) where is_current;
-- What waits for a role or a user, site by site: the badge and its count.
create index order_steps_waiting_role on mcc.order_steps (company_id, role_id, site_id) include (order_id) where is_current;
create index order_steps_waiting_user on mcc.order_steps (company_id, user_id, site_id) include (order_id) where is_current;
create index order_steps_untold on mcc.order_steps (company_id, id) where is_current and told_at is null;

-- The first open step of an order is its current one, in the transaction of every change.
create function mcc.leave_step() returns trigger language plpgsql as $$
begin
  new.is_current := false;
  return new;
end $$;

create trigger leave_step before update on mcc.order_steps
  for each row when (old.is_current and new.state <> 'open') execute function mcc.leave_step();

create function mcc.mark_current_steps() returns trigger
  language plpgsql security definer set search_path = mcc, pg_temp as $$
begin
  if pg_trigger_depth() > 1 then
    return null; -- its own work
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

create trigger mark_added after insert on mcc.order_steps
  referencing new table as new_rows for each statement execute function mcc.mark_current_steps();
create trigger mark_changed after update on mcc.order_steps
  referencing new table as new_rows for each statement execute function mcc.mark_current_steps();

call mcc.publish('order_steps');
