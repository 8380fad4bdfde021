-- By which channel a user wants to be notified of a topic. Without a row, the default of the contract holds.
create table mcc.notification_preferences (
  company_id bigint not null references mcc.companies (id),
  user_id bigint not null,
  topic text not null check (topic in ('approvals', 'alerts', 'digests')),
  channel text not null check (channel in ('email', 'text')),
  enabled boolean not null,
  updated_at timestamptz not null default now(),
  primary key (company_id, user_id, topic, channel),
  foreign key (company_id, user_id) references mcc.users (company_id, id)
);
call mcc.publish('notification_preferences');

-- To whom and about which topic a message is; without a topic it is about the security of an account.
alter table mcc.messages
  add column user_id bigint references mcc.users (id),
  add column topic text check (topic in ('approvals', 'alerts', 'digests'));
create index messages_user on mcc.messages (user_id);
call mcc.publish('messages');
revoke select, update, delete on tenant.messages from mcc_request;
grant select (id, sent_for) on tenant.messages to mcc_request;
