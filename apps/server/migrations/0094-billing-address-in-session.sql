-- The session of a company admin has the billing address of the company, so a change of it changes the access version.
create trigger access_gained after insert on mcc.addresses referencing new table as changed
  for each statement execute function mcc.note_access_change();
create trigger access_changed after update on mcc.addresses referencing old table as changed
  for each statement execute function mcc.note_access_change();
create trigger access_lost after delete on mcc.addresses referencing old table as changed
  for each statement execute function mcc.note_access_change();
