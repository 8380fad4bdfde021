import { type Kysely, sql } from "kysely";
import type { Tables } from "../../platform/db/tables.ts";
import type { Identity } from "./identity.ts";

type Db = Kysely<Tables>;

/**
 * What the person is and was called, wherever their id stands beside it; without what somebody else of the company is
 * called, whose history would be rewritten. Keys of former names stay longer than the audit. They have no blanks, so a
 * name is read from one that begins or ends as the name of today.
 */
export const findIdentity = async (db: Db, companyId: number, userId: number): Promise<Identity> => {
  const { rows } = await sql<Identity>`
    with person as (select * from users where company_id = ${companyId} and id = ${userId}),
    others as (select * from users where company_id = ${companyId} and id <> ${userId}),
    taken as (
      select lower(trim(unnest(array[username, email, phone, ecommerce_username, directory_username,
        first_name || ' ' || last_name]))) as value from others),
    told as (
      select fields from audit_entries
      cross join lateral (values (details), (details -> 'before')) as each (fields)
      where (company_id = ${companyId} or company_id is null) and record_type = 'user' and record_id = ${String(userId)}
        and jsonb_typeof(fields) = 'object'),
    pairs as (
      select first_name as first, last_name as last from person
      union select fields ->> 'first_name', fields ->> 'last_name' from told),
    subjects as (
      select subject as value from sso_identities where user_id = ${userId}
      union select fields ->> 'subject' from told where fields ? 'subject'),
    known as (select key from user_identities where company_id = ${companyId} and user_id = ${userId}),
    parts as (
      select trim(first_name) as first, mcc.person_key(first_name) as first_key,
        trim(last_name) as last, mcc.person_key(last_name) as last_key from person),
    said as (
      select unnest(array[username, email, phone, ecommerce_username, directory_username]) as value from person
      union select trim(first || ' ' || last) from pairs
      union select unnest(array[fields ->> 'username', fields ->> 'email', fields ->> 'new_email',
        fields ->> 'former_email', fields ->> 'phone', fields ->> 'ecommerce_username', fields ->> 'directory_username'])
        from told
      union select unnest(array[new_email, former_email]) from email_changes where user_id = ${userId}
      union select recipient from messages where user_id = ${userId}
      union select actor_name from audit_entries where company_id = ${companyId} and actor_id = ${userId}
      union select unnest(array[name, username]) from order_approvals where company_id = ${companyId} and user_id = ${userId}
      union select unnest(array[name, username]) from order_rejections where company_id = ${companyId} and user_id = ${userId}
      union select author_name from order_comments where company_id = ${companyId} and author_id = ${userId}
      union select acted_by_name from order_steps where company_id = ${companyId} and acted_by_id = ${userId}
      union select unnest(array[name, username]) from person_snapshots where company_id = ${companyId} and user_id = ${userId}
      union select named from person_snapshots cross join lateral (values (name), (username)) as each (named)
        where company_id = ${companyId} and keys && array(select key from known)
          and mcc.person_key(named) in (select key from known)
      union select value from subjects where value like '%@%'
      union select key from known
      union select first || ' ' || substr(key, length(first_key) + 1) from parts join known
        on starts_with(key, first_key) and key <> first_key
      union select left(key, -length(last_key)) || ' ' || last from parts join known
        on right(key, length(last_key)) = last_key and key <> last_key)
    select array(select value from said
        where lower(trim(value)) not in (select value from taken where value is not null)) as values,
      array(select value from subjects) as subjects,
      coalesce((select json_agg(pairs) from pairs where first is not null and last is not null
        and (first, last) not in (select first_name, last_name from others
          where first_name is not null and last_name is not null)), '[]') as pairs`.execute(db);
  return rows[0] as Identity;
};
