-- Documents are as many as orders, so they are kept the same way: hash-partitioned by company, and counted beside the rows.
create function mcc.document_search_text(document_name text, order_identifier text, po_number text, afe_number text)
  returns text language sql immutable parallel safe
  return lower(document_name || ' ' || coalesce(order_identifier, '') || ' ' || coalesce(po_number, '') || ' '
    || coalesce(afe_number, ''));

create sequence mcc.document_ids;
grant usage on sequence mcc.document_ids to mcc_request;

create table mcc.documents (
  company_id bigint not null references mcc.companies (id),
  id bigint not null default nextval('mcc.document_ids'),
  site_id bigint not null,
  order_id bigint,
  external_id text not null,
  document_name text not null,
  -- 1 Order document, 2 Site document
  document_class smallint not null default 1 check (document_class between 1 and 2),
  -- 1 Invoice, 2 Packing Slip, 3 Proof of Delivery, 4 Certificate, 5 Material Test Report, 6 Quote, 7 Other
  document_type smallint not null check (document_type between 1 and 7),
  order_identifier text,
  po_number text,
  afe_number text,
  invoice_number text,
  tracking_number text,
  order_date timestamptz not null,
  storage_key text not null,
  content_type text not null,
  -- of the file as it was sent; none: the usual one of its type
  extension text,
  size bigint not null check (size >= 0),
  checksum bytea not null,
  search_text text not null generated always as
    (mcc.document_search_text(document_name, order_identifier, po_number, afe_number)) stored,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (company_id, id),
  unique (company_id, external_id),
  unique (company_id, storage_key),
  foreign key (company_id, site_id) references mcc.sites (company_id, id),
  foreign key (company_id, order_id) references mcc.orders (company_id, id)
) partition by hash (company_id);

do $$
begin
  for part in 0..15 loop
    execute format(
      'create table mcc.documents_%s partition of mcc.documents for values with (modulus 16, remainder %s)',
      lpad(part::text, 2, '0'), part);
  end loop;
end $$;

create index on mcc.documents (company_id, order_date desc, id desc);
create index on mcc.documents (company_id, site_id, order_date desc, id desc);
create index on mcc.documents (company_id, order_id, order_date desc, id desc);
create index on mcc.documents (company_id, document_type, id);
create index on mcc.documents (company_id, document_name collate tenant.by_name, id);
create index on mcc.documents (company_id, order_identifier collate "C", id);
create index on mcc.documents (company_id, po_number collate "C", id);
create index on mcc.documents (company_id, afe_number collate "C", id);
create index on mcc.documents using gin (search_text gin_trgm_ops);
create index documents_beyond_latin on mcc.documents (company_id)
  where search_text ~ '[^\u0001-\u00ff]\S';

-- How many there are, in all and by site: what pagers read.
create table mcc.document_counts (
  company_id bigint primary key references mcc.companies (id),
  documents bigint not null
);
create table mcc.document_site_counts (
  company_id bigint not null references mcc.companies (id),
  site_id bigint not null,
  documents bigint not null,
  primary key (company_id, site_id)
);

-- Files that no document names, or not yet: dropped when their time has come.
create table mcc.unused_files (
  company_id bigint not null references mcc.companies (id),
  storage_key text not null,
  drop_after timestamptz not null,
  primary key (company_id, storage_key)
);
create index unused_files_due on mcc.unused_files (drop_after);

call mcc.publish('documents');
call mcc.publish('document_counts');
call mcc.publish('document_site_counts');
call mcc.publish('unused_files');
revoke insert, update, delete on tenant.document_counts, tenant.document_site_counts from mcc_request;
