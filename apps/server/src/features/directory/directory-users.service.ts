import { displayName } from "@mcc/contract/access/session.ts";
import { errors } from "@mcc/contract/kit/error-codes.ts";
import { isSameEmail } from "@mcc/contract/kit/text.ts";
import { hasPrefix } from "@mcc/contract/sites/shop-username.ts";
import { isPlainUsername, normalUsername } from "@mcc/contract/users/usernames.rules.ts";
import { Username } from "@mcc/contract/users/users.schema.ts";
import { respondAfterCommit } from "../../platform/access/deferred-response.ts";
import type { CompanyScope } from "../../platform/access/scope.ts";
import { violatedIndex } from "../../platform/db/unique.ts";
import { sendSoon } from "../../platform/mail/outbox.ts";
import type { Services } from "../../platform/services.ts";
import { addAuditEntry, addChangeEntry } from "../audit/audit.service.ts";
import { addEvent, deliverSoon } from "../events/events.service.ts";
import { usernamePrefix } from "../hierarchy/node-configuration.service.ts";
import { addEmailCorrectedMail, endUserSessions } from "../sign-in/accounts.service.ts";
import { isUsernameTaken } from "../sites/shop-users.service.ts";
import { isEmergencyAdmin, lastEmergencyAdmin } from "../users/emergency-admins.service.ts";
import { removeUser } from "../users/user-records.service.ts";
import { announceUser } from "../users/user-sites.service.ts";
import type { Attempt } from "./attempt.ts";
import { tellUncovered } from "./coverage.service.ts";
import { userCause } from "./coverage.texts.ts";
import { logDone } from "./directory-log.service.ts";
import * as queries from "./directory-users.queries.ts";
import type { ListQuery } from "./scim/list-query.ts";
import { failNotFound, refuse, ScimError } from "./scim/scim-error.ts";
import { readUser, type UserInput } from "./scim/user-input.ts";
import { nameIn } from "./scim/values.ts";
import { inputOf, userNameOf, versionOf } from "./user-resource.ts";

/** Not said: whose it is. */
const NOT_AVAILABLE = {
  userName: "This userName is not available.",
  email: "emails: This address is not available.",
};

const unavailable = (what: keyof typeof NOT_AVAILABLE): never => refuse("uniqueness", NOT_AVAILABLE[what]);

const INDEXES: Readonly<Record<string, keyof typeof NOT_AVAILABLE>> = {
  users_username: "userName",
  users_directory_username: "userName",
  users_email: "email",
};

/** The unique indexes decide: of two requests at the same time one is refused. */
const writeUser = async <Result>(write: Promise<Result>): Promise<Result> => {
  try {
    return await write;
  } catch (error) {
    const taken = INDEXES[violatedIndex(error) ?? ""];
    return taken ? unavailable(taken) : Promise.reject(error);
  }
};

const ID = /^[1-9]\d{0,14}$/;

export const findDirectoryUser = async (scope: CompanyScope, id: string): Promise<queries.ListedUser> =>
  (ID.test(id) ? await queries.findUser(scope, Number(id)) : undefined) ?? failNotFound("User", id);

export const listDirectoryUsers = (scope: CompanyScope, query: ListQuery) => queries.userPage(scope, query);

/** A userName that follows the rules of usernames here is the username too. */
const asUsername = (userName: string, prefix: string): string | undefined => {
  const { data } = Username.safeParse(userName);
  return data !== undefined && hasPrefix(data, prefix) ? data : undefined;
};

const MOST_NAMESAKES = 100;

/** Directories mostly send addresses, which usernames cannot be: "acme-ada" for ada@example.com, with a number if need be. */
const newUsername = async (scope: CompanyScope, userName: string): Promise<string> => {
  const local = normalUsername(userName.split("@")[0] ?? "");
  const base = local !== "" && isPlainUsername(local) ? local : "user";
  const slug = scope.who.company?.slug_name ?? "";
  // Both with one statement: thousands of users are created one after the other.
  const { prefix, is_taken } = await queries.usernameStart(scope, base, slug);
  const asIs = asUsername(userName, prefix);
  if (asIs !== undefined) return asIs;
  const whole = `${prefix || slug}-${base}`;
  const name = whole.slice(0, 240);
  if (name === whole && !is_taken) return name;
  for (let number = 1; number <= MOST_NAMESAKES; number++) {
    const username = `${name}${number === 1 ? "" : number}`;
    if (!(await isUsernameTaken(scope, username))) return username;
  }
  return unavailable("userName");
};

