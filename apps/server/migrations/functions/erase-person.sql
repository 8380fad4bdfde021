-- Takes a person out of what others may not change. Nobody's name can be replaced but that of somebody who is being
-- erased: each function asks for the erasure that is under way. The places are named in
-- apps/server/src/features/erasure/names-of-people.ts, the patterns are made in identity.ts there.

-- `words` are found anywhere between other characters than letters and digits, `whole` only as the whole value.
create or replace function mcc.without_person(said text, words text, whole text, named text) returns text
  language sql immutable parallel safe
  return regexp_replace(regexp_replace(said, words, named, 'gi'), '^(?:' || whole || ')$', named);

-- The same in every text of a JSON value; `pair` is a first name and a last name beside each other. Numbers, which have no
-- quotes, stay: a name in their place would be no JSON.
create or replace function mcc.without_person(fields jsonb, words text, whole text, pair text, named text) returns jsonb
  language sql immutable parallel safe
  return regexp_replace((
    select string_agg(case when part[1] ^@ '"' then regexp_replace(part[1], words, named, 'gi') else part[1] end, '' order by at)
    from regexp_matches(regexp_replace(fields::text, pair, '"name": "' || named || '"', 'g'), '"(?:[^"\\]|\\.)*"|[^"]+', 'g')
      with ordinality as found (part, at)), '"(?:' || whole || ')"(?!:)', '"' || named || '"', 'g')::jsonb;

-- What an audit entry about the person holds, without what identifies them.
create or replace function mcc.without_identity(fields jsonb, named text) returns jsonb language plpgsql immutable as $$
begin
  return coalesce((select jsonb_object_agg(key, case
      when key in ('name', 'username') then to_jsonb(named)
      when key in ('first_name', 'last_name', 'email', 'new_email', 'former_email', 'phone', 'ecommerce_username',
        'directory_username', 'external_id', 'subject') then 'null'::jsonb
      when key = 'before' and jsonb_typeof(value) = 'object' then mcc.without_identity(value, named)
      else value end) from jsonb_each(fields)), '{}');
end $$;

create or replace function mcc.open_erasure(erasure_id bigint) returns mcc.erasures
  language plpgsql stable as $$
declare
  under_way mcc.erasures;
begin
  select erasures.* into under_way from mcc.erasures
    join mcc.users on users.id = erasures.user_id and users.deleted_at is not null
    where erasures.id = erasure_id and erasures.done_at is null;
  if under_way.id is null then
    raise exception 'no erasure % is under way', erasure_id;
  end if;
  return under_way;
end $$;

-- Names beside the id of the person that they are of.
create or replace function mcc.erase_names(erasure_id bigint, place text, name_column text, id_column text)
  returns integer language plpgsql security definer set search_path = mcc, pg_temp as $$
declare
  under_way erasures := mcc.open_erasure(erasure_id);
  changed integer;
begin
  perform set_config('mcc.erasing', 'on', true);
  execute format('update mcc.%1$I set %2$I = $3 where company_id = $1 and %3$I = $2 and %2$I is distinct from $3',
    place, name_column, id_column) using under_way.company_id, under_way.user_id, 'Former user ' || under_way.user_id;
  get diagnostics changed = row_count;
  return changed;
end $$;

-- A part of the texts in which the person may be named: after one value of the key, until another, as texts. What is not
-- `likely` to name them is not looked at closely, which takes ten times as long.
create or replace function mcc.erase_texts(
  erasure_id bigint, place text, text_column text, key_column text, after_key text, until_key text,
  likely text, words text, whole text, pair text
) returns integer language plpgsql security definer set search_path = mcc, pg_temp as $$
declare
  under_way erasures := mcc.open_erasure(erasure_id);
  kind text := (select format_type(atttypid, null) from pg_attribute
    where attrelid = format('mcc.%I', place)::regclass and attname = text_column);
  cleaned text := format(case kind
    when 'jsonb' then 'mcc.without_person(%I, $2, $3, $4, $5)'
    when 'text[]' then 'array(select mcc.without_person(each, $2, $3, $5) from unnest(%I) with ordinality as said (each, at) order by at)'
    else 'mcc.without_person(%I, $2, $3, $5)' end, text_column);
  changed integer;
