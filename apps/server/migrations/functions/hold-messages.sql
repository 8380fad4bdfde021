-- Within 15 minutes a person gets 20 messages about a topic by a channel one by one, and 3 from one source, whatever
-- they are about. Those beyond are held, and those about a topic gathered into one message at the end of 15 minutes.
-- Reports are neither held nor counted: each reader has accepted each of them, and how often they are sent by hand is
-- limited. A message that gathers others is checked for its reader only, and not for what they may see.
-- Transactions do not see each other's messages before they are committed: those written at the same moment may be sent
-- beyond the bound.
create or replace function mcc.hold_message() returns trigger
  language plpgsql security definer set search_path = mcc, pg_temp as $$
declare
  period constant interval := '15 minutes';
  of_topic integer;
  of_source integer;
  next_gathering timestamptz;
begin
  if new.state <> 'waiting' or new.source in ('gathered', 'planned report', 'report by hand') then
    return new;
  end if;
  select count(*) filter (where held_until is null and topic is not distinct from new.topic
        and coalesce(source, '') not in ('planned report', 'report by hand')),
      count(*) filter (where held_until is null and source = new.source),
      min(held_until) filter (where held_until > now() and topic is not distinct from new.topic)
    into of_topic, of_source, next_gathering
    from recent_messages
    where recipient = lower(new.recipient) and channel = new.channel
      and (created_at > now() - period or held_until is not null);
  if of_topic >= 20 or of_source >= 3 then
    new.state := 'held';
    new.next_attempt_at := coalesce(next_gathering, now() + period);
  end if;
  return new;
end $$;

create or replace function mcc.note_message() returns trigger
  language plpgsql security definer set search_path = mcc, pg_temp as $$
begin
  insert into recent_messages
      (message_id, company_id, user_id, channel, recipient, topic, source, created_at, held_until)
    values (new.id, new.company_id, new.user_id, new.channel, lower(new.recipient), new.topic, new.source,
      new.created_at, case when new.state = 'held' then new.next_attempt_at end);
  return null;
end $$;

create or replace trigger hold before insert on mcc.messages for each row execute function mcc.hold_message();
create or replace trigger note after insert on mcc.messages for each row execute function mcc.note_message();
