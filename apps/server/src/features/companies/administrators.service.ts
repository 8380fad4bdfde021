import { displayName } from "@mcc/contract/access/session.ts";
import type { Administrator, NewAdministrator } from "@mcc/contract/companies/administrators.schema.ts";
import { companyMessages as says } from "@mcc/contract/companies/companies.messages.ts";
import { slugOf } from "@mcc/contract/companies/companies.rules.ts";
import { fail, failField } from "@mcc/contract/kit/errors.ts";
import { userMessages } from "@mcc/contract/users/users.messages.ts";
import type { CompanyScope, PlatformScope } from "../../platform/access/scope.ts";
import { writeUnique } from "../../platform/db/unique.ts";
import { countAttempt } from "../../platform/http/rate-limit.ts";
import type { EnteredCompanies } from "../../platform/http/session-transactions.ts";
import { sendSoon } from "../../platform/mail/outbox.ts";
import type { Platform } from "../../platform/platform.ts";
import { mustKeepApprovers } from "../approvals/deletion-guards.service.ts";
import { addAuditEntry } from "../audit/audit.service.ts";
import { usernamePrefix } from "../hierarchy/hierarchy.service.ts";
import { addInvitationMail, endUserSessions } from "../sign-in/accounts.service.ts";
import { isUsernameTaken } from "../sites/shop-users.service.ts";
import { finishCreation, removeUser } from "../users/user-records.service.ts";
import * as queries from "./administrators.queries.ts";
import { findCompany } from "./companies.service.ts";

type Row = Awaited<ReturnType<typeof queries.administratorRows>>[number];

const toAdministrator = ({ invited_at, last_login, ...row }: Row): Administrator => ({
  ...row,
  invited_at: invited_at?.toISOString() ?? null,
  last_login: last_login?.toISOString() ?? null,
});

export const listAdministrators = async (scope: PlatformScope, companyId: number) => {
  await findCompany(scope, companyId);
  return { results: (await queries.administratorRows(scope.db, companyId)).map(toAdministrator) };
};

const findAdministrator = async ({ database }: Platform, companyId: number, id: number) => {
  const [row] = await queries.administratorRows(database.platform, companyId, id);
  return toAdministrator(row ?? fail("not_found"));
};

const MOST_NAMESAKES = 100;

/** "acme-dana.whitfield", with a number when someone has that. */
const freeUsername = async (scope: CompanyScope, { first_name, last_name }: NewAdministrator) => {
  const prefix = (await usernamePrefix(scope, null)) || (scope.who.company?.slug_name ?? "");
  const name = [first_name, last_name].map(slugOf).filter(Boolean).join(".") || "admin";
  for (let number = 1; number <= MOST_NAMESAKES; number++) {
    const username = `${prefix}-${name}${number === 1 ? "" : number}`;
    if (!(await isUsernameTaken(scope, username))) return username;
  }
  return failField("last_name", userMessages.usernameTaken);
};

type Invited = Parameters<typeof addInvitationMail>[2];

const sendInvitation = async (platform: Platform, scope: CompanyScope, user: Invited): Promise<void> => {
  const message = await addInvitationMail(platform, scope, user);
  if (message) scope.afterCommit(() => sendSoon(platform.jobs, message.id));
  await addAuditEntry(scope.db, {
    actor: { id: scope.who.id, name: displayName(scope.who) },
    action: "invitation.sent",
    record: { type: "user", id: user.id },
    details: { username: user.username, email: user.email },
  });
};

const inviteInCompany = async (platform: Platform, scope: CompanyScope, given: NewAdministrator) => {
  const user = { ...given, username: await freeUsername(scope, given) };
  const { id } = await writeUnique(
    queries.addAdministrator(scope, user),
    { index: "users_email", field: "email", message: userMessages.emailTaken },
    { index: "users_username", field: "last_name", message: userMessages.usernameTaken },
  );
  await finishCreation(platform, scope, id);
  await sendInvitation(platform, scope, { ...user, id });
  return id;
};

/** They see every site as company admins do, and have no password until they set one. */
export const inviteAdministrator = async (
  platform: Platform,
  companies: EnteredCompanies,
  companyId: number,
  given: NewAdministrator,
): Promise<Administrator> => {
  const id = await companies.enter(companyId, (scope) => inviteInCompany(platform, scope, given));
  return findAdministrator(platform, companyId, id);
};

interface OneAdministrator {
  readonly id: number;
  readonly user: number;
}

/** Invitations to one person within an hour. */
const RESENDS = { max: 5, seconds: 3_600 };

const lockAdministrator = async (scope: CompanyScope, id: number) =>
  (await queries.lockAdministrator(scope, id)) ?? fail("not_found");

/** The links that were sent before no longer work. */
export const resendInvitation = async (
  platform: Platform,
  companies: EnteredCompanies,
  { id: companyId, user: id }: OneAdministrator,
): Promise<Administrator> => {
  await companies.enter(companyId, async (scope) => {
    const { password_hash, ...user } = await lockAdministrator(scope, id);
    if (password_hash !== null) fail("administrator.active");
    await countAttempt(platform.database.platform, [{ bucket: `invitation:${id}`, ...RESENDS }]);
    await endUserSessions(scope, id);
    await sendInvitation(platform, scope, user);
  });
  return findAdministrator(platform, companyId, id);
};

/** An administrator who can sign in is deleted only while another one can. */
export const revokeAdministrator = (
  platform: Platform,
  companies: EnteredCompanies,
  { id: companyId, user: id }: OneAdministrator,
) =>
  companies.enter(companyId, async (scope) => {
    await mustKeepApprovers(scope, { user: id });
    const { password_hash } = await lockAdministrator(scope, id);
    const isActive = password_hash !== null;
    if (isActive && !(await queries.hasOtherAdministrator(scope, id))) fail("administrator.last");
    await removeUser(platform, scope, id);
    return { detail: isActive ? says.administratorDeleted : says.invitationRevoked };
  });