begin
  perform set_config('mcc.erasing', 'on', true);
  execute format('update mcc.%1$I set %2$I = %3$s where company_id = $1 and %4$I <= %5$L', place, text_column, cleaned,
      key_column, until_key)
    || case when after_key is null then '' else format(' and %I > %L', key_column, after_key) end
    || format(' and case when %1$I::text ~* $6 then %1$I <> %2$s end', text_column, cleaned)
    using under_way.company_id, words, whole, pair, 'Former user ' || under_way.user_id, likely;
  get diagnostics changed = row_count;
  return changed;
end $$;

-- Who placed orders. Several snapshots of one person stay apart by their usernames.
create or replace function mcc.erase_snapshots(erasure_id bigint) returns integer
  language plpgsql security definer set search_path = mcc, pg_temp as $$
declare
  under_way erasures := mcc.open_erasure(erasure_id);
  changed integer;
begin
  update person_snapshots set name = 'Former user ' || under_way.user_id,
      username = 'former-user-' || under_way.user_id || '-' || id
    where company_id = under_way.company_id and (user_id = under_way.user_id or (user_id is null
      and keys && array(select key from user_identities
        where company_id = under_way.company_id and user_id = under_way.user_id)));
  get diagnostics changed = row_count;
  return changed;
end $$;

-- Without `likely` until now.
drop function if exists mcc.erase_approval_times(bigint, text, text);

-- Approval times by month: what was counted under several names of the person is counted under one, which a job adds up.
create or replace function mcc.erase_approval_times(erasure_id bigint, likely text, words text, whole text) returns integer
  language plpgsql security definer set search_path = mcc, pg_temp as $$
declare
  under_way erasures := mcc.open_erasure(erasure_id);
  named text := 'Former user ' || under_way.user_id;
  changed integer;
begin
  update approval_month_times set name = mcc.without_person(name, words, whole, named), added_up = false
    where company_id = under_way.company_id
      and case when name ~* likely then name <> mcc.without_person(name, words, whole, named) end;
  get diagnostics changed = row_count;
  return changed;
end $$;

-- The first of these entries that is no longer what it was when it was written, or when somebody was last taken out of it.
create or replace function mcc.unfit_audit_entry(of_chain bigint, ids bigint[]) returns bigint language sql stable as $$
  with removal as materialized (
    select (details ->> 'position')::bigint as position, decode(details ->> 'hash', 'hex') as hash from mcc.audit_entries
    where coalesce(company_id, 0) = of_chain and action = 'audit.removed' order by id desc limit 1),
  redaction as materialized (
    select id, details ->> 'digest' = mcc.digest_of_redaction(id) as fits from mcc.audit_entries
    where coalesce(company_id, 0) = of_chain and action = 'user.erased'
      and id in (select redaction_id from mcc.audit_redactions where entry_id = any(ids)))
  select min(entry.id) from mcc.audit_entries entry
  left join mcc.audit_hashes link on link.entry_id = entry.id
  left join mcc.audit_hashes before on before.chain = of_chain and before.position = link.position - 1
  left join removal on removal.position = link.position - 1
  left join lateral (select * from mcc.audit_redactions redacted where redacted.entry_id = entry.id
    order by redaction_id desc limit 1) as redacted on true
  left join redaction by on by.id = redacted.redaction_id
  where entry.id = any(ids) and (case
    when redacted.entry_id is not null then by.fits and redacted.digest = mcc.audit_digest(redacted.salt, entry)
    when link.commitment is not null then link.commitment = mcc.audit_commitment(link.salt, entry)
    else link.hash = mcc.audit_hash(coalesce(before.hash, removal.hash), entry) end) is not true
$$;

