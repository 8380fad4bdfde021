import { displayName } from "@mcc/contract/access/session.ts";
import { fail, failField } from "@mcc/contract/kit/errors.ts";
import { isSameEmail } from "@mcc/contract/kit/text.ts";
import { userMessages as says } from "@mcc/contract/users/users.messages.ts";
import type { NewUser, UserChanges, UserClone, UserRow } from "@mcc/contract/users/users.schema.ts";
import type { CompanyScope } from "../../platform/access/scope.ts";
import { mustBeConfirmed } from "../../platform/access/sign-in-state.ts";
import { writeUnique } from "../../platform/db/unique.ts";
import { sendSoon } from "../../platform/mail/outbox.ts";
import { mustBeDecidedHere } from "../../platform/records/kept-by-directory.ts";
import type { Services } from "../../platform/services.ts";
import { copyAlertRules } from "../alerts/rules/alert-rules.service.ts";
import { triggersFollowAccess } from "../alerts/trigger-access.service.ts";
import { deleteRulesOfUser } from "../approval-rules/approval-rules.service.ts";
import { mustKeepApprovers } from "../approval-steps/deletion-guards.service.ts";
import { addAuditEntry, addChangeEntry } from "../audit/audit.service.ts";
import { addEvent, deliverSoon } from "../events/events.service.ts";
import {
  addEmailCorrectedMail,
  addPasswordChangedMail,
  endUserSessions,
} from "../sign-in/accounts.service.ts";
import { hashNewPassword, type PasswordOwner } from "../sign-in/new-password.service.ts";
import { lastEmergencyAdmin } from "./emergency-admins.service.ts";
import { checkedPhone } from "./phones.service.ts";
import * as checks from "./user-checks.ts";
import * as queries from "./user-records.queries.ts";
import * as siteQueries from "./user-sites.queries.ts";
import { announceUser, replaceSites } from "./user-sites.service.ts";
import { findUser } from "./users.service.ts";
import { sendWelcome } from "./welcome.ts";

/** Over the platform, in capitals or not: of two requests at the same time one gets the field error. */
export const writeUser = <Result>(write: Promise<Result>): Promise<Result> =>
  writeUnique(
    writeUnique(write, { index: "users_username", field: "username", message: says.usernameTaken }),
    { index: "users_email", field: "email", message: says.emailTaken },
  );

const storedUser = async (scope: CompanyScope, given: NewUser): Promise<queries.StoredUser> => {
  const { username, first_name, last_name, email, role_id = null, node = null } = given;
  const { enable_analytics = false, alerts_enabled = true, enable_text_messages = false } = given;
  await checks.mustBeRole(scope, role_id);
  await checks.mustBeNode(scope, node);
  await checks.mustHavePrefix(scope, username, node);
  await checks.mustBeFree(scope, username);
  return {
    username,
    ecommerce_username: username,
    first_name,
    last_name,
    email,
    role_id,
    node_id: node,
    enable_analytics,
    alerts_enabled,
    enable_text_messages,
    phone: await checkedPhone(given.phone, enable_text_messages),
  };
};

const hashFor = ({ who }: CompanyScope, password: string, owner: PasswordOwner): Promise<string> =>
  hashNewPassword(password, {
    ...owner,
    company: who.company?.name,
    companyShortName: who.company?.short_name,
  });

const addUser = async (scope: CompanyScope, given: NewUser): Promise<number> => {
  const user = await storedUser(scope, given);
  if (given.sites) await checks.mustBeSites(scope, given.sites, "sites");
  // Without one, the user sets it by the link of the welcome e-mail.
  const password_hash = given.password ? await hashFor(scope, given.password, user) : null;
  const { id } = await writeUser(queries.addUser(scope, { ...user, password_hash }));
  if (given.sites) await replaceSites(scope, id, given.sites);
  return id;
};

