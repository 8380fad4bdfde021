import { AppError } from "@mcc/contract/kit/errors.ts";

/** A part of the pool: whose it is, and how many connections they hold at most. */
interface Share {
  readonly of: string;
  readonly most: number;
}
interface OwnShare extends Share {
  /** How many of their requests wait at most, and how many milliseconds each of them. */
  readonly waiting: number;
  readonly within: number;
}
/** Every share a connection is counted in; the first belongs to whoever asks. */
export type Holder = readonly [OwnShare, ...Share[]];

/**
 * Of the 12 connections for requests one user holds at most 4, all users of a company 6, and the keys that write for a
 * company 4: 2 connections are left to the other companies whatever one company does.
 */
const MOST = { user: 4, company: 6, key: 4, companyKeys: 4, session: 2 };
/** A page asks for a few things at once, a program that sends orders for many. */
const PEOPLE_WAIT = { waiting: 32, within: 5_000 };
const PROGRAMS_WAIT = { waiting: 100, within: 20_000 };
const RETRY_SECONDS = 1;

export const holderOfUser = (userId: number, companyId: number | undefined): Holder => {
  const user = { of: `user ${userId}`, most: MOST.user, ...PEOPLE_WAIT };
  return companyId === undefined ? [user] : [user, { of: `company ${companyId}`, most: MOST.company }];
};
/** The company is known by the path alone. */
export const holderOfKey = (keyHash: Buffer, slug: string | null): Holder => {
  const key = { of: `key ${keyHash.toString("base64")}`, most: MOST.key, ...PROGRAMS_WAIT };
  return slug === null ? [key] : [key, { of: `keys of ${slug}`, most: MOST.companyKeys }];
};
/** For as long as it takes to ask the database whose session it is. */
export const holderOfSession = (sessionId: string): Holder => [
  { of: `session ${sessionId}`, most: MOST.session, ...PEOPLE_WAIT },
];

/** Shares the connections of a pool, in memory: no user, key or company takes more than a part of it. */
export interface PoolShares {
  /** Waits until the holder may take one more connection; fails with 429 where too many wait or it takes too long. */
  take(holder: Holder): Promise<void> | undefined;
  /** Gives one back to whoever has waited longest among those that may have it. */
  release(holder: Holder): void;
}

interface Waiter {
  readonly holder: Holder;
  readonly go: () => void;
}

const refusal = () => new AppError("requests.waiting", { retryAfter: RETRY_SECONDS });

export const makePoolShares = (): PoolShares => {
  const held = new Map<string, number>();
  const waiters: Waiter[] = [];

  const mayTake = (holder: Holder): boolean => holder.every(({ of, most }) => (held.get(of) ?? 0) < most);
  const count = (holder: Holder, more: 1 | -1): void => {
    for (const { of } of holder) {
      const now = (held.get(of) ?? 0) + more;
      if (now === 0) held.delete(of);
      else held.set(of, now);
    }
  };
  const turn = (holder: Holder): Promise<void> =>
    new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        waiters.splice(waiters.indexOf(waiter), 1);
        reject(refusal());
      }, holder[0].within);
      const go = () => {
        clearTimeout(timer);
        resolve();
      };
      const waiter = { holder, go };
      waiters.push(waiter);
    });

  return {
    take: (holder) => {
      if (mayTake(holder)) {
        count(holder, 1);
        return undefined;
      }
      const [{ of, waiting }] = holder;
      const own = waiters.filter((waiter) => waiter.holder[0].of === of);
      if (own.length >= waiting) throw refusal();
      return turn(holder);
    },
    release: (holder) => {
      count(holder, -1);
      const at = waiters.findIndex((waiter) => mayTake(waiter.holder));
      const [next] = at < 0 ? [] : waiters.splice(at, 1);
      if (!next) return;
      count(next.holder, 1);
      next.go();
    },
  };
};
