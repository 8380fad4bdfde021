-- not side by side: the index is built over the companies that were closed, which are few.

-- A company that was deleted can be imported again with its number, and closed again.
drop index mcc.company_closings_open;
create unique index company_closings_open on mcc.company_closings (company_id)
  where reopened_at is null and deleted_at is null;
