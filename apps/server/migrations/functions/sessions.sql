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
      when not mcc.may_sign_in_by(policy, sessions.user_id, sessions.method) then 'single_sign_on'
      when policy.session_hours is not null and sessions.created_at <= now() - policy.session_hours * interval '1 hour'
      then 'too_long' else 'idle' end
    from security_policies policy
    where sessions.id = session_id and policy.company_id = sessions.company_id and sessions.ended_at is null
      and sessions.expires_at > now()
      and not (mcc.is_open(sessions, policy) and mcc.may_sign_in_by(policy, sessions.user_id, sessions.method));
  select coalesce(end_reason, case when support_access_id is not null then 'support' end) into reason
    from sessions where id = session_id;
  return reason;
end $$;

-- What whoever used a session may have left behind, when its owner says that it was not them: the sessions that were
-- opened since from the same device, those that were opened since they said so, the factors and recovery codes that were
-- added and the assistants that were connected in all of these, and the sessions that these opened. Ends and removes them,
-- and forgets the device.
create or replace function mcc.disown_sessions(
  whose bigint, which uuid[], since timestamptz, out sessions_ended bigint, out factors_removed bigint)
  language plpgsql security definer set search_path = mcc, pg_temp as $$
declare
  theirs uuid[];
begin
  with recursive first as (
    select id, device, network, created_at from sessions where user_id = whose and id = any(which)),
  found (id) as (
    select unnest(which)
    union select later.id from first join sessions later on later.user_id = whose and first.network <> ''
      and later.device = first.device and later.network = first.network and later.created_at >= first.created_at
    union select later.id from sessions later where later.user_id = whose and later.created_at >= since
    union select later.id from found join sessions later on later.user_id = whose and later.rests_on = found.id)
  select array_agg(id) into theirs from found;
  with ended as (
    update sessions set ended_at = now() where user_id = whose and id = any(theirs) and ended_at is null returning 1)
  select count(*) into sessions_ended from ended;
  with removed as (delete from factors where user_id = whose and session_id = any(theirs) returning 1)
  select count(*) into factors_removed from removed;
  delete from recovery_codes where user_id = whose and session_id = any(theirs);
  update assistant_grants set ended_at = now()
    where user_id = whose and session_id = any(theirs) and ended_at is null;
  update known_devices known set is_disowned = true
    from sessions where sessions.id = any(which) and sessions.user_id = whose
      and known.user_id = whose and known.device = sessions.device and known.network = sessions.network;
end $$;
