-- Names as people sort them: in any case, accents beside their letters, numbers by their value. It is deterministic, so
-- that names which differ at all stay different, and whatever compares or searches them stays as it is. It stands in
-- schema tenant because requests see no other.
do $$
begin
  create collation tenant.by_name (provider = icu, locale = 'und-u-kn-true');
exception when feature_not_supported then
  raise exception 'This PostgreSQL was built without ICU, which sorts names.';
end $$;

-- Lists, sorts and suggestions walk along these.
drop index mcc.site_snapshots_name;
create index site_snapshots_name on mcc.site_snapshots (company_id, name collate tenant.by_name, id);
drop index mcc.person_snapshots_name;
create index person_snapshots_name on mcc.person_snapshots (company_id, name collate tenant.by_name, id);
drop index mcc.sites_by_name;
create index sites_by_name on mcc.sites (company_id, name collate tenant.by_name, id) where deleted_at is null;
drop index mcc.documents_company_id_document_name_id_idx;
create index on mcc.documents (company_id, document_name collate tenant.by_name, id);
