-- Redeems the token of a login-as, and enters the session it was issued to: what its user may do is asked again. Of two
-- calls at the same time one waits for the other and finds the token redeemed. No who: there is no such token, it has
-- expired or was redeemed, its session has ended, or the key is not valid for its company. Whether the session may still be
-- used where the login-as was asked for is for the caller to say.
drop function if exists tenant.redeem_login_as(bytea, bigint);
create or replace function tenant.redeem_login_as(
  hash bytea, key_company bigint,
  out site bigint, out token_ends timestamptz, out session_ends timestamptz, out who jsonb, out site_ids bigint[],
  out asked_from text)
  language plpgsql security definer set search_path = mcc, pg_temp as $$
declare
  redeemed mcc.login_as_tokens;
begin
  update login_as_tokens set redeemed_at = now()
    where token_hash = hash and redeemed_at is null and expires_at > now()
      and (key_company is null or company_id = key_company)
    returning * into redeemed;
  if not found then
    return;
  end if;
  site := redeemed.site_id;
  token_ends := redeemed.expires_at;
  asked_from := redeemed.address;
  select least(sessions.expires_at, sessions.created_at + policy.session_hours * interval '1 hour') into session_ends
    from sessions left join security_policies policy on policy.company_id = sessions.company_id
    where sessions.id = redeemed.session_id;
  select entered.who, entered.site_ids into who, site_ids from tenant.enter(redeemed.session_id) as entered
    where not (entered.who ->> 'must_enroll')::boolean;
end $$;

revoke all on function tenant.redeem_login_as from public;
grant execute on function tenant.redeem_login_as to mcc_request;
