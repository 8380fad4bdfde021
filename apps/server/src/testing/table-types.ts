import pg from "pg";

/** Prints the TypeScript of every table in schema mcc, as Kysely wants it. */
const TYPES: Readonly<Record<string, string>> = {
  bigint: "number",
  integer: "number",
  smallint: "number",
  boolean: "boolean",
  text: "string",
  uuid: "string",
  bytea: "Buffer",
  date: "string",
  numeric: "string",
  jsonb: "Json",
  "timestamp with time zone": "Timestamp",
  "text[]": "string[]",
  "bigint[]": "number[]",
  "smallint[]": "number[]",
};

interface Column {
  table: string;
  column: string;
  type: string;
  nullable: boolean;
  generated: "always" | "default" | "never";
}

const COLUMNS = `
  select c.relname as "table", a.attname as "column",
    regexp_replace(format_type(a.atttypid, a.atttypmod), '\\(.*\\)', '') as type, not a.attnotnull as nullable,
    case when a.attgenerated <> '' then 'always'
         when a.atthasdef or a.attidentity <> '' then 'default'
         else 'never' end as generated
  from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
  where n.nspname = 'mcc' and c.relkind in ('r', 'p') and not c.relispartition and a.attnum > 0 and not a.attisdropped
  order by c.relname, a.attnum`;

const typeOf = ({ table, column, type, nullable, generated }: Column): string => {
  const base = TYPES[type];
  if (!base) throw new Error(`No TypeScript for ${type} of ${table}.${column}`);
  const value = nullable ? `${base} | null` : base;
  // Every company-owned view fills in the company automatically.
  const optional = generated === "default" || column === "company_id";
  if (generated === "always") return `ColumnType<${value}, never, never>`;
  return optional ? `Generated<${value}>` : value;
};

const LINE = 140;

/** Several columns per line: the file is for reference, not for editing. */
const wrapped = (columns: readonly string[]): string => {
  const lines: string[] = [];
  for (const column of columns) {
    const joined = `${lines.at(-1)} ${column}`;
    if (lines.length > 0 && joined.length <= LINE) lines[lines.length - 1] = joined;
    else lines.push(`    ${column}`);
  }
  return lines.join("\n");
};

/** A small table is one line. */
const printTable = (table: string, columns: readonly string[]): string => {
  const line = `  ${table}: { ${columns.join(" ")} };`;
  return line.length <= LINE ? `${line}\n` : `  ${table}: {\n${wrapped(columns)}\n  };\n`;
};

export const printTables = async (url: string): Promise<string> => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<Column>(COLUMNS);
  await client.end();
  const tables = Map.groupBy(rows, (row) => row.table);
  const body = [...tables].map(([table, columns]) =>
    printTable(
      table,
      columns.map((c) => `${c.column}: ${typeOf(c)};`),
    ),
  );
  return `// Generated from the migrations by \`npm run tables\`; a stale file fails a test.
import type { ColumnType } from "kysely";

type Generated<T> = T extends ColumnType<infer S, infer I, infer U> ? ColumnType<S, I | undefined, U> : ColumnType<T, T | undefined, T>;
type Timestamp = ColumnType<Date, Date | string, Date | string>;
type Json = ColumnType<unknown, string, string>;

export interface Tables {
${body.join("")}}
`;
};
