-- Whether somebody has approved an order is asked for every order that waits. Both indexes that begin an answer look
-- alike to the planner; by user alone it would read all that they have ever approved, order by order.
drop index mcc.order_approvals_user;
create index order_approvals_user on mcc.order_approvals (company_id, user_id, order_id);

-- Where somebody approves everything is known as long as the stamp of their session stays the same.
do $$
declare
  source text;
begin
  foreach source in array array['approval_rule_sites', 'approval_rule_nodes'] loop
    execute format('create trigger access_gained after insert on mcc.%I referencing new table as changed
      for each statement execute function mcc.note_access_change()', source);
    execute format('create trigger access_changed after update on mcc.%I referencing old table as changed
      for each statement execute function mcc.note_access_change()', source);
    execute format('create trigger access_lost after delete on mcc.%I referencing old table as changed
      for each statement execute function mcc.note_access_change()', source);
  end loop;
end $$;