/** Tells of the new user: the audit, the provider's systems, the user, open pages. */
export const finishCreation = async (
  services: Services,
  scope: CompanyScope,
  id: number,
  { send_welcome_email = false }: Pick<NewUser, "send_welcome_email"> = {},
): Promise<UserRow> => {
  const user = await findUser(scope, id);
  await addChangeEntry(scope, { action: "user.created", record: audited(user) });
  const { username, first_name, last_name, email, role, node } = user;
  await addEvent(scope.db, {
    type: "user.created",
    siteId: null,
    payload: { id, username, first_name, last_name, email, role, node },
  });
  scope.afterCommit(() => deliverSoon(services.jobs, scope.companyId));
  if (send_welcome_email) await sendWelcome(services, scope, user);
  announceUser(services, scope, id);
  return user;
};

const audited = ({
  groups,
  site_groups,
  sites,
  company,
  last_login,
  is_active,
  is_invited,
  directory,
  ...user
}: UserRow) => user;

export const createUser = async (services: Services, scope: CompanyScope, given: NewUser) => {
  const id = await addUser(scope, given);
  await triggersFollowAccess(services, scope, { users: [id] });
  return finishCreation(services, scope, id, given);
};

/** With the sites and the policy of the other user; whether that one is a company admin is not copied. */
export const cloneUser = async (services: Services, scope: CompanyScope, from: number, given: UserClone) => {
  if (!(await queries.lockUser(scope, from))) fail("not_found");
  const id = await addUser(scope, given);
  if (!given.sites) await siteQueries.copySites(scope, from, id);
  await siteQueries.copyPolicy(scope, from, id);
  await triggersFollowAccess(services, scope, { users: [id] });
  if (given.clone_triggers) {
    await siteQueries.copyTriggers(scope, from, id);
    await copyAlertRules(scope, from, id);
  }
  return finishCreation(services, scope, id, given);
};

/** The links that were sent before no longer work. */
export const inviteUser = async (services: Services, scope: CompanyScope, id: number): Promise<UserRow> => {
  if (!(await queries.lockUser(scope, id))) fail("not_found");
  const user = await findUser(scope, id);
  if (!user.is_invited) fail("user.has_password");
  await endUserSessions(scope, id);
  await sendWelcome(services, scope, user, true);
  await addAuditEntry(scope.db, {
    actor: { id: scope.who.id, name: displayName(scope.who) },
    action: "invitation.sent",
    record: { type: "user", id },
    details: { username: user.username, email: user.email },
  });
  return user;
};

type Locked = NonNullable<Awaited<ReturnType<typeof queries.lockUser>>>;

/** Only what is given and differs. */
const changedFields = async (
  scope: CompanyScope,
  before: Locked,
  given: UserChanges,
): Promise<Partial<queries.StoredUser>> => {
  const { role_id: role, node, phone, enable_text_messages } = given;
  const isRenamed = given.username !== undefined && given.username !== before.username;
  const username = isRenamed ? checks.changedUsername(given.username as string) : undefined;
  if (role !== undefined) await checks.mustBeRole(scope, role);
  if (node !== undefined) await checks.mustBeNode(scope, node);
  const nodeAfter = node ?? before.node_id;
  if (username !== undefined) await checks.mustHavePrefix(scope, username, nodeAfter);
  if (username !== undefined && username.toLowerCase() !== before.username.toLowerCase())
    await checks.mustBeFree(scope, username, before.id);
  const wantsTexts = enable_text_messages ?? before.enable_text_messages;
  const checksPhone = phone !== undefined || enable_text_messages !== undefined;
  const after: Partial<queries.StoredUser> = {
    username,
    first_name: given.first_name,
    last_name: given.last_name,
    email: given.email,
    role_id: role,
    node_id: node,
    enable_analytics: given.enable_analytics,
    alerts_enabled: given.alerts_enabled,
    enable_text_messages,
    phone: checksPhone
      ? await checkedPhone(phone === undefined ? before.phone : phone, wantsTexts)
      : undefined,
  };
  return Object.fromEntries(
    Object.entries(after).filter(
      ([key, value]) => value !== undefined && value !== before[key as keyof typeof before],
    ),
  );
};

/**
 * One's own address and password need the current password, which the profile asks for: a session may be stolen. The
 * session of one company admin must not become the account of another either; the provider may correct it.
 */
