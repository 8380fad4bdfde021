import { displayName } from "@mcc/contract/access/session.ts";
import { directoryMessages } from "@mcc/contract/directory/directory.schema.ts";
import { failField } from "@mcc/contract/kit/errors.ts";
import { isSameEmail } from "@mcc/contract/kit/text.ts";
import type { Profile, ProfileChanges } from "@mcc/contract/profile/profile.schema.ts";
import type { Kysely } from "kysely";
import { platformTransaction, type SessionScope } from "../../platform/access/scope.ts";
import { mustBeConfirmed } from "../../platform/access/sign-in-state.ts";
import type { Tables } from "../../platform/db/tables.ts";
import { sendSoon } from "../../platform/mail/outbox.ts";
import type { Services } from "../../platform/services.ts";
import { addAuditEntry } from "../audit/audit.service.ts";
import { checkCurrentPassword, mustStillHavePassword } from "../sign-in/current-password.service.ts";
import { countNewEmail, findPendingEmail, requestEmailChange } from "../sign-in/email-change.service.ts";
import { checkedPhone } from "../users/phones.service.ts";
import * as queries from "./profile.queries.ts";

const profileOf = async (db: Kysely<Tables>, userId: number): Promise<Profile> => {
  const { roleId, roleName, companyId, companyName, ...person } = await queries.findProfile(db, userId);
  return {
    ...person,
    pending_email: await findPendingEmail(db, userId),
    role: roleId === null ? null : { id: roleId, name: roleName ?? "" },
    company: companyId === null ? null : { id: companyId, name: companyName ?? "" },
  };
};

export const findProfile = ({ database }: Services, { who }: SessionScope) =>
  profileOf(database.platform, who.id);

type Changes = Omit<ProfileChanges, "current_password">;

/** Only what is given and differs. */
const changedFields = async (before: Profile, given: Changes): Promise<Partial<queries.StoredProfile>> => {
  const wantsTexts = given.enable_text_messages ?? before.enable_text_messages;
  const checksPhone = given.phone !== undefined || given.enable_text_messages !== undefined;
  const phone = given.phone === undefined ? before.phone : given.phone;
  const after = { ...given, phone: checksPhone ? await checkedPhone(phone, wantsTexts) : undefined };
  return Object.fromEntries(
    Object.entries(after).filter(
      ([key, value]) => value !== undefined && value !== before[key as keyof Changes],
    ),
  );
};

/** Without a password, a stolen session must not do: it was confirmed a moment ago, at the provider or with a factor. */
const JUST_NOW_MINUTES = 10;

/** The hash of the current password if another address is given, which needs it; null for a user who has none. */
const checkForNewEmail = async (
  services: Services,
  scope: SessionScope,
  address: string,
  { email, current_password }: ProfileChanges,
): Promise<string | null | undefined> => {
  const { id } = scope.who;
  if (email === undefined) return undefined;
  const { email: now, has_password } = await queries.findProfile(services.database.platform, id);
  if (isSameEmail(now, email)) return undefined;
  mustBeConfirmed(scope, "anything", has_password ? undefined : JUST_NOW_MINUTES);
  const checked = has_password ? await checkCurrentPassword(services, id, address, current_password) : null;
  await countNewEmail(services, id);
  return checked;
};

/** The directory would undo it. */
const mustBeDecidedHere = (before: Profile, changes: Partial<queries.StoredProfile>): void => {
  if (!before.kept_by_directory) return;
  for (const field of ["first_name", "last_name", "email"] as const)
    if (changes[field] !== undefined) failField(field, directoryMessages.decides);
};

/** The session of every request has the names: its cache learns of them by the version of the user's row. */
export const updateProfile = async (
  services: Services,
  scope: SessionScope,
  address: string,
  given: ProfileChanges,
): Promise<Profile> => {
  const { who } = scope;
  const { database, changes: feed, jobs } = services;
  const checked = await checkForNewEmail(services, scope, address, given);
  const { after, mail, isChanged } = await platformTransaction(database, async (db) => {
    await queries.lockProfile(db, who.id);
    const before = await profileOf(db, who.id);
    const { email, current_password, ...fields } = given;
    const newEmail = email !== undefined && !isSameEmail(before.email, email) ? email : undefined;
    // If the user got another address only now, nobody has checked the password: it is refused.
    if (newEmail !== undefined) await mustStillHavePassword(db, who.id, checked === undefined ? "" : checked);
    const mail = newEmail === undefined ? undefined : await requestEmailChange(services, db, scope, newEmail);
    const changes = await changedFields(before, newEmail === undefined ? { ...fields, email } : fields);
    mustBeDecidedHere(before, { ...changes, ...(newEmail === undefined ? {} : { email: newEmail }) });
    const isChanged = Object.keys(changes).length > 0;
    if (isChanged) await queries.setProfile(db, who.id, changes);
    const after = await profileOf(db, who.id);
    const { id, ...details } = after;
    if (isChanged)
      await addAuditEntry(db, {
        company_id: who.company?.id ?? null,
        actor: { id: who.id, name: displayName(who) },
        action: "profile.updated",
        record: { type: "user", id },
        details,
        before,
      });
    return { after, mail, isChanged };
  });
  if (mail) sendSoon(jobs, mail.id);
  if (isChanged) {
    feed.announce({ kind: "person", userId: who.id });
    if (who.company) feed.announce({ kind: "users", companyId: who.company.id, siteIds: "all" });
  }
  return after;
};
