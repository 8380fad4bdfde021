-- How long orders waited for decisions, now for rejections too, by step and by who decided.
create index order_steps_decided on mcc.order_steps (company_id, acted_at)
  include (name, site_id, current_since, acted_by_name)
  where state in ('done', 'rejected') and current_since is not null;
drop index mcc.order_steps_done;
