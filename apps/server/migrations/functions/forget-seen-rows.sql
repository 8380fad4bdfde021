-- With other filters everything would be new or gone in the next report. A report that keeps the filters of its view, which
-- is deleted or no longer shared, has the same ones.
create or replace function mcc.forget_seen_rows() returns trigger
  language plpgsql security definer set search_path = mcc, pg_temp as $$
begin
  if tg_table_name = 'reports' then
    if old.list = new.list
      and coalesce((select filters from list_views where company_id = old.company_id and id = old.view_id), old.filters)
        = coalesce((select filters from list_views where company_id = new.company_id and id = new.view_id), new.filters)
    then
      return null;
    end if;
  end if;
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
