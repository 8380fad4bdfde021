create or replace function mcc.set_company_of_session() returns trigger
  language plpgsql security definer set search_path = mcc, pg_temp as $$
begin
  new.company_id := (select company_id from users where id = new.user_id);
  return new;
end $$;

create or replace trigger set_company_of_session before insert on mcc.sessions
  for each row execute function mcc.set_company_of_session();

-- Ends the session of a user whose policy does not allow it anymore, and answers why a session has ended, if its user
-- should read that.
create or replace function mcc.end_of_session(session_id uuid) returns text
  language plpgsql security definer set search_path = mcc, pg_temp as $$
declare
  reason text;
begin
  update sessions set ended_at = now(), end_reason = case
      when policy.session_hours is not null and sessions.created_at <= now() - policy.session_hours * interval '1 hour'
      then 'too_long' else 'idle' end
    from users join security_policies policy on policy.company_id = users.company_id
    where sessions.id = session_id and users.id = sessions.user_id and sessions.ended_at is null
      and (sessions.created_at <= now() - policy.session_hours * interval '1 hour'
        or sessions.last_used_at <= now() - policy.idle_minutes * interval '1 minute' - interval '40 seconds');
  select end_reason into reason from sessions where id = session_id;
  return reason;
end $$;
