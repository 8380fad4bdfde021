import { z } from "zod";

/** Within the exact integer range; leading zeros and other notations match nothing. */
const ID = /^[1-9]\d{0,14}$/;
/** The id of no record. */
const NO_ID = 0;

/**
 * An id in a path. An invalid id is not reported as an input error: the record does not exist, so it becomes an id that
 * matches nothing.
 */
export const pathId = z.preprocess(
  (given) => (ID.test(String(given)) ? Number(given) : NO_ID),
  z.number().int(),
);

const NO_ID_GIVEN = "This is not an id.";

/** An id in a query: one that is none is an input error. */
export const queryId = z.preprocess(
  (given) => (ID.test(String(given)) ? Number(given) : given),
  z.number({ error: NO_ID_GIVEN }),
);

/** An id in a body; `missing` is said where there is none. */
export const bodyId = (missing = NO_ID_GIVEN) =>
  z
    .number({ error: ({ input }) => (typeof input === "number" ? NO_ID_GIVEN : missing) })
    .int(NO_ID_GIVEN)
    .positive(NO_ID_GIVEN);

/** More than any company has of anything; limits the size of one request. */
const MOST_IDS = 50_000;

/** Ids in a body, each once. */
export const bodyIds = () =>
  z
    .array(bodyId(), { error: "This must be a list of ids." })
    .max(MOST_IDS, `This can't hold more than ${MOST_IDS} ids.`)
    .transform((ids) => [...new Set(ids)]);

/**
 * A list of ids after a change: what was added and removed since it was read, applied to how it is now. Others may have
 * changed it in between.
 */
export const mergeIds = (
  now: readonly number[],
  wanted: readonly number[] | undefined,
  before: readonly number[] = now,
): readonly number[] => {
  if (wanted === undefined) return now;
  const [had, has] = [new Set(before), new Set(wanted)];
  const added = wanted.filter((id) => !had.has(id));
  return [...new Set([...now.filter((id) => has.has(id) || !had.has(id)), ...added])];
};

/** Whether two lists have the same ids, in any order. */
export const isSameIds = (some: readonly number[], others: readonly number[]): boolean =>
  some.length === others.length && new Set([...some, ...others]).size === some.length;
