import { createHash } from "node:crypto";

/** The secrets of an installation: the first one signs and encrypts, all of them verify and decrypt. */
export type Secrets = readonly [current: string, ...others: string[]];

/** Each purpose has a key of its own, so that what is signed for one is never valid for another. */
export const keyFor = (purpose: string, secret: string): Buffer =>
  createHash("sha256").update(`${purpose}\n${secret}`).digest();

/** What the first of several keys makes of it that does not refuse it; the error of the last one if all do. */
export const acceptedByAny =
  <Given, Result>(keys: readonly ((given: Given) => Result)[]) =>
  (given: Given): Result => {
    let refusal: unknown;
    for (const accept of keys) {
      try {
        return accept(given);
      } catch (error) {
        refusal = error;
      }
    }
    throw refusal;
  };
