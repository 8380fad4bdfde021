-- Sites are found by their location name, too.
create index sites_location_search on mcc.sites using gin (lower(location_name) gin_trgm_ops);
