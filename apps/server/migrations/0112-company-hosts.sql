-- A host leads to one company.
create unique index companies_host on mcc.companies (lower(mcc_host));
