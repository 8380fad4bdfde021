-- not side by side: the index is built in one transaction over the sign-ins, which are kept for a while only; those of the
-- previous version wait for it, and go on.

-- How far the audit and the sign-ins of each company have been sent to the operator's collector. The chain is the company,
-- 0 the platform. A position of the audit is the place in its chain, one of the sign-ins their id.
create table mcc.collector_positions (
  kind text not null check (kind in ('audit', 'sign_in')),
  chain bigint not null,
  position bigint not null default 0,
  sent_at timestamptz,
  primary key (kind, chain)
);
create index sign_ins_chain on mcc.sign_ins ((coalesce(company_id, 0)), id);
