import type { ExportRecord } from "./export.queries.ts";
import { EXPORTED, LEFT_OUT, SECRET_COLUMNS } from "./exported-tables.ts";

export interface ExportedCompany {
  readonly id: number;
  readonly name: string;
  readonly slug: string;
}

export const EXPORT_FORMAT = 1;

type Export = Pick<
  ExportRecord,
  "created_at" | "created_by_name" | "tables" | "documents_found" | "missing" | "document_bytes"
>;

export interface Manifest {
  readonly format: number;
  readonly created_at: string;
  readonly created_by: string;
  readonly company: ExportedCompany;
  readonly tables: readonly {
    readonly name: string;
    readonly about: string;
    readonly columns: readonly string[];
    readonly rows: number;
    readonly files: readonly { path: string; rows: number; size: number; sha256: string }[];
  }[];
  readonly documents: {
    readonly count: number;
    readonly bytes: number;
    /** Documents whose file was not in the storage. */
    readonly missing: readonly number[];
  };
  readonly left_out: {
    readonly tables: Readonly<Record<string, string>>;
    readonly secret_columns: Readonly<Record<string, readonly string[]>>;
  };
}

export const manifestOf = (company: ExportedCompany, one: Export): string => {
  const manifest: Manifest = {
    format: EXPORT_FORMAT,
    created_at: one.created_at.toISOString(),
    created_by: one.created_by_name,
    company,
    tables: one.tables.map(({ files, name, ...table }) => ({
      name,
      about: EXPORTED[name] ?? "",
      ...table,
      files: files.map(({ key: _, ...file }) => file),
    })),
    documents: {
      count: (one.documents_found ?? 0) - one.missing.length,
      bytes: one.document_bytes,
      missing: one.missing,
    },
    left_out: { tables: LEFT_OUT, secret_columns: SECRET_COLUMNS },
  };
  return `${JSON.stringify(manifest, null, 2)}\n`;
};

const number = (value: number): string => value.toLocaleString("en-US");

export const readmeOf = (company: ExportedCompany, one: Export): string => `Everything of ${company.name}
Exported on ${one.created_at.toISOString()} by ${one.created_by_name}.

manifest.json      what is in this archive: tables, columns, numbers of rows, files with their SHA-256, and what is left out and why
tables/            the records, one JSON object in each line (NDJSON), packed with gzip; a large table has several files
documents/         the files of the documents; a file is named by the id of its document, and tables/documents has its name and type
checksums.sha256   the SHA-256 of each file in tables/ and documents/; check them with: sha256sum -c checksums.sha256

How values are written
- The names of fields are those of the columns. Fields that end with _id have the id of a record of another table.
- Times are in ISO 8601 with their offset, days are YYYY-MM-DD, amounts are decimal numbers in the currency of the company.
- Bytes, such as hashes, are hexadecimal digits after \\x.
- All records are those of one moment.

Left out
- Passwords, tokens, keys and secrets: ${Object.entries(SECRET_COLUMNS)
  .map(([table, columns]) => columns.map((column) => `${table}.${column}`).join(", "))
  .join(", ")}.
- Tables: see left_out in manifest.json.
${one.missing.length > 0 ? `- The files of ${number(one.missing.length)} documents, which were not in the storage: see documents.missing in manifest.json.\n` : ""}
Tables
${one.tables.map(({ name, rows }) => `- ${name} (${number(rows)}): ${EXPORTED[name]}`).join("\n")}
`;
