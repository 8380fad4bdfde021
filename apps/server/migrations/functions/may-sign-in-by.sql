-- Whether the policy of a company lets a session go on that was opened by this method. With required single sign-on only
-- the emergency admins have others.
create or replace function mcc.may_sign_in_by(policy mcc.security_policies, whose bigint, method text) returns boolean
  language sql immutable set search_path = mcc, pg_temp as $$
  select policy.sso_required is not true or method = 'Single sign-on' or whose = any(policy.emergency_admins)
$$;
