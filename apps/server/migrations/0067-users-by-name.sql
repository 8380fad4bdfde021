-- The list of users is sorted by name and by username, as people sort them.
drop index mcc.users_by_username;
create index users_by_username on mcc.users (company_id, username collate tenant.by_name, id) where deleted_at is null;
create index users_by_name on mcc.users (company_id,
  (coalesce(nullif(trim(first_name || ' ' || last_name), ''), username) collate tenant.by_name), id)
  where deleted_at is null;
