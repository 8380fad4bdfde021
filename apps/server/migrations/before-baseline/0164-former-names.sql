-- What a user was called before goes on barring them from the orders that name it, also from those that arrived after
-- the change of the name. `lost_at` is not written any more; it and the function that reads it can be dropped later.
update mcc.user_identities set lost_at = null where lost_at is not null;

-- The orders that wait already.
update mcc.order_steps step set placed_by = step.placed_by || missing.user_ids
  from (select waiting.id, array_agg(distinct known.user_id) as user_ids
        from mcc.order_steps waiting
        join mcc.orders on orders.company_id = waiting.company_id and orders.id = waiting.order_id
        join mcc.person_snapshots person on person.company_id = orders.company_id
          and person.id in (orders.creator_id, orders.ordered_by_id, orders.requested_by_id)
        left join mcc.users named on named.id = person.user_id and person.username is null
        join mcc.user_identities known on known.company_id = orders.company_id
          and known.key = any(person.keys || mcc.person_key(named.username))
        where waiting.state = 'open' and known.user_id <> all(waiting.placed_by)
        group by waiting.id) as missing
  where step.id = missing.id;
