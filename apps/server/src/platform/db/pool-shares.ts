import { AppError } from "@mcc/contract/kit/errors.ts";

/** A share of the pool: its key, and the maximum number of connections. */
interface Share {
  readonly of: string;
  readonly most: number;
}
interface OwnShare extends Share {
  readonly waits: keyof Waits;
}
/** Every share a connection is counted in; the first is the caller's own. */
export type Holder = readonly [OwnShare, ...Share[]];

/**
 * Of the 12 connections for requests one user holds at most 4, all users of a company 6, and the keys that write for a
 * company 4: 2 connections are left to the other companies whatever one company does. Callers whose key is not known to
 * be valid hold 2 for a short lookup, each address one of them.
 */
const MOST = { user: 4, company: 6, key: 4, companyKeys: 4, session: 2, address: 1, unknown: 2 };

/** The maximum number of waiting requests of one user, key or address, and the maximum wait in milliseconds. */
interface Wait {
  readonly waiting: number;
  readonly within: number;
}
export type Waits = Readonly<Record<"people" | "programs", Wait>>;

/** A page sends a few requests at once, a program that sends orders many. */
export const WAITS: Waits = {
  people: { waiting: 32, within: 5_000 },
  programs: { waiting: 100, within: 20_000 },
};
const RETRY_SECONDS = 1;

export const holderOfUser = (userId: number, companyId: number | undefined): Holder => {
  const user = { of: `user ${userId}`, most: MOST.user, waits: "people" } as const;
  return companyId === undefined ? [user] : [user, { of: `company ${companyId}`, most: MOST.company }];
};
const holderOfProgram = (of: string, companyId: number | undefined): Holder => {
  const program = { of, most: MOST.key, waits: "programs" } as const;
  return companyId === undefined
    ? [program]
    : [program, { of: `keys of ${companyId}`, most: MOST.companyKeys }];
};
/** A valid key, which may write for that company. */
export const holderOfKey = (keyId: number, companyId: number | undefined): Holder =>
  holderOfProgram(`key ${keyId}`, companyId);
/** The directory of a company, whose share is that of its keys. */
export const holderOfDirectory = (tokenId: number, companyId: number | undefined): Holder =>
  holderOfProgram(`directory ${tokenId}`, companyId);
/** A key of a company, which has the same share. */
export const holderOfCompanyKey = (keyId: number, companyId: number | undefined): Holder =>
  holderOfProgram(`company key ${keyId}`, companyId);
/** An assistant of a person, which has the same share. */
export const holderOfAssistant = (grantId: number, companyId: number): Holder =>
  holderOfProgram(`assistant ${grantId}`, companyId);
/** While the database is asked whether a key is valid: a guessed key counts against no company. */
export const holderOfAddress = (network: string): Holder => [
  { of: `address ${network}`, most: MOST.address, waits: "programs" },
  { of: "unknown keys", most: MOST.unknown },
];
/** While the database is asked whose session it is. */
export const holderOfSession = (sessionId: string): Holder => [
  { of: `session ${sessionId}`, most: MOST.session, waits: "people" },
];

/** Counts the connections of a pool in memory: no user, key or company gets more than its share. */
export interface PoolShares {
  /** Waits until the holder may take one more connection; fails with 429 if too many wait or the wait is too long. */
  take(holder: Holder): Promise<void> | undefined;
  /** Returns a connection; waiting holders that may now take it proceed in order of arrival. */
  release(holder: Holder): void;
  readonly waiting: number;
}

interface Waiter {
  readonly holder: Holder;
  readonly go: () => void;
}

const refusal = () => new AppError("requests.waiting", { retryAfter: RETRY_SECONDS });

export const makePoolShares = (waits: Waits): PoolShares => {
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
      }, waits[holder[0].waits].within);
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
      const [{ of, waits: kind }] = holder;
      const own = waiters.filter((waiter) => waiter.holder[0].of === of);
      if (own.length >= waits[kind].waiting) throw refusal();
      return turn(holder);
    },
    release: (holder) => {
      count(holder, -1);
      // Shares overlap only partly: one returned connection may let several waiters proceed.
      for (const waiter of [...waiters]) {
        if (!mayTake(waiter.holder)) continue;
        count(waiter.holder, 1);
        waiters.splice(waiters.indexOf(waiter), 1);
        waiter.go();
      }
    },
    get waiting() {
      return waiters.length;
    },
  };
};
