-- The job that compares orders writes the warnings of many in one transaction. Their foreign key locked each order: with
-- decisions and removals about the same orders it came to deadlocks. Orders are never deleted.
alter table mcc.order_warnings drop constraint order_warnings_company_id_order_id_fkey;
