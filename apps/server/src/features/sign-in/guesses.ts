import type { Kysely } from "kysely";
import type { Tables } from "../../platform/db/tables.ts";
import {
  count,
  countAttempt,
  type Limit,
  refuseBeyond,
  uncountAttempt,
} from "../../platform/http/rate-limit.ts";
import { networkOf } from "../../platform/ip-addresses.ts";

const WINDOW = 15 * 60;
/** Guesses at one account in one window, from anywhere, from which on it counts as attacked. */
const ATTACKED_FROM = 100;
/** What every address still has while an account is attacked: enough for its owner, wherever that may be. */
const LEFT_TO_EVERYBODY = 3;

/** One try to sign in: at which account and from where. */
interface Guess {
  readonly pair: Limit;
  readonly address: Limit;
  readonly account: Omit<Limit, "max">;
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
 * No number of guesses from elsewhere refuses an address its first tries: strangers would lock the owner out. They
 * only lower how many tries each address has.
 */
export const countGuess = async (db: Kysely<Tables>, { pair, address, account }: Guess): Promise<void> => {
  const own = await count(db, pair);
  refuseBeyond(pair.max, own);
  await countAttempt(db, [address]);
  const all = await count(db, account);
  if (all.hits > ATTACKED_FROM) refuseBeyond(LEFT_TO_EVERYBODY, own);
};

/** The right password is held against nobody. */
export const forgetGuess = (db: Kysely<Tables>, { pair, address, account }: Guess): Promise<void> =>
  uncountAttempt(db, [pair, address, account]);
