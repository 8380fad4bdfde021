import { parseArgs } from "node:util";
import { NewApiKey } from "@mcc/contract/api-keys/api-keys.schema.ts";
import { AppError, fieldsOf } from "@mcc/contract/kit/errors.ts";
import {
  createApiKey,
  listApiKeys,
  revokeApiKey,
} from "../apps/server/src/features/api-keys/api-keys.service.ts";
import { platformTransaction } from "../apps/server/src/platform/access/scope.ts";
import { openDatabase } from "../apps/server/src/platform/db/database.ts";
import { databaseUrl } from "./database-url.ts";

const USAGE = `npm run api-key -- create --name "ERP" --scopes orders,documents [--company acme-drilling]
npm run api-key -- list
npm run api-key -- revoke ID`;
/** Written into the audit: any account that may run commands on the server. */
const BY = { id: null, name: "command line" };

class UsageError extends Error {}

const { values, positionals } = (() => {
  try {
    return parseArgs({
      allowPositionals: true,
      options: { name: { type: "string" }, scopes: { type: "string" }, company: { type: "string" } },
    });
  } catch (error) {
    console.error(`${(error as Error).message}\n\n${USAGE}`);
    process.exit(1);
  }
})();

const run = async (command: string | undefined, id: string | undefined): Promise<void> => {
  if (!command || !["create", "list", "revoke"].includes(command)) throw new UsageError(USAGE);
  const database = openDatabase(databaseUrl(process.env), () => {});
  try {
    await platformTransaction(database, async (db) => {
      if (command === "list") return print(await listApiKeys(db));
      if (command === "revoke") {
        if (!/^\d{1,15}$/.test(id ?? "")) throw new UsageError(USAGE);
        const key = await revokeApiKey(db, BY, Number(id));
        return console.log(`Revoked ${key.id}, ${key.name} (${key.prefix}…).`);
      }
      const given = { ...values, scopes: (values.scopes ?? "").split(",").filter(Boolean) };
      const { key, ...made } = await createApiKey(db, BY, wellFormed(given));
      console.log(`Created ${made.id}, ${made.name}. The key is shown only once:\n\n${key}\n`);
    });
  } finally {
    await database.close();
  }
};

const wellFormed = (given: unknown) => {
  const parsed = NewApiKey.safeParse(given);
  if (!parsed.success) throw new AppError("input.invalid", { fields: fieldsOf(parsed.error.issues) });
  return parsed.data;
};

const print = (keys: Awaited<ReturnType<typeof listApiKeys>>): void => {
  console.table(
    keys.map(({ id, name, prefix, scopes, company, last_used_at, revoked_at }) => ({
      id,
      name,
      key: `${prefix}…`,
      scopes: scopes.join(", "),
      company: company?.slug_name ?? "every company",
      "last used": last_used_at ?? "never",
      state: revoked_at ? `revoked ${revoked_at}` : "good",
    })),
  );
};

const messageOf = (error: unknown): string => {
  if (!(error instanceof AppError)) return (error as Error).message;
  if (!error.fields) return error.code === "not_found" ? "There is no such key." : error.message;
  return Object.entries(error.fields)
    .map(([field, messages]) => `--${field.split(".")[0]}: ${messages.join(" ")}`)
    .join("\n");
};

try {
  await run(positionals[0], positionals[1]);
} catch (error) {
  console.error(messageOf(error));
  process.exitCode = 1;
}
