/** One line for everything of our schemas that has a definition: two databases with the same lines behave alike. */
export const SCHEMA = `
with own as (select oid, nspname from pg_namespace where nspname in ('mcc', 'tenant', 'public')),
relations as (
  select c.*, n.nspname || '.' || c.relname as name from pg_class c join own n on n.oid = c.relnamespace
  where c.relname <> 'mcc_migrations' and c.relname <> 'mcc_migrations_pkey'),
functions as (
  select p.*, p.oid::regprocedure::text as name from pg_proc p join own n on n.oid = p.pronamespace
  where not exists (select from pg_depend where classid = 'pg_proc'::regclass and objid = p.oid and deptype = 'e'))
select unnest(array(
  select concat_ws(' ', 'schema', nspname, nspacl) from pg_namespace where nspname in ('mcc', 'tenant', 'public', 'pgboss')
  union all
  select concat_ws(' ', 'default rights', defaclnamespace::regnamespace, defaclobjtype, defaclacl) from pg_default_acl
  union all
  select concat_ws(' ', 'extension', extname) from pg_extension
  union all
  select concat_ws(' ', 'collation', collname, collprovider, to_jsonb(c) ->> 'colllocale', collisdeterministic)
    from pg_collation c join own n on n.oid = c.collnamespace
  union all
  select concat_ws(' ', 'relation', name, relkind, relpersistence, reloptions,
      pg_get_expr(relpartbound, oid), pg_get_partkeydef(oid),
      (select string_agg(acl::text, ' ' order by acl::text) from unnest(relacl) as acl),
      case when relkind = 'v' then pg_get_viewdef(oid) end, obj_description(oid, 'pg_class'))
    from relations where relkind not in ('i', 'I')
  union all
  select concat_ws(' ', 'column', name, attname, format_type(atttypid, atttypmod), attnotnull, 'identity', attidentity,
      'generated', attgenerated, 'default', pg_get_expr(adbin, adrelid), attcollation::regcollation, attacl,
      col_description(attrelid, attnum))
    from pg_attribute join relations on relations.oid = attrelid
      left join pg_attrdef on adrelid = attrelid and adnum = attnum
    where attnum > 0 and not attisdropped and relkind not in ('i', 'I')
  union all
  -- A constraint that was added to existing rows holds for every row that is written since.
  select concat_ws(' ', 'constraint', name, conname, replace(pg_get_constraintdef(pg_constraint.oid), ' NOT VALID', ''))
    from pg_constraint join relations on relations.oid = conrelid where contype <> 'n'
  union all
  -- The index of a partition has a name that depends on which others were there before.
  select concat_ws(' ', 'index', regexp_replace(pg_get_indexdef(indexrelid),
      case when relispartition then ' INDEX \\w+ ON ' else '^$' end, ' INDEX ON '), 'valid', indisvalid)
    from pg_index join relations on relations.oid = indexrelid
  union all
  select concat_ws(' ', 'trigger', pg_get_triggerdef(pg_trigger.oid), tgenabled)
    from pg_trigger join relations on relations.oid = tgrelid where not tgisinternal
  union all
  select concat_ws(' ', 'function', name, (select string_agg(acl::text, ' ' order by acl::text) from unnest(proacl) as acl),
      pg_get_functiondef(oid)) from functions
  union all
  select concat_ws(' ', 'sequence', name, to_jsonb(pg_sequence) - 'seqrelid')
    from pg_sequence join relations on relations.oid = seqrelid
  union all
  select concat_ws(' ', 'policy', to_jsonb(pg_policies)) from pg_policies
  order by 1)) as line`;
