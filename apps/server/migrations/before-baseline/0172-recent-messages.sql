-- Nobody gets an unbounded number of messages: what is close together is held, and gathered into one message.
alter table mcc.messages drop constraint messages_state_check;
alter table mcc.messages add constraint messages_state_check
  check (state in ('waiting', 'held', 'gathered', 'sent', 'kept', 'failed')) not valid;
-- What brought the message about, if one person can bring about many: comments of one author on one order.
alter table mcc.messages add column source text;
call mcc.publish('messages');
revoke select, update, delete on tenant.messages from mcc_request;
grant select (id, sent_for) on tenant.messages to mcc_request;

-- The messages of the last minutes, and those that are held: a table of its own, because it is small and indexed by
-- recipient, while the outbox has every message ever sent.
create table mcc.recent_messages (
  message_id bigint primary key,
  company_id bigint,
  user_id bigint,
  channel text not null,
  recipient text not null,
  topic text,
  source text,
  created_at timestamptz not null,
  -- when the held messages of this person and topic are gathered; null for one that is sent on its own
  held_until timestamptz
);
create index recent_messages_recipient on mcc.recent_messages (recipient, channel);
