-- The name of whoever an order names, read off the index alone. With the company in front it is the cheapest way for
-- every company: a plan made for one of them stays good for all.
create unique index person_snapshots_by_id on mcc.person_snapshots (company_id, id) include (name);
create unique index sites_by_id on mcc.sites (company_id, id) include (name);
