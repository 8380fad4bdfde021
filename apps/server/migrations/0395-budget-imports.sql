-- Budgets are imported from spreadsheets, as sites are.
alter table mcc.imports drop constraint imports_kind_check,
  add constraint imports_kind_check check (kind in ('sites', 'budgets'));
alter table mcc.import_rows add column budget_id bigint;
create index import_rows_budget on mcc.import_rows (company_id, budget_id) where budget_id is not null;
call mcc.publish('import_rows');
revoke delete on tenant.import_rows from mcc_request;

-- An owner of a budget who sees no site is notified, too: of the budget only.
alter table mcc.alerts alter column site_id drop not null;
