import type { Kysely } from "kysely";
import { countAttempt, type Limit, refuseBeyond, uncountAttempt } from "../../platform/access/rate-limit.ts";
import type { Tables } from "../../platform/db/tables.ts";
import { deviceOf } from "../../platform/device.ts";
import { deviceNetworkOf, networkOf } from "../../platform/ip-addresses.ts";
import { isKnownDevice } from "./sessions.queries.ts";

const WINDOW = 15 * 60;
/** The number of guesses for one account in one window, from all addresses, above which it counts as attacked. */
const ATTACKED_FROM = 100;
/** The tries each address still has while an account is attacked: enough for its owner at any address. */
const GUESSES_WHILE_ATTACKED = 3;

/** One try to sign in: at which account and from where. */
interface Guess {
  readonly pair: Limit;
  readonly address: Limit;
  readonly account: Limit;
}

export const guessOf = (address: string, account: string): Guess => {
  const network = networkOf(address);
  return {
    pair: { bucket: `sign-in:pair:${account}:${network}`, max: 10, seconds: WINDOW },
    address: { bucket: `sign-in:address:${network}`, max: 300, seconds: WINDOW },
    account: { bucket: `sign-in:account:${account}`, seconds: WINDOW },
  };
};

/**
 * Guesses from other addresses never block the first tries of an address: otherwise attackers could lock the owner out.
 * They only reduce the number of tries of each address.
 */
export const countGuess = async (db: Kysely<Tables>, { pair, address, account }: Guess): Promise<void> => {
  const [own, , all] = await countAttempt(db, [pair, address, account]);
  if (all.hits > ATTACKED_FROM) refuseBeyond(GUESSES_WHILE_ATTACKED, own);
};

/** A correct password is not counted. */
export const forgetGuess = (
  db: Kysely<Tables>,
  { pair, address, account }: Guess,
  ...others: Limit[]
): Promise<void> => uncountAttempt(db, [pair, address, account, ...others]);

const DAY = 24 * 60 * 60;
/** Wrong codes of apps for one user in a day; beyond it, only devices that the user has used before may try. */
const MOST_CODES = 50;
/** The same from one network, known or not: there are three right ones in a million. */
const MOST_CODES_OF_NETWORK = 30;

/**
 * Counts a code or a passkey before it is checked; returns what forgets it. Who knows the password can guess codes of an
 * app from many addresses: then those of unknown devices are refused for a while. The owner goes on with a known device,
 * a passkey or a recovery code.
 */
export const countCode = async (
  db: Kysely<Tables>,
  userId: number,
  { address, userAgent }: { readonly address: string; readonly userAgent: string },
  isAppCode: boolean,
): Promise<() => Promise<void>> => {
  const guess = guessOf(address, `factor:${userId}`);
  await countGuess(db, guess);
  if (!isAppCode) return () => forgetGuess(db, guess);
  const network = deviceNetworkOf(address);
  const ofNetwork = { bucket: `factor:codes:${userId}:${network}`, max: MOST_CODES_OF_NETWORK, seconds: DAY };
  const ofUser = { bucket: `factor:codes:${userId}`, seconds: DAY };
  const [, all] = await countAttempt(db, [ofNetwork, ofUser]);
  if (all.hits > MOST_CODES && !(await isKnownDevice(db, userId, deviceOf(userAgent), network)))
    refuseBeyond(MOST_CODES, all);
  return () => forgetGuess(db, guess, ofNetwork, ofUser);
};
