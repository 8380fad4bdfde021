import pg from "pg";

const RANDOM = "sha256(convert_to(gen_random_uuid()::text, 'UTF8'))";

/** Where the export lacks a secret that cannot be empty, one is written that nobody knows. Receivers get a new one before events are sent to them. */
export const VALUES_OF_IMPORT: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  company_keys: { key_hash: RANDOM },
  directory_tokens: { token_hash: RANDOM },
  event_receivers: {
    secret: "''",
    paused_at: "coalesce(one.paused_at, now())",
    paused_by: "coalesce(one.paused_by, 'admin')",
  },
};

interface Reference {
  readonly child: string;
  readonly columns: string[];
  readonly parent: string;
  readonly targets: string[];
  /** Whether rows of the parent are those of a company. */
  readonly is_of_company: boolean;
}

/** The references between tables that have rows of the company; checked because nothing was checked while they were written. */
const references = async (client: pg.Client): Promise<Reference[]> => {
  const { rows } = await client.query<Reference>(`
    select child.relname as child, parent.relname as parent,
      array(select attname::text from unnest(conkey) with ordinality as part (number, at) join pg_attribute
        on attrelid = conrelid and attnum = number order by at) as columns,
      array(select attname::text from unnest(confkey) with ordinality as part (number, at) join pg_attribute
        on attrelid = confrelid and attnum = number order by at) as targets,
      exists (select from pg_attribute where attrelid = confrelid and attname = 'company_id') as is_of_company
    from pg_constraint join pg_class child on child.oid = conrelid join pg_class parent on parent.oid = confrelid
    where contype = 'f' and conparentid = 0 and connamespace = 'mcc'::regnamespace and exists (
      select from pg_attribute where attrelid = conrelid and attname = 'company_id')`);
  return rows;
};

const missing = ({ child, columns, parent, targets, is_of_company }: Reference): string => {
  const names = columns.map((column) => pg.escapeIdentifier(column));
  const same = targets.map((target, at) => `parent.${pg.escapeIdentifier(target)} = child.${names[at]}`);
  // Nothing refers to a record of another company; platform admins have none.
  if (is_of_company)
    same.push(`(parent.company_id = $1${parent === "users" ? " or parent.company_id is null" : ""})`);
  return `from mcc.${child} child where child.company_id = $1
    and ${names.map((name) => `child.${name} is not null`).join(" and ")}
    and not exists (select from mcc.${parent} parent where ${same.join(" and ")})`;
};

/**
 * Platform admins are not exported, but stay who did something in the audit: those that are not here get a deleted
 * account without a name.
 */
const addFormerAdmins = (client: pg.Client, reference: Reference, companyId: number) =>
  client.query(
    `insert into mcc.users (id, username, email, is_mcc_admin, deleted_at)
     select distinct child.${reference.columns[0]}, 'former-platform-admin', 'former-platform-admin', true, now()
     ${missing(reference)} on conflict (id) do nothing`,
    [companyId],
  );

export const brokenReferences = async (client: pg.Client, companyId: number): Promise<string[]> => {
  const broken: string[] = [];
  for (const reference of await references(client)) {
    if (reference.parent === "users" && reference.columns.length === 1)
      await addFormerAdmins(client, reference, companyId);
    const { rows } = await client.query(`select 1 ${missing(reference)} limit 1`, [companyId]);
    if (rows.length > 0) broken.push(`${reference.child}.${reference.columns.at(-1)}`);
  }
  return broken;
};

/** New records get numbers after those that were imported. */
export const moveSequences = async (client: pg.Client): Promise<void> => {
  const { rows } = await client.query<{ sequence: string; table: string; column: string }>(`
    select seq.oid::regclass::text as sequence, owner.oid::regclass::text as "table", attname as "column"
    from pg_class seq join pg_depend on pg_depend.classid = 'pg_class'::regclass and objid = seq.oid and deptype = 'i'
      join pg_class owner on owner.oid = refobjid join pg_attribute on attrelid = owner.oid and attnum = refobjsubid
    where seq.relkind = 'S' and seq.relnamespace = 'mcc'::regnamespace
    union
    select seq.oid::regclass::text, owner.oid::regclass::text, attname
    from pg_attrdef def join pg_depend on pg_depend.classid = 'pg_attrdef'::regclass and objid = def.oid
      join pg_class seq on seq.oid = refobjid and seq.relkind = 'S'
      join pg_class owner on owner.oid = adrelid and not owner.relispartition
      join pg_attribute on attrelid = adrelid and attnum = adnum
    where seq.relnamespace = 'mcc'::regnamespace`);
  for (const { sequence, table, column } of rows) {
    await client.query(
      `select setval('${sequence}', greatest((select last_value from ${sequence}),
         (select max(${pg.escapeIdentifier(column)}) from ${table})))`,
    );
  }
};
