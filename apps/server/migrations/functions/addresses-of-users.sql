-- With another address of a user every link that was sent to the former one ends, whoever changed it: those that set a
-- password here, those to decide and to unsubscribe by the version. So does a change that was not confirmed yet.
-- Capital letters make no other address.
create or replace function mcc.end_links_of_address() returns trigger
  language plpgsql security definer set search_path = mcc, pg_temp as $$
begin
  new.email_version := old.email_version + 1;
  update password_links set used_at = now() where user_id = new.id and used_at is null;
  update email_changes set ended_at = now() where user_id = new.id and confirmed_at is null and ended_at is null;
  return new;
end $$;

create or replace trigger end_links_of_address before update of email on mcc.users
  for each row when (lower(old.email collate "C") <> lower(new.email collate "C"))
  execute function mcc.end_links_of_address();

-- Who asked for another address knew the former password, and may be no one but that. So did who began a
-- sign-in or to set up an app.
create or replace function mcc.end_unconfirmed_address() returns trigger
  language plpgsql security definer set search_path = mcc, pg_temp as $$
begin
  update email_changes set ended_at = now() where user_id = new.id and confirmed_at is null and ended_at is null;
  delete from challenges where user_id = new.id;
  delete from factors where user_id = new.id and confirmed_at is null;
  return null;
end $$;

create or replace trigger end_unconfirmed_address after update of password_hash on mcc.users
  for each row when (old.password_hash is distinct from new.password_hash)
  execute function mcc.end_unconfirmed_address();

-- Nobody else gets an address while its former user can restore it: it would keep them from that.
create or replace function mcc.is_restorable_by_other(address text, whose bigint) returns boolean
  language sql stable set search_path = mcc, pg_temp as $$
  select exists (select from email_changes given join users on users.id = given.user_id
                 where lower(given.former_email) = lower(address) and given.ended_at is null
                   and given.undo_until > now() and given.user_id <> whose and users.deleted_at is null)
$$;

create or replace function mcc.refuse_restorable_address() returns trigger
  language plpgsql security definer set search_path = mcc, pg_temp as $$
begin
  if mcc.is_restorable_by_other(new.email, new.id) then
    raise unique_violation using constraint = 'users_email', message = 'The former user of the address can restore it.';
  end if;
  return new;
end $$;

create or replace trigger refuse_restorable_address before insert or update of email on mcc.users
  for each row when (new.deleted_at is null) execute function mcc.refuse_restorable_address();

-- An administrator of the company corrected an address: whoever reads the former ones cannot restore them.
create or replace function tenant.end_email_changes(whose bigint) returns void
  language sql security definer set search_path = mcc, pg_temp as $$
  update email_changes set ended_at = now()
  where ended_at is null
    and user_id = (select id from users where id = whose and company_id = current_setting('mcc.company_id')::bigint)
$$;

revoke all on function tenant.end_email_changes from public;
grant execute on function tenant.end_email_changes to mcc_request;