const mustBeFree = async (scope: CompanyScope, userName: string, ofUser?: number): Promise<void> => {
  if (!userName.includes("@") && (await isUsernameTaken(scope, userName, ofUser))) unavailable("userName");
};

const storedOf = ({ userName, externalId, givenName, familyName, email }: UserInput) => ({
  directory_username: userName,
  external_id: externalId,
  first_name: givenName,
  last_name: familyName,
  email,
});

export const createDirectoryUser = async (
  services: Services,
  scope: CompanyScope,
  attempt: Attempt,
  body: unknown,
): Promise<queries.ListedUser> => {
  attempt.record = nameIn(body, "username");
  const input = readUser(body);
  await mustBeFree(scope, input.userName);
  const username = await newUsername(scope, input.userName);
  const stored = { ...storedOf(input), username, ecommerce_username: username, active: input.active };
  const user = await writeUser(queries.addUser(scope, stored));
  const told = Promise.all([tellOfNewUser(services, scope, user), logDone(scope, attempt)]);
  await respondAfterCommit(scope, told);
  return { ...user, groups: [] };
};

/** As of any other new user: the audit, the provider's systems, open pages. The commit goes with these statements. */
const tellOfNewUser = async (services: Services, scope: CompanyScope, user: queries.DirectoryUser) => {
  const { id, username, first_name, last_name, email, external_id, directory_username } = user;
  const payload = { id, username, first_name, last_name, email, role: null, node: null };
  scope.afterCommit(() => deliverSoon(services.jobs, scope.companyId));
  announceUser(services, scope, id);
  await Promise.all([
    addChangeEntry(scope, {
      action: "user.created",
      record: { id, ...{ username, first_name, last_name, email, external_id, directory_username } },
    }),
    addEvent(scope.db, { type: "user.created", siteId: null, payload }),
  ]);
};

/** A username follows the directory as far as the rules of usernames allow it. */
const changedUsername = async (
  scope: CompanyScope,
  before: queries.DirectoryUser,
  { userName }: UserInput,
): Promise<Partial<queries.StoredUser>> => {
  const isSame = [userNameOf(before), before.username].includes(userName);
  if (isSame) return {};
  await mustBeFree(scope, userName, before.id);
  const username = asUsername(userName, (await usernamePrefix(scope, null)) ?? "");
  return username === undefined ? {} : { username, ecommerce_username: username };
};

const LABELS = {
  directory_username: "userName",
  external_id: "externalId",
  first_name: "first name",
  last_name: "last name",
  email: "e-mail address",
} as const satisfies Record<keyof ReturnType<typeof storedOf>, string>;

const changedLabels = (before: ReturnType<typeof storedOf>, after: ReturnType<typeof storedOf>): string[] =>
  (Object.keys(LABELS) as (keyof typeof LABELS)[])
    .filter((key) => before[key] !== after[key])
    .map((key) => LABELS[key]);

/** Who gets the mail of an emergency admin can set their password, with which they sign in when nobody else does. */
const withKeptAddress = async (
  scope: CompanyScope,
  before: queries.ListedUser,
  input: UserInput,
): Promise<UserInput> => {
  if (isSameEmail(input.email, before.email) || !(await isEmergencyAdmin(scope, before.id))) return input;
  if (!input.active) return { ...input, email: before.email };
  return refuse(
    "mutability",
    "emails: This user is an emergency admin, whose address stays. Name another one in the portal first.",
  );
};

