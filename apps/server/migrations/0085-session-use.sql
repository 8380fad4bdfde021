-- Where a session was opened and last used, for its owner. The last use is noted every few minutes, not at each request.
alter table mcc.sessions
  add column user_agent text not null default '',
  add column address text not null default '',
  add column last_used_at timestamptz not null default now();
