-- The list of sites is searched by these texts.
create index sites_texts on mcc.sites using gin (
  (lower(name || ' ' || coalesce(location_name, '') || ' ' || ecommerce_username || ' ' || coalesce(business_unit, '')
    || ' ' || coalesce(division, '') || ' ' || coalesce(region, ''))) gin_trgm_ops);
