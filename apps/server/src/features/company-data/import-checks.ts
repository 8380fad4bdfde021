import { AppError } from "@mcc/contract/kit/errors.ts";
import type pg from "pg";
import { EXPORT_FORMAT, type Manifest } from "./export.texts.ts";
import { EXPORTED, SECRET_COLUMNS } from "./exported-tables.ts";

/** A message for the operator. */
class ImportError extends Error {}

export const refused = (why: string): ImportError => new ImportError(`${why} Nothing was imported.`);

/** What the virus scanner says about a file of the archive, or that it is away. */
export const refusedFile =
  (name: string) =>
  (error: unknown): never => {
    throw error instanceof AppError ? refused(`${name}: ${error.message}`) : error;
  };

/** The archive is somebody else's: it has the tables that an export has, and no others. */
export const mustBeManifest = (manifest: Manifest): void => {
  if (manifest.format !== EXPORT_FORMAT) throw refused("It was written by a newer version of the product.");
  const { id } = manifest.company;
  if (!Number.isSafeInteger(id) || id < 1) throw refused("The number of its company is not one.");
  const names = manifest.tables.map(({ name }) => name);
  if (names.sort().join() !== Object.keys(EXPORTED).sort().join())
    throw refused("It was written by another version of the product: it has other tables.");
};

/** Another version of the product has other columns. Which of them are secret, we know ourselves. */
export const mustHaveColumns = async (client: pg.Client, { tables }: Manifest): Promise<void> => {
  const { rows } = await client.query<{ name: string; columns: string[] }>(`
    select relname as name, array_agg(attname::text) as columns from pg_class join pg_attribute on attrelid = pg_class.oid
    where relnamespace = 'mcc'::regnamespace and attnum > 0 and not attisdropped and attgenerated = '' group by relname`);
  const own = new Map(rows.map(({ name, columns }) => [name, columns]));
  for (const { name, columns } of tables) {
    const wanted = [...columns, ...(SECRET_COLUMNS[name] ?? [])].sort().join();
    if (own.get(name)?.sort().join() !== wanted) {
      throw refused(
        `The table ${name} is not the one of this version: import with the version that exported.`,
      );
    }
  }
};

export const mustBeNew = async (client: pg.Client, { company }: Manifest): Promise<void> => {
  const { rows } = await client.query("select from mcc.companies where id = $1", [company.id]);
  if (rows.length > 0)
    throw refused(
      `A company with the number ${company.id} is here already: import into an installation that does not have it.`,
    );
};

export const isKeyOf = (companyId: number, key: string): boolean => key.startsWith(`${companyId}/`);

/** A document whose file is not in the archive could otherwise have the file of another company. */
export const mustHaveOwnFiles = async (client: pg.Client, { company }: Manifest): Promise<void> => {
  const { rows } = await client.query<{ id: string }>(
    "select id from mcc.documents where company_id = $1 and not starts_with(storage_key, $2) limit 1",
    [company.id, `${company.id}/`],
  );
  if (rows[0]) throw refused(`The file of the document ${rows[0].id} is not one of the company.`);
};
