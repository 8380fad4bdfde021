-- A platform admin imports sites, too, and is none of the company's users: the name is kept with the import.
alter table mcc.imports
  drop constraint imports_company_id_created_by_fkey,
  add foreign key (created_by) references mcc.users (id),
  add column created_by_name text;

call mcc.publish('imports');
revoke delete on tenant.imports from mcc_request;