const mustNotTakeOver = (
  { who }: CompanyScope,
  { id, is_company_admin }: Locked,
  hasNewEmail: boolean,
  { password }: UserChanges,
): void => {
  const isOwn = who.id === id;
  if (!isOwn && (!is_company_admin || who.is_mcc_admin)) return;
  if (hasNewEmail) failField("email", isOwn ? says.ownEmail : says.adminEmail);
  if (password) failField("password", isOwn ? says.ownPassword : says.adminPassword);
};

/** A change without effect is not audited. A new password ends the sessions of the user. */
export const updateUser = async (
  services: Services,
  scope: CompanyScope,
  id: number,
  given: UserChanges,
): Promise<UserRow> => {
  const locked = (await queries.lockUser(scope, id)) ?? fail("not_found");
  const before = await findUser(scope, id);
  const changes = await changedFields(scope, locked, given);
  const hasNewEmail = changes.email !== undefined && !isSameEmail(changes.email, locked.email);
  mustNotTakeOver(scope, locked, hasNewEmail, given);
  if (hasNewEmail || given.password) mustBeConfirmed(scope);
  const sitesBefore = given.sites && (await replaceSites(scope, id, given.sites, given.sites_before));
  mustBeDecidedHere(before, {
    ...{ ...changes, role: changes.role_id, node: changes.node_id, sites: sitesBefore },
  });
  const password = given.password
    ? { password_hash: await hashFor(scope, given.password, { ...locked, ...changes }) }
    : {};
  const shop = changes.username ? { ecommerce_username: changes.username } : {};
  const written = { ...changes, ...shop, ...password };
  if (Object.keys(written).length === 0 && !sitesBefore) return before;
  if (Object.keys(written).length > 0) await writeUser(queries.setUser(scope, id, written));
  const mails = [
    hasNewEmail ? await addEmailCorrectedMail(services, scope, id, locked.email) : undefined,
    given.password ? await addPasswordChangedMail(services, scope.db, id) : undefined,
  ];
  if (given.password) await endUserSessions(scope, id);
  for (const mail of mails) if (mail) scope.afterCommit(() => sendSoon(services.jobs, mail.id));
  if (sitesBefore || changes.node_id !== undefined)
    await triggersFollowAccess(services, scope, { users: [id] });
  const after = await findUser(scope, id);
  await addChangeEntry(scope, {
    action: "user.updated",
    record: {
      ...audited(after),
      ...(sitesBefore ? { sites: given.sites } : {}),
      ...(given.password ? { password: "changed" } : {}),
    },
    before: { ...audited(before), ...(sitesBefore ? { sites: sitesBefore } : {}) },
  });
  const isSwitch = Object.keys(written).every((key) => key === "alerts_enabled") && !sitesBefore;
  announceUser(services, scope, id, { rights: !isSwitch });
  return after;
};

/** Soft: history keeps the name. With their approval rules, assignments and alert rules. The user is locked. */
export const removeUser = async (services: Services, scope: CompanyScope, id: number): Promise<void> => {
  const user = await findUser(scope, id);
  await deleteRulesOfUser(services, scope, id);
  await siteQueries.deleteAssignments(scope, id);
  await queries.markDeleted(scope, id);
  await triggersFollowAccess(services, scope, { users: [id] });
  await endUserSessions(scope, id);
  await addChangeEntry(scope, { action: "user.deleted", record: audited(user) });
  announceUser(services, scope, id);
};

export const deleteUser = async (services: Services, scope: CompanyScope, id: number) => {
  const { directory } = await findUser(scope, id);
  if (id === scope.who.id) fail("user.self");
  if (directory) fail("directory.keeps");
  await mustKeepApprovers(scope, { user: id });
  const locked = (await queries.lockUser(scope, id)) ?? fail("not_found");
  if (locked.is_company_admin && !(await queries.hasOtherAdmin(scope, id))) fail("user.last_admin");
  if (locked.is_company_admin && (await lastEmergencyAdmin(scope, [id]))) fail("user.last_emergency_admin");
  await removeUser(services, scope, id);
  return { detail: says.deleted };
};
