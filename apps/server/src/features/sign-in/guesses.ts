import type { Kysely } from "kysely";
import {
  type Counted,
  countAttempt,
  type Limit,
  refuseBeyond,
  uncountAttempt,
} from "../../platform/access/rate-limit.ts";
import type { Tables } from "../../platform/db/tables.ts";
import { deviceOf } from "../../platform/device.ts";
import { deviceNetworkOf, networkOf } from "../../platform/ip-addresses.ts";
import { isKnownDevice } from "./sessions.queries.ts";

const WINDOW = 15 * 60;
/** The number of guesses for one account in one window, from all addresses, above which it counts as attacked. */
const ATTACKED_FROM = 100;
/** The tries each address still has while an account is attacked: enough for its owner at any address. */
const GUESSES_WHILE_ATTACKED = 3;

/**
 * One try to sign in: at which account and from where. Guesses from other addresses never block the first tries of an
 * address: otherwise attackers could lock the owner out. They only reduce the number of tries of each address.
 */
export const guessOf = (address: string, account: string): readonly Limit[] => {
  const network = networkOf(address);
  return [
    { bucket: `sign-in:pair:${account}:${network}`, max: 10, seconds: WINDOW },
    { bucket: `sign-in:address:${network}`, max: 300, seconds: WINDOW },
    {
      bucket: `sign-in:account:${account}`,
      seconds: WINDOW,
      attacked: { from: ATTACKED_FROM, max: GUESSES_WHILE_ATTACKED },
    },
  ];
};

const DAY = 24 * 60 * 60;
/** Wrong codes of apps for one user in a day; beyond it, only devices that the user has used before may try. */
const MOST_CODES = 50;
/** The same from one network, known or not: there are three right ones in a million. */
const MOST_CODES_OF_NETWORK = 30;

/** One try to give a code or a passkey. */
export const codeGuessOf = (address: string, user: number | string, isAppCode: boolean): readonly Limit[] => {
  const guess = guessOf(address, `factor:${user}`);
  if (!isAppCode) return guess;
  const ofNetwork = `factor:codes:${user}:${deviceNetworkOf(address)}`;
  return [
    ...guess,
    { bucket: ofNetwork, max: MOST_CODES_OF_NETWORK, seconds: DAY },
    { bucket: `factor:codes:${user}`, seconds: DAY },
  ];
};

/**
 * Who knows the password can guess codes of an app from many addresses: then those of unknown devices are refused for a
 * while. The owner goes on with a known device, a passkey or a recovery code.
 */
export const refuseManyCodes = async (
  db: Kysely<Tables>,
  userId: number,
  { address, userAgent }: { readonly address: string; readonly userAgent: string },
  counts: readonly Counted[],
): Promise<void> => {
  const ofUser = counts[4];
  if (!ofUser || ofUser.hits <= MOST_CODES) return;
  if (!(await isKnownDevice(db, userId, deviceOf(userAgent), deviceNetworkOf(address))))
    refuseBeyond(MOST_CODES, ofUser);
};

/** Counts a code or a passkey before it is checked; returns what forgets it. */
export const countCode = async (
  db: Kysely<Tables>,
  userId: number,
  origin: { readonly address: string; readonly userAgent: string },
  isAppCode: boolean,
): Promise<() => Promise<void>> => {
  const guess = codeGuessOf(origin.address, userId, isAppCode);
  await refuseManyCodes(db, userId, origin, await countAttempt(db, guess));
  return () => uncountAttempt(db, guess);
};
