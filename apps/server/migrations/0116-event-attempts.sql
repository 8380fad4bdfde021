-- What became of each attempt to deliver an event, for the platform admins: at most 20 a delivery. It belongs to a
-- delivery, not to a company: only the platform reads it.
create table mcc.event_attempts (
  delivery_id bigint not null references mcc.event_deliveries (id) on delete cascade,
  attempt integer not null,
  at timestamptz not null default now(),
  status integer,
  error text,
  -- the beginning of what the receiver responded
  response text,
  primary key (delivery_id, attempt)
);
