import { displayName } from "@mcc/contract/access/session.ts";
import type {
  Administrator,
  AdministratorChanges,
  NewAdministrator,
} from "@mcc/contract/companies/administrators.schema.ts";
import { companyMessages as says } from "@mcc/contract/companies/companies.messages.ts";
import { slugOf } from "@mcc/contract/companies/companies.rules.ts";
import { fail, failField } from "@mcc/contract/kit/errors.ts";
import { isSameEmail } from "@mcc/contract/kit/text.ts";
import { userMessages } from "@mcc/contract/users/users.messages.ts";
import { countAttempt } from "../../platform/access/rate-limit.ts";
import type { CompanyScope, PlatformScope } from "../../platform/access/scope.ts";
import type { EnteredCompanies } from "../../platform/access/transactions.ts";
import { writeUnique } from "../../platform/db/unique.ts";
import { sendSoon } from "../../platform/mail/outbox.ts";
import type { Services } from "../../platform/services.ts";
import { mustKeepApprovers } from "../approval-steps/deletion-guards.service.ts";
import { addAuditEntry } from "../audit/audit.service.ts";
import { usernamePrefix } from "../hierarchy/node-configuration.service.ts";
import { addInvitationMail, endUserSessions } from "../sign-in/accounts.service.ts";
import { isUsernameTaken } from "../sites/shop-users.service.ts";
import { finishCreation, removeUser, updateUser } from "../users/user-records.service.ts";
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

const findAdministrator = async ({ database }: Services, companyId: number, id: number) => {
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

const sendInvitation = async (services: Services, scope: CompanyScope, user: Invited): Promise<void> => {
  const message = await addInvitationMail(services, scope, user);
  if (message) scope.afterCommit(() => sendSoon(services.jobs, message.id));
  await addAuditEntry(scope.db, {
    actor: { id: scope.who.id, name: displayName(scope.who) },
    action: "invitation.sent",
    record: { type: "user", id: user.id },
    details: { username: user.username, email: user.email },
  });
};

const inviteInCompany = async (services: Services, scope: CompanyScope, given: NewAdministrator) => {
  const user = { ...given, username: await freeUsername(scope, given) };
  const { id } = await writeUnique(
    queries.addAdministrator(scope, user),
    { index: "users_email", field: "email", message: userMessages.emailTaken },
    { index: "users_username", field: "last_name", message: userMessages.usernameTaken },
  );
  await finishCreation(services, scope, id);
  await sendInvitation(services, scope, { ...user, id });
  return id;
};

/** They see every site as company admins do, and have no password until they set one. */
export const inviteAdministrator = async (
  services: Services,
  companies: EnteredCompanies,
  companyId: number,
  given: NewAdministrator,
): Promise<Administrator> => {
  const id = await companies.enter(companyId, (scope) => inviteInCompany(services, scope, given));
  return findAdministrator(services, companyId, id);
};

interface OneAdministrator {
  readonly id: number;
  readonly user: number;
}

/** Invitations to one person within an hour. */
const RESENDS = { max: 5, seconds: 3_600 };

const lockAdministrator = async (scope: CompanyScope, id: number) =>
  (await queries.lockAdministrator(scope, id)) ?? fail("not_found");

const countInvitation = ({ database }: Services, id: number) =>
  countAttempt(database.platform, [{ bucket: `invitation:${id}`, ...RESENDS }]);

/** Who has no password yet gets the invitation at the new address. */
export const updateAdministrator = async (
  services: Services,
  companies: EnteredCompanies,
  { id: companyId, user: id }: OneAdministrator,
  { email }: AdministratorChanges,
): Promise<Administrator> => {
  await companies.enter(companyId, async (scope) => {
    const { password_hash, ...user } = await lockAdministrator(scope, id);
    await updateUser(services, scope, id, { email });
    if (password_hash !== null || isSameEmail(user.email, email)) return;
    await countInvitation(services, id);
    await sendInvitation(services, scope, { ...user, email });
  });
  return findAdministrator(services, companyId, id);
};

/** The links that were sent before no longer work. */
export const resendInvitation = async (
  services: Services,
  companies: EnteredCompanies,
  { id: companyId, user: id }: OneAdministrator,
): Promise<Administrator> => {
  await companies.enter(companyId, async (scope) => {
    const { password_hash, ...user } = await lockAdministrator(scope, id);
    if (password_hash !== null) fail("administrator.active");
    await countInvitation(services, id);
    await endUserSessions(scope, id);
    await sendInvitation(services, scope, user);
  });
  return findAdministrator(services, companyId, id);
};

/** An administrator who can sign in is deleted only while another one can. */
export const revokeAdministrator = (
  services: Services,
  companies: EnteredCompanies,
  { id: companyId, user: id }: OneAdministrator,
) =>
  companies.enter(companyId, async (scope) => {
    await mustKeepApprovers(scope, { user: id });
    const { password_hash } = await lockAdministrator(scope, id);
    const isActive = password_hash !== null;
    if (isActive && !(await queries.hasOtherAdministrator(scope, id))) fail("administrator.last");
    await removeUser(services, scope, id);
    return { detail: isActive ? says.administratorDeleted : says.invitationRevoked };
  });
