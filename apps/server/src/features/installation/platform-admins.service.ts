import type { NewPlatformAdmin } from "@mcc/contract/installation/platform-admins.schema.ts";
import { fail, failField } from "@mcc/contract/kit/errors.ts";
import { userMessages } from "@mcc/contract/users/users.messages.ts";
import type { Kysely } from "kysely";
import { hashToken, randomToken } from "../../platform/access/tokens.ts";
import type { Tables } from "../../platform/db/tables.ts";
import { writeUnique } from "../../platform/db/unique.ts";
import { addAuditEntry } from "../audit/audit.service.ts";
import * as queries from "./installation.queries.ts";

type Db = Kysely<Tables>;

/** Written into the audit: any account that may run commands on the server. */
const COMMAND_LINE = { id: null, name: "command line" };
const INVITATION_SECONDS = 7 * 24 * 60 * 60;

interface Invitation {
  readonly id: number;
  readonly username: string;
  /** The path of the page that sets a password. It works once, for a week. */
  readonly path: string;
}

const invite = async (db: Db, id: number, username: string): Promise<Invitation> => {
  const token = randomToken();
  await queries.replaceInvitation(db, id, hashToken(token), INVITATION_SECONDS);
  return { id, username, path: `/reset-password?token=${token}` };
};

const addAdminAudit = (db: Db, action: string, id: number, details: object) =>
  addAuditEntry(db, { company_id: null, actor: COMMAND_LINE, action, record: { type: "user", id }, details });

/** Without a password: whoever runs the command passes on a link, and never learns the password. */
export const createPlatformAdmin = async (db: Db, admin: NewPlatformAdmin): Promise<Invitation> => {
  if (await queries.isUsernameTaken(db, admin.username)) {
    failField("username", userMessages.usernameTaken);
  }
  const { id } = await writeUnique(
    writeUnique(queries.addPlatformAdmin(db, admin), {
      index: "users_email",
      field: "email",
      message: userMessages.emailTaken,
    }),
    { index: "users_username", field: "username", message: userMessages.usernameTaken },
  );
  await addAdminAudit(db, "platform_admin.created", id, { username: admin.username, email: admin.email });
  return invite(db, id, admin.username);
};

export const listPlatformAdmins = (db: Db) => queries.platformAdminRows(db);

/** Another link, for one that was lost or has expired. A password that is set stays until the link is used. */
export const invitePlatformAdmin = async (db: Db, username: string): Promise<Invitation> => {
  const admins = await queries.platformAdminRows(db);
  const admin =
    admins.find((one) => one.username.toLowerCase() === username.toLowerCase()) ?? fail("not_found");
  await addAdminAudit(db, "platform_admin.invited", admin.id, { username: admin.username });
  return invite(db, admin.id, admin.username);
};
