-- When a message is tried next. Whoever sends it moves this ahead first: the message is theirs until then, without a
-- transaction that stays open while a mail server is slow.
alter table mcc.messages add column next_attempt_at timestamptz not null default now();
drop index mcc.messages_waiting;
create index messages_waiting on mcc.messages (next_attempt_at, id) where state = 'waiting';

-- A message is stored as its content, and written as text and as HTML when it is sent.
drop view tenant.messages;
alter table mcc.messages drop column html;
call mcc.publish('messages');
revoke select, update, delete on tenant.messages from mcc_request;
grant select (id, sent_for) on tenant.messages to mcc_request;

