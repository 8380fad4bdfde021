-- How far the import of a file is: another process than the one that imports it may be asked. The id is made up by the
-- page that sends the file; the row is deleted with the end of the import, or a day later if its process was lost.
create table mcc.import_progress (
  id uuid primary key,
  done integer not null,
  total integer not null,
  updated_at timestamptz not null default now()
);
