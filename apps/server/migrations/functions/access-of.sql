-- Who a user is and which sites they may see (null: every site of the company, also for whoever is assigned to each one).
-- Every request of theirs rests on this, and what company admins read about their access.
create or replace function mcc.access_of(u mcc.users, out who jsonb, out site_ids bigint[])
  language plpgsql stable set search_path = mcc, pg_temp as $$
declare
  c mcc.companies;
  f mcc.company_configurations;
  r mcc.roles;
  ruled boolean := false;
  -- has the role that approves the steps of a budget
  decides_budgets boolean := false;
  policy bigint[];
begin
  if u.company_id is not null then
    select * into c from companies where id = u.company_id;
    -- Nobody enters a closed company, by whatever way.
    if c.closed_at is not null then
      return;
    end if;
    select * into f from company_configurations where company_id = u.company_id;
    if u.role_id is not null then
      select * into r from roles where company_id = u.company_id and id = u.role_id;
    end if;
    ruled := exists (select from approval_rules
      where company_id = u.company_id and (user_id = u.id or role_id = u.role_id));
    decides_budgets := exists (select from budgets
      where company_id = u.company_id and role_id = u.role_id and deleted_at is null);
    if not u.is_company_admin then
      if f.has_company_hierarchy is true then
        policy := array(select site_id from policy_sites where company_id = u.company_id and user_id = u.id);
        site_ids := mcc.hierarchy_sites(u.company_id, u.node_id, policy);
      else
        site_ids := array(select site_id from site_users where company_id = u.company_id and user_id = u.id);
      end if;
      if cardinality(site_ids) > 0
        and cardinality(site_ids) = (select count(*) from sites where company_id = u.company_id) then
        site_ids := null;
      end if;
    end if;
  end if;

  who := jsonb_build_object(
    'id', u.id, 'username', u.username, 'first_name', u.first_name, 'last_name', u.last_name, 'email', u.email,
    'role', case when r.id is not null then jsonb_build_object('id', r.id, 'name', r.name) end,
    'is_company_admin', u.is_company_admin, 'is_mcc_admin', u.is_mcc_admin,
    'is_approver', (ruled or decides_budgets) and f.has_order_approval is true, 'has_approval_rule', ruled,
    'owns_budgets', exists (select from budget_owners owner
      join budgets on budgets.company_id = owner.company_id and budgets.id = owner.budget_id
      where owner.company_id = u.company_id and owner.user_id = u.id and budgets.deleted_at is null),
    'is_deputy', f.has_order_approval is true and exists (select from delegations
      where company_id = u.company_id and deputy_id = u.id and ended_at is null
        and starts_at <= now() and ends_at > now()),
    'decides_escalated', coalesce(f.has_order_approval and f.escalation_role_id = u.role_id, false),
    'can_impersonate', u.is_company_admin or coalesce(r.can_impersonate, false),
    'can_view_order_tracking', u.is_company_admin or coalesce(r.can_view_order_tracking, false),
    'enable_analytics', u.enable_analytics, 'alerts_enabled', u.alerts_enabled,
    'ecommerce_username', u.ecommerce_username, 'has_second_factor', u.has_second_factor,
    'must_enroll', not u.has_second_factor and mcc.needs_second_factor(u),
    'company', case when c.id is not null then jsonb_build_object(
      'id', c.id, 'name', c.name, 'slug_name', c.slug_name, 'short_name', c.short_name, 'label', c.label,
      'logo', coalesce(c.logo, '/theme/logos/' || c.theme_id || '.svg?v=' || coalesce(substr(c.accent_color, 2), '')
        || '-' || substr(md5(c.label), 1, 6)), 'accent_color', c.accent_color, 'ecommerce_url', c.ecommerce_url,
      'has_order_tracking', f.has_order_tracking is true,
      'has_order_approval', f.has_order_approval is true,
      'has_company_hierarchy', f.has_company_hierarchy is true,
      'has_location_name_required', coalesce(f.has_location_name_required, false),
      'has_trigger_rule_weekday_disabled', coalesce(f.has_trigger_rule_weekday_disabled, false),
      'features', jsonb_build_object(
        'order_approval', f.has_order_approval,
        'order_tracking', f.has_order_tracking,
        'company_hierarchy', f.has_company_hierarchy),
      'default_billing_address', case when u.is_company_admin then (
        select to_jsonb(a) - 'company_id' - 'created_at' - 'updated_at'
        from addresses a where a.company_id = u.company_id and a.is_default_billing_address) end) end);
end $$;
