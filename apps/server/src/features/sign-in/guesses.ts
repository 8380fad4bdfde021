import type { Kysely } from "kysely";
import {
  count,
  countAttempt,
  type Limit,
  refuseBeyond,
  uncountAttempt,
} from "../../platform/access/rate-limit.ts";
import type { Tables } from "../../platform/db/tables.ts";
import { networkOf } from "../../platform/ip-addresses.ts";

const WINDOW = 15 * 60;
/** The number of guesses for one account in one window, from all addresses, above which it counts as attacked. */
const ATTACKED_FROM = 100;
/** The tries each address still has while an account is attacked: enough for its owner at any address. */
const GUESSES_WHILE_ATTACKED = 3;

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
 * Guesses from other addresses never block the first tries of an address: otherwise attackers could lock the owner out.
 * They only reduce the number of tries of each address.
 */
export const countGuess = async (db: Kysely<Tables>, { pair, address, account }: Guess): Promise<void> => {
  const own = await count(db, pair);
  refuseBeyond(pair.max, own);
  await countAttempt(db, [address]);
  const all = await count(db, account);
  if (all.hits > ATTACKED_FROM) refuseBeyond(GUESSES_WHILE_ATTACKED, own);
};

/** A correct password is not counted. */
export const forgetGuess = (db: Kysely<Tables>, { pair, address, account }: Guess): Promise<void> =>
  uncountAttempt(db, [pair, address, account]);
