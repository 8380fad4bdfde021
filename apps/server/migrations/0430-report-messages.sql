-- not side by side: the check of results accepts one more, which only this version writes.

-- Whether the mail server refused the address, or the message was given up for another reason.
alter table mcc.messages add column address_refused boolean not null default false;
call mcc.publish('messages');
revoke select, update, delete on tenant.messages from mcc_request;
grant select (id, sent_for) on tenant.messages to mcc_request;

-- What a message was written with (access of the reader, view, format), to find out whether it still holds when it is
-- sent; and what its reader had got before, for a message that is written anew.
alter table mcc.report_runs
  add column written_as text,
  add column seen_keys text[],
  add column seen_count integer,
  add column seen_at timestamptz,
  drop constraint report_runs_result_check,
  add constraint report_runs_result_check check (result in
    ('waiting', 'sent', 'refused', 'no_account', 'no_right', 'no_email', 'view_invalid', 'canceled', 'failed'));
call mcc.publish('report_runs');
revoke insert, update, delete on tenant.report_runs from mcc_request;

-- With other filters everything would be new or gone.
create function mcc.forget_seen_rows() returns trigger
  language plpgsql security definer set search_path = mcc, pg_temp as $$
begin
  update report_readers reader set seen_keys = null, seen_count = null, seen_at = null
    from reports report
    where report.company_id = new.company_id and reader.company_id = new.company_id and reader.report_id = report.id
      and case tg_table_name when 'reports' then report.id = new.id else report.view_id = new.id end;
  update report_runs run set seen_keys = null, seen_count = null, seen_at = null
    from reports report
    where report.company_id = new.company_id and run.company_id = new.company_id and run.report_id = report.id
      and run.result = 'waiting'
      and case tg_table_name when 'reports' then report.id = new.id else report.view_id = new.id end;
  return null;
end $$;
create trigger forget_seen_rows after update on mcc.reports for each row
  when (old.list <> new.list or old.view_id is distinct from new.view_id
    or new.view_id is null and old.filters is distinct from new.filters)
  execute function mcc.forget_seen_rows();
create trigger forget_seen_rows after update on mcc.list_views for each row
  when (old.filters is distinct from new.filters) execute function mcc.forget_seen_rows();
