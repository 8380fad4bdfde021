-- not side by side: two indexes of companies are built in one transaction, for which a new company waits a moment.

-- The platform's list of companies: in the order of their names, and searched by what they are called.
create index companies_by_name on mcc.companies (name collate tenant.by_name, id);
create index companies_search on mcc.companies
  using gin (lower(name || ' ' || slug_name || coalesce(' ' || mcc_host, '')) gin_trgm_ops);
