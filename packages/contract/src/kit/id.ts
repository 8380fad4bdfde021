import { z } from "zod";

/** Within what a number holds exactly; leading zeros and other ways to write a number name nothing. */
const ID = /^[1-9]\d{0,14}$/;
/** The id of no record. */
const NO_ID = 0;

/**
 * An id in a path. What could be nobody's id is not a mistake to explain: it is not there, like any id that nothing
 * has, so it becomes one that finds nothing.
 */
export const pathId = z.preprocess(
  (given) => (ID.test(String(given)) ? Number(given) : NO_ID),
  z.number().int(),
);
