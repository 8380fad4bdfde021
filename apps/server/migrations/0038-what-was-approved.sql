-- What an approval was given for, and whether the order is still that. Of what was decided before this, the total is
-- not known.
alter table mcc.order_steps
  add column acted_total numeric(16, 2),
  -- when the order was last changed after the step was done
  add column changed_at timestamptz,
  add constraint order_steps_acted_total check (acted_total is null or acted_at is not null),
  add constraint order_steps_changed check (changed_at is null or state = 'done');

-- What approvers have removed from the order, by SKU or product: it does not come back with the sender's next change.
alter table mcc.orders add column removed_items text[];

update mcc.orders set removed_items = removed.products
  from (select company_id, record_id, array_agg(details->>'product' order by id) as products
        from mcc.audit_entries where action = 'order.line_removed' and record_type = 'order'
        group by company_id, record_id) as removed
  where orders.company_id = removed.company_id and orders.identifier = removed.record_id;

call mcc.publish('order_steps');
call mcc.publish('orders');
