import { parseArgs } from "node:util";
import { NewPlatformAdmin } from "@mcc/contract/installation/platform-admins.schema.ts";
import { AppError, fieldsOf } from "@mcc/contract/kit/errors.ts";
import { readSettings } from "../apps/server/src/env.ts";
import { resetFactorsOf } from "../apps/server/src/features/factors/reset-factors.service.ts";
import {
  createPlatformAdmin,
  invitePlatformAdmin,
  listPlatformAdmins,
} from "../apps/server/src/features/installation/platform-admins.service.ts";
import {
  allowPasswords,
  clearNetworks,
} from "../apps/server/src/features/security/security-policy.service.ts";
import { platformTransaction } from "../apps/server/src/platform/access/scope.ts";
import type { Secrets } from "../apps/server/src/platform/access/secrets/secrets.ts";
import { makeTextCipher } from "../apps/server/src/platform/access/secrets/text-cipher.ts";
import { type Database, openDatabase } from "../apps/server/src/platform/db/database.ts";
import { openChangeFeed } from "../apps/server/src/platform/live/change-feed.ts";
import type { Change } from "../apps/server/src/platform/live/pending-changes.ts";
import { makeLog } from "../apps/server/src/platform/log.ts";
import { loadSecrets } from "../apps/server/src/secret.ts";
import { databaseUrl } from "./database-url.ts";

/** `npm run platform-admin`: the first sign-in to an installation without the demo. */
const USAGE = `npm run platform-admin -- create --username dana --email dana@example.com --first-name Dana --last-name Whitfield
npm run platform-admin -- invite USERNAME
npm run platform-admin -- list
npm run platform-admin -- reset-factors USERNAME
npm run platform-admin -- clear-networks COMPANY
npm run platform-admin -- allow-passwords COMPANY`;

const { values, positionals } = (() => {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        username: { type: "string" },
        email: { type: "string" },
        "first-name": { type: "string" },
        "last-name": { type: "string" },
      },
    });
  } catch (error) {
    console.error(`${(error as Error).message}\n\n${USAGE}`);
    process.exit(1);
  }
})();

/** Where the running server is reached, as it computes it itself. */
const publicUrl = (): string =>
  (process.env.MCC_PUBLIC_URL || `http://localhost:${process.env.PORT || 3000}`).replace(/\/+$/, "");

const wellFormed = () => {
  const { "first-name": first_name, "last-name": last_name, ...given } = values;
  const parsed = NewPlatformAdmin.safeParse({ ...given, first_name, last_name });
  if (!parsed.success) throw new AppError("input.invalid", { fields: fieldsOf(parsed.error.issues) });
  return parsed.data;
};

/** Those of the running server; unknown if it has them from its environment, and this command has not. */
const knownSecrets = (): Secrets | undefined => {
  if (process.env.DATABASE_URL && !process.env.MCC_SECRET) return undefined;
  const { secrets, dataDir } = readSettings(process.env);
  return secrets ?? loadSecrets(dataDir);
};

/** To the processes of the server: open pages are theirs. */
const announce = async (database: Database, change: Change): Promise<void> => {
  const changes = openChangeFeed(database, makeLog("silent"));
  changes.announce(change);
  await changes.stop();
};

const COMMANDS = ["create", "list", "invite", "reset-factors", "clear-networks", "allow-passwords"];
/** Those that name a user or a company. */
const NAMING = COMMANDS.slice(2);

const run = async (command = "", name?: string): Promise<void> => {
  if (!COMMANDS.includes(command) || (NAMING.includes(command) && !name)) throw new Error(USAGE);
  const admin = command === "create" ? wellFormed() : undefined;
  const database = openDatabase(databaseUrl(process.env), () => {});
  let changed: Change | undefined;
  try {
    await platformTransaction(database, async (db) => {
      if (command === "list") return console.table(await listPlatformAdmins(db));
      if (command === "reset-factors") {
        const secrets = knownSecrets();
        const mails = secrets && { textCipher: makeTextCipher(...secrets), publicUrl: publicUrl() };
        const { userId, removed } = await resetFactorsOf(db, name as string, mails);
        changed = { kind: "person", userId };
        const told = mails
          ? "They are told by e-mail."
          : "They are not told by e-mail, because MCC_SECRET is not set.";
        return console.log(`Removed ${removed} second factors of ${name}, and ended the sessions. ${told}`);
      }
      if (command === "clear-networks") {
        const cleared = await clearNetworks(db, name as string);
        return console.log(`${name} can be used from anywhere now. Its networks were ${cleared.join(", ")}.`);
      }
      if (command === "allow-passwords") {
        await allowPasswords(db, name as string);
        return console.log(`${name} no longer requires single sign-on. Passwords sign in again.`);
      }
      const invited = admin
        ? await createPlatformAdmin(db, admin)
        : await invitePlatformAdmin(db, name as string);
      console.log(
        `${admin ? "Created" : "Invited"} ${invited.username}. This link sets the password. It is shown only once and works once, for one week:\n\n${publicUrl()}${invited.path}\n`,
      );
    });
    if (changed) await announce(database, changed);
  } finally {
    await database.close();
  }
};

const NO_COMPANY: Readonly<Record<string, string>> = {
  "clear-networks": "it has no networks",
  "allow-passwords": "it does not require single sign-on",
};
const why = NO_COMPANY[positionals[0] ?? ""];
const NOT_FOUND = why
  ? `There is no such company, or ${why}. Give its short name in addresses, such as acme.`
  : "There is no such user.";

const messageOf = (error: unknown): string => {
  if (!(error instanceof AppError)) return (error as Error).message;
  if (!error.fields) return error.code === "not_found" ? NOT_FOUND : error.message;
  return Object.entries(error.fields)
    .map(([field, messages]) => `--${field.replace("_", "-")}: ${messages.join(" ")}`)
    .join("\n");
};

try {
  await run(positionals[0], positionals[1]);
} catch (error) {
  console.error(messageOf(error));
  process.exitCode = 1;
}
