-- The logos that platform admins have uploaded, as the server has drawn them again: small, and needed by the login page,
-- which must not depend on the storage of documents. The address of a logo is in companies.logo.
create table mcc.company_logos (
  company_id bigint primary key references mcc.companies (id),
  -- of the content: a part of the address, so that a browser may keep a logo for good
  hash text not null,
  content bytea not null check (length(content) <= 1000000)
);
