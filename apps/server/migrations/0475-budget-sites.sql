-- not side by side: the rows of a check, an index of entries and a trigger are exchanged in one transaction, for which
-- orders that move budgets wait a moment.

-- The sites that coverages name: finding the budgets of an order reads a few rows instead of every list of sites.
create table mcc.budget_sites (
  company_id bigint not null references mcc.companies (id),
  site_id bigint not null,
  budget_id bigint not null,
  revision integer not null,
  primary key (site_id, budget_id, revision)
);
create index budget_sites_budget on mcc.budget_sites (company_id, budget_id);
insert into mcc.budget_sites (company_id, site_id, budget_id, revision)
  select distinct company_id, site_id, budget_id, revision from mcc.budget_coverages, unnest(site_ids) as site_id;

create function mcc.name_budget_sites() returns trigger
  language plpgsql security definer set search_path = mcc, pg_temp as $$
begin
  insert into budget_sites (company_id, site_id, budget_id, revision)
    select distinct company_id, site_id, budget_id, revision from added, unnest(added.site_ids) as site_id;
  return null;
end $$;
create trigger name_budget_sites after insert on mcc.budget_coverages referencing new table as added
  for each statement execute function mcc.name_budget_sites();

-- An order has up to an entry in each budget: what each one costs is most of what budgets cost. Only the function that
-- moves budgets writes them, for orders of the company; the number of an order is no other company's.
alter table mcc.budget_entries drop constraint budget_entries_company_id_fkey;
drop index mcc.budget_entries_order;
create index budget_entries_order on mcc.budget_entries (order_id);
