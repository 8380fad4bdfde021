-- A step can be dropped because the total became smaller, which leaves the order to its other approvers, or because the
-- order was canceled before they were asked: only the second keeps it canceled.
alter table mcc.order_steps
  add column is_canceled boolean not null default false,
  add constraint order_steps_canceled check (not is_canceled or state = 'dropped');

-- Of what was dropped before this, a step that the total still reaches was not dropped for a smaller one.
update mcc.order_steps step set is_canceled = true
  from mcc.orders
  where step.state = 'dropped' and orders.company_id = step.company_id and orders.id = step.order_id
    and orders.status = 7 and (step.limit_amount = 0 or orders.total >= step.limit_amount);

call mcc.publish('order_steps');
