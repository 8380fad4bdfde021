-- Failed rows of an import are corrected and imported again, for the users that the whole import assigns.
alter table mcc.imports add column users bigint[] not null default '{}';
update mcc.imports set users = made.users
from (
  select company_id, import_id, array_agg(distinct user_id) as users
  from mcc.import_rows, unnest(assigned) as user_id
  where outcome = 'created'
  group by company_id, import_id) as made
where imports.company_id = made.company_id and imports.id = made.import_id;

call mcc.publish('imports');
revoke delete on tenant.imports from mcc_request;
grant update on tenant.import_rows to mcc_request;