-- A part of the entries of a company that hold the person, or of those of the platform by and about them: others there
-- are no matter of a company. What they held is replaced, and so is the salt of its commitment; the entry that says so,
-- which has the id `redaction`, names them by a digest. An entry that somebody has changed is not replaced: nobody would
-- find it any more. Returns how many there were.
create or replace function mcc.erase_in_audit(
  erasure_id bigint, redaction bigint, of_platform boolean, after_id bigint, until_id bigint,
  likely text, words text, whole text, pair text
) returns integer language plpgsql security definer
  set search_path = mcc, pg_temp set plan_cache_mode = force_custom_plan as $$
declare
  under_way erasures := mcc.open_erasure(erasure_id);
  company bigint := case when of_platform then null else under_way.company_id end;
  person bigint := under_way.user_id;
  named text := 'Former user ' || under_way.user_id;
  ids bigint[];
  unfit bigint;
begin
  ids := array(select id from audit_entries
    where case when of_platform then company_id is null else company_id = company end
      and id > after_id and id <= until_id and (actor_id = person
      or (record_type = 'user' and record_id = person::text)
      or case when not of_platform and concat_ws(' ', actor_name, on_behalf_of, details) ~* likely then
        (actor_id is null and actor_name <> mcc.without_person(actor_name, words, whole, named))
        or on_behalf_of <> mcc.without_person(on_behalf_of, words, whole, named)
        or details <> mcc.without_person(details, words, whole, pair, named) end) for update);
  unfit := mcc.unfit_audit_entry(coalesce(company, 0), ids);
  if unfit is not null then
    raise exception 'audit entry % was changed since it was written: nobody is taken out of it', unfit;
  end if;
  perform set_config('mcc.audit_change', 'on', true);
  update audit_entries set
      actor_name = case when actor_id = person then named
        when actor_id is null then mcc.without_person(actor_name, words, whole, named) else actor_name end,
      on_behalf_of = mcc.without_person(on_behalf_of, words, whole, named),
      details = mcc.without_person(case when record_type = 'user' and record_id = person::text
        then mcc.without_identity(details, named) else details end, words, whole, pair, named),
      address = case when actor_id is distinct from person then address end
    where id = any(ids);
  update audit_hashes set salt = null where entry_id = any(ids);
  update audit_redactions set salt = null where entry_id = any(ids);
  insert into audit_redactions (redaction_id, entry_id, company_id, salt, digest)
    select redaction, entry.id, company, salted.salt, mcc.audit_digest(salted.salt, entry)
    from (select id, uuid_send(gen_random_uuid()) as salt from unnest(ids) as id offset 0) as salted
    join audit_entries entry on entry.id = salted.id;
  perform set_config('mcc.audit_change', '', true);
  return cardinality(ids);
end $$;

-- The entry that says who was taken out of how many others; none of the platform if there were none.
create or replace function mcc.add_erasure_entry(
  erasure_id bigint, redaction bigint, of_platform boolean, done jsonb
) returns integer language plpgsql security definer set search_path = mcc, pg_temp as $$
declare
  under_way erasures := mcc.open_erasure(erasure_id);
  erased integer := (select count(*) from audit_redactions where redaction_id = redaction);
begin
  if erased > 0 or not of_platform then
    insert into audit_entries (id, company_id, actor_id, actor_name, action, record_type, record_id, details)
      select redaction, case when not of_platform then under_way.company_id end, users.id,
        coalesce(nullif(trim(first_name || ' ' || last_name), ''), username), 'user.erased', 'user',
        under_way.user_id::text, done || jsonb_build_object('name', 'Former user ' || under_way.user_id,
          'audit_entries', erased, 'digest', mcc.digest_of_redaction(redaction))
      from users where users.id = under_way.asked_by;
  end if;
  return erased;
end $$;

revoke all on function mcc.open_erasure, mcc.erase_names, mcc.erase_texts, mcc.erase_snapshots, mcc.erase_approval_times,
  mcc.unfit_audit_entry, mcc.erase_in_audit, mcc.add_erasure_entry from public;
grant execute on function mcc.open_erasure, mcc.erase_names, mcc.erase_texts, mcc.erase_snapshots,
  mcc.erase_approval_times, mcc.erase_in_audit, mcc.add_erasure_entry to mcc_platform;
