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
