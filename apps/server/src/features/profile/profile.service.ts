import { displayName } from "@mcc/contract/access/session.ts";
import type { Profile, ProfileChanges } from "@mcc/contract/profile/profile.schema.ts";
import { userMessages } from "@mcc/contract/users/users.messages.ts";
import type { Kysely } from "kysely";
import { platformTransaction, type SessionScope } from "../../platform/access/scope.ts";
import type { Tables } from "../../platform/db/tables.ts";
import { writeUnique } from "../../platform/db/unique.ts";
import { countAttempt } from "../../platform/http/rate-limit.ts";
import { sendSoon } from "../../platform/mail/outbox.ts";
import type { Platform } from "../../platform/platform.ts";
import { addAuditEntry } from "../audit/audit.service.ts";
import { addEmailChangedMail } from "../sign-in/accounts.service.ts";
import { checkedPhone } from "../users/phones.service.ts";
import * as queries from "./profile.queries.ts";

const profileOf = async (db: Kysely<Tables>, userId: number): Promise<Profile> => {
  const { roleId, roleName, companyId, companyName, ...person } = await queries.findProfile(db, userId);
  return {
    ...person,
    role: roleId === null ? null : { id: roleId, name: roleName ?? "" },
    company: companyId === null ? null : { id: companyId, name: companyName ?? "" },
  };
};

export const findProfile = ({ database }: Platform, { who }: SessionScope) =>
  profileOf(database.platform, who.id);

/** Only what is given and differs. */
const changedFields = (before: Profile, given: ProfileChanges): Partial<queries.StoredProfile> => {
  const wantsTexts = given.enable_text_messages ?? before.enable_text_messages;
  const checksPhone = given.phone !== undefined || given.enable_text_messages !== undefined;
  const phone = given.phone === undefined ? before.phone : given.phone;
  const after = { ...given, phone: checksPhone ? checkedPhone(phone, wantsTexts) : undefined };
  return Object.fromEntries(
    Object.entries(after).filter(
      ([key, value]) => value !== undefined && value !== before[key as keyof ProfileChanges],
    ),
  );
};

/** Each change sends a message to the former address, and tells whether the platform knows the new one. */
const EMAIL_LIMIT = { max: 10, seconds: 60 * 60 };

const isSameAddress = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

/** Counted in a transaction of its own, so that a refused address counts too. */
const countNewAddress = async ({ database }: Platform, userId: number, email: string): Promise<void> => {
  const { email: now } = await queries.findProfile(database.platform, userId);
  if (isSameAddress(now, email)) return;
  await countAttempt(database.platform, [{ bucket: `profile-email:${userId}`, ...EMAIL_LIMIT }]);
};

/** The session of every request has the names: its cache learns of them by the version of the user's row. */
export const updateProfile = async (
  platform: Platform,
  { who }: SessionScope,
  given: ProfileChanges,
): Promise<Profile> => {
  const { database, changes: feed, jobs } = platform;
  if (given.email !== undefined) await countNewAddress(platform, who.id, given.email);
  const { after, mail, isChanged } = await platformTransaction(database, async (db) => {
    await queries.lockProfile(db, who.id);
    const before = await profileOf(db, who.id);
    const changes = changedFields(before, given);
    if (Object.keys(changes).length === 0) return { after: before, mail: undefined, isChanged: false };
    await writeUnique(queries.setProfile(db, who.id, changes), {
      index: "users_email",
      field: "email",
      message: userMessages.emailTaken,
    });
    const after = await profileOf(db, who.id);
    const isMoved = !isSameAddress(after.email, before.email);
    const mail = isMoved ? await addEmailChangedMail(platform, db, who.id, before.email) : undefined;
    const { id, ...details } = after;
    await addAuditEntry(db, {
      company_id: who.company?.id ?? null,
      actor: { id: who.id, name: displayName(who) },
      action: "profile.updated",
      record: { type: "user", id },
      details,
      before,
    });
    return { after, mail, isChanged: true };
  });
  if (mail) sendSoon(jobs, mail.id);
  if (isChanged) {
    feed.announce({ kind: "person", userId: who.id });
    if (who.company) feed.announce({ kind: "users", companyId: who.company.id, siteIds: "all" });
  }
  return after;
};
