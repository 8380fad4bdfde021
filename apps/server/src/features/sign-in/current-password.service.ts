import { failField } from "@mcc/contract/kit/errors.ts";
import { profileMessages as says } from "@mcc/contract/profile/profile.messages.ts";
import type { Kysely } from "kysely";
import { isPassword } from "../../platform/access/password.ts";
import { countAttempt, uncountAttempt } from "../../platform/access/rate-limit.ts";
import type { Tables } from "../../platform/db/tables.ts";
import type { Services } from "../../platform/services.ts";
import { guessOf } from "./guesses.ts";
import * as queries from "./sign-in.queries.ts";

const failCurrent = (message: string = says.currentPasswordWrong, field = "current_password"): never =>
  failField(field, message);

/**
 * The hash of the password that a signed-in user has given as the current one. Guesses count like those of sign-in, so
 * that a stolen session is no way around their limit.
 */
export const checkCurrentPassword = async (
  { database }: Pick<Services, "database">,
  userId: number,
  address: string,
  given: string | undefined,
  field = "current_password",
): Promise<string> => {
  const failWrong = () => failCurrent(says.currentPasswordWrong, field);
  if (!given) return failCurrent(says.currentPasswordRequired, field);
  const db = database.platform;
  const guess = guessOf(address, `id:${userId}`);
  await countAttempt(db, guess);
  const checked = (await queries.findPassword(db, userId))?.password_hash ?? failWrong();
  if (!(await isPassword(given, checked))) failWrong();
  await uncountAttempt(db, guess);
  return checked;
};

/** Locks the user. Changed meanwhile, by a link or by an administrator: then the current password was another. */
export const mustStillHavePassword = async (
  db: Kysely<Tables>,
  userId: number,
  checked: string | null,
  field?: string,
): Promise<void> => {
  const now = await queries.lockAccount(db, userId);
  if (now?.password_hash !== checked) failCurrent(says.currentPasswordWrong, field);
};