const applyInput = async (
  services: Services,
  scope: CompanyScope,
  attempt: Attempt,
  before: queries.ListedUser,
  given: UserInput,
): Promise<queries.ListedUser> => {
  const { id } = before;
  const input = await withKeptAddress(scope, before, given);
  attempt.record = input.userName;
  const wanted = { ...storedOf(input), ...(await changedUsername(scope, before, input)) };
  const changes = Object.fromEntries(
    Object.entries(wanted).filter(([key, value]) => value !== before[key as keyof queries.DirectoryUser]),
  ) as Partial<queries.StoredUser>;
  const hasNewAddress = changes.email !== undefined && !isSameEmail(changes.email, before.email);
  const isChanged = Object.keys(changes).length > 0 || !before.kept_by_directory;
  if (isChanged) {
    await writeUser(queries.setUser(scope, id, { ...changes, kept_by_directory: true }));
    await addChangeEntry(scope, {
      action: "user.updated",
      record: { id, ...storedOf(input), ...{ username: changes.username ?? before.username } },
      before: { id, ...storedOf(inputOf(before)), ...{ username: before.username } },
    });
    if (!before.kept_by_directory) attempt.details.push("Kept by the directory from now on.");
    const labels = changedLabels(storedOf(inputOf(before)), storedOf(input));
    if (labels.length > 0) attempt.details.push(`Changed: ${labels.join(", ")}.`);
    if (hasNewAddress) {
      const mail = await addEmailCorrectedMail(services, scope, id, before.email);
      if (mail) scope.afterCommit(() => sendSoon(services.jobs, mail.id));
    }
  }
  if (input.active !== before.is_active) await setActive(services, scope, attempt, before, input.active);
  else if (isChanged) announceUser(services, scope, id);
  else attempt.isIdle = true;
  return findDirectoryUser(scope, String(id));
};

const mustKeepAdmin = async (scope: CompanyScope, { id, is_company_admin }: queries.DirectoryUser) => {
  if (!is_company_admin) return;
  if (!(await queries.hasOtherAdmin(scope, id)))
    throw new ScimError(
      409,
      "This is the last company admin who can sign in: appoint another one in the portal first.",
    );
  if (await lastEmergencyAdmin(scope, [id])) throw new ScimError(409, errors["user.last_emergency_admin"][1]);
};

/** Who is not active cannot do anything from the next request on; their rules, sites and history stay. */
const setActive = async (
  services: Services,
  scope: CompanyScope,
  attempt: Attempt,
  user: queries.ListedUser,
  isActive: boolean,
): Promise<void> => {
  const { id } = user;
  attempt.action = isActive ? "Reactivated" : "Deactivated";
  if (!isActive) await mustKeepAdmin(scope, user);
  await queries.setActive(scope, id, isActive);
  if (!isActive) await endUserSessions(scope, id);
  await addAuditEntry(scope.db, {
    actor: { id: null, name: displayName(scope.who) },
    action: isActive ? "user.reactivated" : "user.deactivated",
    record: { type: "user", id },
    details: { username: user.username },
  });
  if (!isActive)
    await tellUncovered(services, scope, attempt, userCause(displayName(user), "deactivated"), [
      await queries.accessOf(scope, id),
    ]);
  announceUser(services, scope, id);
};

type Check = (version: string) => void;

/** Nobody changes the user until the transaction ends. */
const lockUserToWrite = async (
  scope: CompanyScope,
  attempt: Attempt,
  id: string,
  check: Check,
): Promise<queries.ListedUser> => {
  if (ID.test(id)) await queries.lockUser(scope, Number(id));
  const user = await findDirectoryUser(scope, id);
  attempt.record = userNameOf(user);
  check(versionOf(user));
  return user;
};

/** What the user is to be is read from the request, given what they are. */
export const updateDirectoryUser = async (
  services: Services,
  scope: CompanyScope,
  attempt: Attempt,
  id: string,
  check: Check,
  read: (now: UserInput) => UserInput,
): Promise<queries.ListedUser> => {
  const before = await lockUserToWrite(scope, attempt, id, check);
  return applyInput(services, scope, attempt, before, read(inputOf(before)));
};

/** With their rules and sites, as a company admin would; never refused because orders wait for them. */
export const deleteDirectoryUser = async (
  services: Services,
  scope: CompanyScope,
  attempt: Attempt,
  id: string,
  check: Check,
): Promise<void> => {
  if (ID.test(id)) await queries.lockGroups(scope, Number(id));
  const user = await lockUserToWrite(scope, attempt, id, check);
  await mustKeepAdmin(scope, user);
  if (user.is_active) {
    await queries.setActive(scope, user.id, false);
    await tellUncovered(services, scope, attempt, userCause(displayName(user), "deleted"), [
      await queries.accessOf(scope, user.id),
    ]);
  }
  await queries.deleteMemberships(scope, user.id);
  await removeUser(services, scope, user.id);
};
