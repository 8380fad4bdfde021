-- The deliveries of all sites of a company since a month.
create index site_month_deliveries_month on mcc.site_month_deliveries (company_id, month);
