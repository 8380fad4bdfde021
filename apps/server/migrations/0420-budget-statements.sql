-- not side by side: the index is built in one transaction, for which orders that move budgets wait a moment.

-- The pages of a statement are counted in the index alone.
drop index mcc.budget_entries_statement;
create index budget_entries_statement on mcc.budget_entries (company_id, budget_id, moment desc, id desc) include (revision);
