-- How many requests the users and the systems of a company have sent, by day in UTC; added from memory every minute.
create table mcc.company_requests (
  company_id bigint not null references mcc.companies (id),
  day date not null,
  portal bigint not null,
  integration bigint not null,
  primary key (company_id, day)
);

-- The bytes of the documents of companies that have too many to be added up when someone looks.
create table mcc.company_storage (
  company_id bigint primary key references mcc.companies (id),
  bytes bigint not null,
  counted_at timestamptz not null
);
