-- Of the time that a row takes, more than half were the checks of these two. Neither keys nor companies are ever
-- deleted, and both ids come from the key that the same transaction has entered with.
alter table mcc.key_writes
  drop constraint key_writes_key_id_fkey,
  drop constraint key_writes_company_id_fkey;
