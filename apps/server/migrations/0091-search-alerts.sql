-- Alerts are searched and filtered by their content.
create index alerts_content on mcc.alerts using gin (lower(content) gin_trgm_ops);
